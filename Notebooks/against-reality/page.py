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
    """Returns a figure with the digits that a reader can use."""
    if value == float("inf"):
        return "never"
    if figure == "hit_rate":
        return f"{100 * value:.1f}"
    return f"{value:.0f}" if figure.endswith("_ms") else f"{value:.3f}"


def known(rows, figure):
    """Returns true if scrollsim predicts a figure."""
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


def answer(rows):
    """Returns the shares of cells with unknown pictures that keep each limit, as a sentence."""
    for clock, words in CLOCKS.items():
        group = counted(rows, clock, False)
        if group:
            shares = [
                f"{WORDS[figure][0]} within {WORDS[figure][1]} in "
                f"{percent(cell.keeps(figure) for cell in group):.1f} %"
                for figure in ("hit_rate", "p50_ms", "blank_s")
            ]
            return (
                f"{words.capitalize()}, scrollsim predicts {len(group)} settings with pictures that its "
                f"profile does not know. It predicts the {shares[0]}, the {shares[1]}, and {shares[2]}. "
                f"The goal is {KEPT} % for each."
            )
    return "No run is in the rows yet."


def verdict_sentences(rows):
    """Yields the goals that are missed, for the pictures that are unknown to the profile."""
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
                missed.append(f"the band of {WORDS[figure][0]} (covers {covers:.0f} %)")
            if width is not None and noise is not None:
                if width > max(WIDEST * noise, FINEST[figure]):
                    missed.append(
                        f"the band of {WORDS[figure][0]} ({shown(figure, width)} wide, noise "
                        f"{shown(figure, noise)})"
                    )
        kept_all = "all goals are reached"
        verdict = f"the goal is missed for {', '.join(missed)}" if missed else kept_all
        if not any(cell.band("blank_s") for cell in group):
            verdict += "; the runs have no bands"
        order = order_kept(rows, clock)
        said = f" {order}" if order.pairs else ""
        yield f"- {words.capitalize()}, {len(group)} cells of unknown pictures: {verdict}.{said}"


def hit_sentences(rows):
    """Yields the number of requests by which hit rates exceed their limit."""
    for clock, words in CLOCKS.items():
        missed = [cell for cell in counted(rows, clock, False) if not cell.keeps("hit_rate")]
        if not missed:
            continue
        off = sorted(
            round(abs(cell.measured("hit_rate") - cell.predicted("hit_rate")) * cell.requests)
            for cell in missed
        )
        sentence = (
            f"- {words.capitalize()}, the hit rate exceeds its limit in {len(missed)} cells, by {among(off)} "
            f"of {among(sorted(cell.requests for cell in missed))} requests"
        )
        if all(cell.pair[2:] == ("neighbours", "1") for cell in missed):
            sentence += (
                ", all with prefetching and one lane. There a few milliseconds decide whether a prefetched "
                "image is a hit"
            )
        yield sentence + "."


def among(numbers):
    """The range of some sorted numbers: `1`, or `1 to 4`."""
    first, last = numbers[0], numbers[-1]
    return f"{first}" if first == last else f"{first} to {last}"


def speed_sentences(rows):
    """Yields the time of decodes in the runs, as a multiple of the prediction."""
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
                    f"- {words.capitalize()}, pictures {whose}: {median(ratios):.2f} times the prediction "
                    f"in the median, {low:.2f} to {high:.2f} in nine of ten runs."
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
        answer=answer(rows),
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

Predictions of scrollsim compared with measurements of a real loader that decodes real pictures, for 120 settings.

## Overview

{answer}

{verdict}

| clock | pictures | cells | figure | limit | kept | band covers | width of the band | noise of repeats |
|---|---|--:|---|---|--:|--:|--:|--:|
{goals}

A **cell** is one of 120 settings: each of five recordings with three policies, two cache limits, prefetching on and off, and one and
two decode lanes. Pictures are *not calibrated with* if the profile of the machine was made without them: the profile is
fitted to readings of the pictures of three recordings, and two recordings with all of their pictures are unknown to it. `kept` is
the share of cells within the limit, by the medians of a cell's repeats. `band covers` is the share of runs whose measured value is
within the error band of the prediction. A band holds 90 % of the values that the errors of the profile allow (<doc:HowFarToTrust>).
The noise of a cell is the difference between the largest and the smallest value of its repeats; a single run has none.
Hit rates are in points, times to image in milliseconds, and blank time in seconds of full screen. Widths and noises are medians.

The goals are: at least {kept} of a hundred cells with unknown pictures are within each limit. The band covers the measured value in {low} to
{high} of a hundred runs, and is at most {widest} times as wide as the noise of three repeats. Bands of hit rates may be a point wide, and
those of medians a frame, even if all repeats are equal. Then they may cover more than {high} of a hundred.

Of {runs} runs in real time, {disturbed} were disturbed by other processes on the machine and do not count.

## What is compared

`Notebooks/against-reality` is a small app without a screen. Threads read and decode JPEG and PNG files with libjpeg-turbo and libpng, a
main loop makes 60 frames a second, and a memory cache holds the real bitmaps. The cache uses one of scrollsim's policies or
is Foundation's `NSCache`. The app scrolls five recordings of twelve seconds. Every prediction is made before its run, and stored
with its time. It uses readings that are some minutes old at most.

There are three clocks:

- **Given**: every duration is that of a profile, and nothing is decoded. The app's loader is a separate implementation. It follows the
  description of the model, and the sources where the description says nothing. On this clock, app and simulation must agree in
  every figure, and they do: in 120 cells with the loader `cached` and 50 with `nuke` and `background-decode`. The gate checks it.
- **By processor time**: everything is read, decoded, redrawn and cached for real, one job after the other. The processor time of each
  job is its duration on a virtual clock. This tests the costs and the memory, but not how the system shares its cores. There is no
  rest between jobs, nor in the readings for this clock. Jobs do not run side by side, so the predictions have no cost for that.
- **In real time**: threads and frames as in an app. A run counts if decoding had 90 % of a core, other processes used at most a tenth
  of the machine, and the host of the virtual machine took almost no time. Otherwise it is marked and repeated.

## Machines change their speed

The speed of a machine varies. This one is a virtual machine that shares its computer with others. The list has the processor times of
decodes in the runs of the table, divided by the prediction from readings that were some minutes old. In real time with two lanes, one
lane waits for the other. So the prediction is the time for which a lane is busy, which is more than its processor time.

{speeds}

If the lanes are nearly always busy, blank time changes by more than that. An hour-old profile describes a different machine.

Therefore the pictures are read again every few minutes between the runs, the profile is fitted to the last eight rounds of readings, and
each prediction uses the newest profile. The differences between the rounds give the profile's `cores.drift`, from which the bands are
drawn. A processor that has rested is slower at first. So the readings in real time rest 4 ms before each picture, about as long as a
lane rests between two jobs. Those by processor time do not rest.

Two lanes slow each other down in two ways. Both are measured before the first run, and the model has one value for both,
`cores.sideBySide`:

- Two decodes at once share caches and memory, so each takes more processor time. Pictures are decoded in turn on one thread and on
  two, changing every quarter of a second.
- On a machine of two cores, two lanes sometimes wait for the main thread, which has most to do just when both work. An app
  scrolls through the calibrated recordings with one lane and with two. The ratio of wall time to processor time of its decodes
  shows how long they wait.

A phone changes its speed with its heat and its battery: calibrate where and when you measure.

The files are in the system's memory, so reads would take no time here. The reader therefore waits as long as a flash channel of
500 MB/s takes, and the profile has that speed.

## One command

```sh
Notebooks/against-reality/make
```

It makes pictures, readings, the profile, predictions, all runs and this page, in two hours. `--clock`, `--cells` and `--repeats` select
fewer. `Notebooks/against-reality/faults` checks that the comparison would detect errors: it adds a fault to the model or the app, and
then a tenth of the cells must be outside of the band. The faults are a flash half as fast, one lane too many, requests that are a
frame late, and a missing cost of redrawing.

{tables}"""

TABLE = """\
## Every cell {words}

A cell is a recording, a policy, a cache limit, a prefetcher and the number of lanes. The recordings whose pictures are unknown to the
profile come first. m is the measured value, p the predicted one.

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
