#!/usr/bin/env python3
"""Writes the page "Does it tell the truth?" from the rows.

page.py            writes it
page.py --check    exit status 1 if it is not what the rows say
"""

import sys
from statistics import median

from verdict import (
    CLOCKS,
    COVERED,
    FIGURES,
    FRAME,
    KEPT,
    WIDEST,
    cells,
    counted,
    covered,
    order_kept,
    percent,
)
from work import HERE, ROOT, read_rows

PAGE = ROOT / "Sources/ScrollSimCommands/ScrollSimCommands.docc/DoesItTellTheTruth.md"
WORDS = {
    "hit_rate": ("hit rate", "1 point"),
    "p50_ms": ("median time to image", "15 % or a frame"),
    "late_p50_ms": ("the same of late images", "15 % or a frame"),
    "blank_s": ("blank time", "20 % or 17 ms"),
}

# A band that is no wider than this is not too wide, whatever the noise: hit rates go by requests, times
# by frames.
FINEST = {"hit_rate": 0.01, "p50_ms": FRAME + 0.001, "blank_s": 0}


def shown(figure, value):
    """A figure with the digits that a reader can use."""
    if value == float("inf"):
        return "never"
    if figure == "hit_rate":
        return f"{100 * value:.1f}"
    return f"{value:.0f}" if figure.endswith("_ms") else f"{value:.3f}"


def known(rows, figure):
    """Whether scrollsim predicts a figure."""
    return any(row[f"{figure}_predicted"] for row in rows)


def goal_rows(rows):
    for clock, words in CLOCKS.items():
        for calibrates, whose in [(False, "not calibrated with"), (True, "calibrated with")]:
            group = counted(rows, clock, calibrates)
            for figure in FIGURES if group else []:
                if not known(rows, figure):
                    continue
                name, limit = WORDS[figure]
                kept = percent(cell.keeps(figure) for cell in group)
                covers = covered(group, figure)
                width, noise = width_and_noise(group, figure)
                yield (
                    f"| {words} | {whose} | {len(group)} | {name} | {limit} | {kept:.0f} % | "
                    f"{text(covers, '{:.0f} %')} | "
                    f"{'-' if width is None else shown(figure, width)} | "
                    f"{'-' if noise is None else shown(figure, noise)} |"
                )
                if figure == "blank_s":
                    strictly = percent(
                        abs(cell.measured(figure) - cell.predicted(figure))
                        <= 0.2 * cell.measured(figure)
                        for cell in group
                    )
                    yield (
                        f"| {words} | {whose} | {len(group)} | {name} | 20 % alone | "
                        f"{strictly:.0f} % | | | |"
                    )


def width_and_noise(group, figure):
    """The medians of the bands' widths and of the repeats' noise; None where there is none."""
    widths = [cell.band(figure)[1] - cell.band(figure)[0] for cell in group if cell.band(figure)]
    noises = [cell.noise(figure) for cell in group if cell.noise(figure) is not None]
    return median(widths) if widths else None, median(noises) if noises else None


def text(value, pattern):
    return "-" if value is None else pattern.format(value)


def cell_rows(rows, clock):
    for cell in sorted(cells(rows, clock), key=lambda cell: (cell.calibrates, cell.name)):
        columns = [cell.name if cell.isQuiet else f"{cell.name} (disturbed)"]
        for figure in ("hit_rate", "p50_ms", "blank_s"):
            columns += [shown(figure, cell.measured(figure)), shown(figure, cell.predicted(figure))]
            band = cell.band(figure)
            columns.append("-" if band is None else " to ".join(shown(figure, end) for end in band))
        columns.append(text(cell.noise("blank_s"), "{:.3f}"))
        yield "| " + " | ".join(columns) + " |"


def verdict_sentences(rows):
    """What of the goals holds, for the pictures that the profile does not know."""
    for clock, words in CLOCKS.items():
        group = counted(rows, clock, False)
        if not group:
            yield f"- **No run {words}** is in the rows yet." if clock == "real" else ""
            continue
        missed = []
        for figure in ("hit_rate", "p50_ms", "blank_s"):
            kept = percent(cell.keeps(figure) for cell in group)
            if kept < KEPT:
                missed.append(f"{WORDS[figure][0]} ({kept:.1f} %)")
            covers = covered(group, figure)
            width, noise = width_and_noise(group, figure)
            # What is as narrow as can be is not too wide, though it may hold all.
            most = 100 if width is not None and width <= FINEST[figure] else COVERED[1]
            if covers is not None and not COVERED[0] <= covers <= most:
                missed.append(f"the band of {WORDS[figure][0]} covers {covers:.0f} %")
            if width is not None and noise is not None:
                if width > max(WIDEST * noise, FINEST[figure]):
                    missed.append(
                        f"the band of {WORDS[figure][0]} is {shown(figure, width)} wide, and the noise "
                        f"{shown(figure, noise)}"
                    )
        kept_all = "all three limits are kept"
        verdict = f"missed: {', '.join(missed)}" if missed else kept_all
        if not any(cell.band("blank_s") for cell in group):
            verdict += "; the rows have no bands"
        order = order_kept(rows, clock)
        said = f" {order}" if order.pairs else ""
        yield f"- {words.capitalize()}, {len(group)} cells: {verdict}.{said}"


def hit_sentences(rows):
    """By how many requests hit rates miss their limit, since one request of a hundred is a point."""
    for clock, words in CLOCKS.items():
        missed = [cell for cell in counted(rows, clock, False) if not cell.keeps("hit_rate")]
        if not missed:
            continue
        off = sorted(
            round(abs(cell.measured("hit_rate") - cell.predicted("hit_rate")) * cell.requests)
            for cell in missed
        )
        sentence = (
            f"- {words.capitalize()} the hit rate misses its limit in {len(missed)} cells, by {among(off)} "
            f"of {among(sorted(cell.requests for cell in missed))} requests"
        )
        if all(cell.pair[2:] == ("neighbours", "1") for cell in missed):
            sentence += (
                ", all with prefetching and one lane: there an image that was fetched ahead is a hit or "
                "not by some milliseconds of the lane"
            )
        yield sentence + "."


def among(numbers):
    """The range of some sorted numbers: `1`, or `1 to 4`."""
    first, last = numbers[0], numbers[-1]
    return f"{first}" if first == last else f"{first} to {last}"


def speed_sentences(rows):
    """How fast the decodes of the runs were, beside what was predicted."""
    for clock, words in CLOCKS.items():
        for calibrates, whose in [(False, "not calibrated with"), (True, "calibrated with")]:
            ratios = sorted(
                float(row["decode_ms"]) / float(row["decode_ms_predicted"])
                for cell in counted(rows, clock, calibrates)
                for row in cell.rows
            )
            if ratios:
                low, high = (ratios[round(end * (len(ratios) - 1))] for end in (0.05, 0.95))
                yield (
                    f"- {words.capitalize()}, {whose}: {median(ratios):.2f} times the prediction in "
                    f"the median, {low:.2f} to {high:.2f} in nine of ten runs."
                )


def page(rows):
    sentences = [sentence for sentence in verdict_sentences(rows) if sentence]
    sentences += hit_sentences(rows)
    real = [row for row in rows if row["clock"] == "real"]
    disturbed = sum(1 for row in real if row["disturbed"])
    tables = []
    for clock, words in CLOCKS.items():
        found = list(cell_rows(rows, clock))
        if found:
            tables.append(TABLE.format(words=words, rows="\n".join(found)))
    return TEXT.format(
        verdict="\n".join(sentences),
        goals="\n".join(goal_rows(rows)),
        speeds="\n".join(speed_sentences(rows)),
        runs=len(real),
        disturbed=disturbed,
        tables="\n".join(tables),
        kept=KEPT,
        low=COVERED[0],
        high=COVERED[1],
        widest=WIDEST,
    )


TEXT = """\
# Does it tell the truth?

What scrollsim predicts, beside what a real loader does with real pictures: every cell, with its band and reality's own noise.

## Overview

`Notebooks/against-reality` is a small app without a screen: threads that read and decode JPEG and PNG files with libjpeg-turbo and
libpng, a main loop of 60 frames a second, and a memory cache with real bitmaps in it, which is one of scrollsim's policies or
Foundation's own `NSCache`. It scrolls five recordings of twelve seconds. Each of three policies, two budgets, prefetching on and off,
and one and two lanes is a **cell**: 120 of them. scrollsim knows this machine from a profile that is fitted to readings of the
pictures of three recordings; two recordings and all of their pictures it has never seen. Every prediction is made, and kept with its
time, before its run: from readings that are some minutes old at most.

The goals, of which at least {kept} of a hundred cells with unknown pictures are to keep each: hit rate within 1 point; median time to
image within 15 % or one frame; blank time within 20 % or 17 ms of full screen; the medians of a cell's repeats count. The 90 % band
is to cover what was measured in {low} to {high} of a hundred runs, and to be at most {widest} times as wide as the noise of three repeats.

{verdict}

| clock | pictures | cells | figure | limit | kept | band covers | width of the band | noise of repeats |
|---|---|--:|---|---|--:|--:|--:|--:|
{goals}

Hit rates are in points, times to image in milliseconds, blank time in seconds of full screen; widths and noises are medians.
Noise is the largest of a cell's repeats less the smallest, and not known of one run alone. Bands of hit rates and medians may be a point and a frame wide even where
repeats are equal, and may then hold more than {high} of a hundred. Of {runs} runs in real time {disturbed} were disturbed by others on the machine and do not count.

## Three clocks

- **Given**: every duration is that of a profile and nothing is decoded. The laboratory's loader is an implementation of its own, after
  the description of the model; the sources were read for what that leaves open. With this clock both must agree in every figure, and
  do: 120 cells with the loader `cached` and 50 with `nuke` and `background-decode`. The gate asserts it.
- **By processor time**: everything is read, decoded, redrawn and cached for real, one job after the other; the processor time of
  each is its duration on a virtual clock. It tests the costs and the memory, not how the system shares its cores. No job rests before
  the next one, and neither do the readings for it; none works beside another, so predictions leave that out.
- **In real time**: threads and frames as an app has them. A run counts if decoding had 90 % of a core, others used at most a tenth of
  the machine, and next to nothing was stolen by its host; otherwise it is marked and made again.

## How fast the machine is today

No machine is always as fast. On this one, a virtual machine that shares its computer with others, the processor worked for a decode of
the runs in the table, beside what readings of some minutes before predict (in real time with two lanes less than what a lane was
busy, since one waits for the other):

{speeds}

Blank time is steeper than that where the lanes are nearly always busy, and a profile of an hour ago is one of another machine.

So the pictures are read again every few minutes between the runs, the profile is fitted to the last eight rounds, and each prediction
is made from the newest profile. How far the rounds differ tells the profile's `cores.drift`, which the bands draw from. A processor that
has rested is slower at first, so readings in real time rest 4 ms before each picture, about as long as a lane does between two jobs, and
those by processor time do not rest. What one lane takes from another has two parts, and both are measured before the first run. The
processor takes longer for a decode beside another one, since they share caches and memory: pictures are decoded on one thread and on
two in turn, every quarter of a second. And on a machine of two cores two lanes wait for the main thread now and then, which has most
to do just when both work: an app scrolls through the calibrated scenes with one lane and with two, and the wall's time of its
decodes over the processor's tells how long. The model has one figure for both, `cores.sideBySide`.

On a phone the same holds for its heat and its battery: calibrate where and when you measure.

Files are in the system's memory, so reads would cost nothing here. The reader therefore waits as long as a flash channel of 500 MB/s
takes, which the profile knows.

## Made with one command

```sh
Notebooks/against-reality/make
```

It makes pictures, readings, the profile, predictions, all runs and this page, in two hours; `--clock`, `--cells` and `--repeats` do
less. Planted faults (a flash half as fast, one lane too many, requests a frame late, the cost of redrawing forgotten) must each
throw a tenth of the cells out of the band; `Notebooks/against-reality/faults` says whether they do.

{tables}"""

TABLE = """\
## Every cell {words}

Scene, policy, budget, prefetcher and lanes; first the scenes whose pictures the profile does not know. m is measured, p predicted.

| cell | hit % m | p | band | p50 ms m | p | band | blank s m | p | band | noise |
|---|--:|--:|---|--:|--:|---|--:|--:|---|--:|
{rows}
"""


def write_page():
    PAGE.write_text(page(read_rows(HERE / "rows.csv")))


def main():
    if sys.argv[1:] == ["--check"]:
        if PAGE.read_text() != page(read_rows(HERE / "rows.csv")):
            sys.exit(f"{PAGE.name} is not what the rows say; expected that page.py has written it")
    else:
        write_page()


if __name__ == "__main__":
    main()
