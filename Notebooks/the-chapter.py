# ---
# jupyter:
#   jupytext:
#     text_representation:
#       extension: .py
#       format_name: percent
#   kernelspec:
#     display_name: Python 3
#     language: python
#     name: python3
# ---

# %% [markdown]
# # What does the chapter on image loading say, and does it hold?
#
# This notebook tests the statements of a chapter on image loading in seconds: N. Lockwood, *iOS Core
# Animation: Advanced Techniques* (2013), chapter "Image IO". The chapter judges by eye ("much
# better"). It has five listings that load the pages of a carousel on an iPhone 5, each better than
# the one before, and Figure 14.5, the decode times of PNG and JPEG. The listings are loaders of
# `scrollsim`, the figure is the device profile `iphone-5`.
#
# The decode times are measured (in the figure). Flash, cell work and the rest of the profile are
# mostly estimates, so the notebook compares listings and does not predict a phone.

# %%
import re

import matplotlib.pyplot as plt
import pandas
import scrollsim
from scrollsim import ask, command
from scrollsim.notebook import GREY, OKABE_ITO, THICK_LINES, WORK, enter_clone, headline, legend
from scrollsim.notebook import listed, plain_ticks, say, show, side_by_side

plt.rcParams.update(THICK_LINES)
enter_clone()
PHONE, FRAME = "iphone-5", 1000 / 60
GOOD, CRITICAL = 5, 10  # Apple's bands: milliseconds of hitches per second of scrolling

# %% [markdown]
# ## Figure 14.5: how long does a picture take?
#
# The listing that measured it truncates milliseconds, so a printed 16 is between 16 and 17; the
# profile has the middle. PNG is slow for photos and fast for a rainbow gradient ("graphic").

# %%
profile = ask("list", "devices", PHONE)[0]["figures"]
POINT = re.compile(r"decode\.(png|jpeg)\.(photo|graphic)\.points")
table = pandas.DataFrame(
    {
        "format": name[1],
        "content": name[2],
        "width": int(value[2]),
        "height": int(value[3]),
        "ms": float(value[1]),
        "source": figure["source"],
    }
    for figure in profile
    if (name := POINT.match(figure["name"]))
    and (value := re.match(r"([\d.]+) ms at (\d+)x(\d+) px", figure["value"]))
)
assert len(table) == 28 and table["source"].str.contains("Figure 14.5").all()
table["pixels"] = table["width"] * table["height"]
table["printed"] = table["ms"] - 0.5

ONE_IMAGE = """scrollsim-trace 1
title: One {format} of {content}, {width}x{height}
provenance: written by Notebooks/the-chapter.py
kind: synthetic
units: pt ms
viewport: 320x568
direction: forward
layout: carousel
catalogue: listed
[images]
width,height,format,content,bytes,origin
{width},{height},{format},{content},,disk
[gestures]
time_ms,gesture
0,wait 1000
end
"""


def decoded(kind, content, width, height):
    """What a run says that the one picture of a trace took to decode."""
    trace = WORK / f"{kind}-{content}-{width}.scroll"
    row = {"format": kind, "content": content, "width": width, "height": height}
    trace.write_text(ONE_IMAGE.format(**row))
    run = scrollsim.run(trace, device=PHONE, loader="cached:decode=image-io", prefetch="none").iloc[0]
    assert run["decodes"] == 1
    return run["decodeMilliseconds"]


pictures = table[["format", "content", "width", "height"]].itertuples(index=False)
table["run"] = side_by_side(decoded, pictures)
exact = table["run"].between(table["printed"], table["printed"] + 1, inclusive="left")
wide = table.pivot(index="pixels", columns=["content", "format"], values="ms")
ratio = {content: wide[content]["jpeg"] / wide[content]["png"] for content in ["photo", "graphic"]}
sizes = table.drop_duplicates("pixels").set_index("pixels").sort_index()
labels = [f"{row.width}x{row.height}" for row in sizes.itertuples()]

LINES = {
    ("photo", "png"): ("vermilion", "o", "-", "photo as PNG"),
    ("photo", "jpeg"): ("orange", "s", "-", "photo as JPEG"),
    ("graphic", "png"): ("blue", "o", "--", "gradient as PNG"),
    ("graphic", "jpeg"): ("sky", "s", "--", "gradient as JPEG"),
}
figure, (ax, other) = plt.subplots(1, 2, figsize=(14, 6), width_ratios=[3, 2])
handles = []
for key, (colour, marker, line, name) in LINES.items():
    style = {"color": OKABE_ITO[colour], "marker": marker, "label": name}
    handles += ax.plot(wide.index, wide[key], line, **style)
ax.axhline(FRAME, color=GREY, linewidth=1.5)
ax.text(wide.index[0], FRAME * 1.08, "one frame at 60 Hz", color=GREY, size=12)
ax.set(xscale="log", yscale="log", xlabel="pixels", ylabel="milliseconds, load and draw")
ax.set_title("The figure's 28 values")
for content, (colour, _, line, name) in zip(ratio, list(LINES.values())[1::2]):
    values = ratio[content]
    other.plot(values.index, values, line, color=OKABE_ITO[colour], marker="D")
    other.text(values.index[-1] * 1.2, values.iloc[-1], name.split()[0], va="center", size=12)
other.axhline(1, color=GREY, linewidth=1.5)
other.text(wide.index[0], 0.9, "below: JPEG is faster", color=GREY, size=12, va="top")
other.set(xscale="log", yscale="log", xlabel="pixels", ylabel="JPEG / PNG")
other.set_xlim(wide.index[0] / 1.6, wide.index[-1] * 7)
other.set_title("JPEG against PNG")
for panel, ticks in [(ax, [1, 3, 10, 30, 100, 300]), (other, [0.5, 1, 2, 4])]:
    plain_ticks(panel.yaxis, ticks)
    plain_ticks(panel.xaxis, wide.index, labels)
    panel.tick_params("x", rotation=40)
legend(figure, handles, width=3)
headline(
    figure,
    "Figure 14.5: which format is faster, and at what size?",
    f"Both axes logarithmic. The device profile {PHONE} has the printed values, each plus half "
    "a millisecond.",
)
plt.show()

faster = {content: [*sizes.index[(values < 1).to_numpy()]] for content, values in ratio.items()}
below = sizes.loc[[size for size in sizes.index if size not in faster["photo"]]]
plain = sizes.loc[(ratio["graphic"] > 1).to_numpy()]
say(
    f"A run decodes {exact.sum()} of the 28 pictures within the printed millisecond. Photos are "
    f"faster as JPEG except at {listed(f'{row.width}x{row.height}' for row in below.itertuples())}"
    f"; the gradient is faster as PNG up to {plain.width.iloc[-1]}x{plain.height.iloc[-1]} and as "
    f"JPEG from {sizes.width[faster['graphic'][0]]}x{sizes.height[faster['graphic'][0]]} on. At "
    f"2048x1536 a photo takes {1 / ratio['photo'].iloc[-1]:.1f} times as "
    f"long as PNG, the gradient {1 / ratio['graphic'].iloc[-1]:.1f} times."
)

# %% [markdown]
# ## The listings: what does each one change?
#
# The chapter's carousel has 61 pages of 800x600 PNG with 700 kB each, one a second, to the end and
# back. A second scroll of this kind was recorded in a browser: 60 pages as large as a modern phone's
# screen, on the same old phone, which cannot decode them in time.
#
# Users miss content in two ways: cells are *blank*, and *late frames* do not show the content's new
# position. `stallSeconds` adds up both, as a share of the screen over time.

# %%
PARTS = ["read", "decode"]
LISTINGS = {
    "14.1 main thread": {"loader": "main-thread"},
    "14.2 read in background": {"loader": "background-read"},
    "14.3 decode in background": {"loader": "background-decode"},
    "14.4 tiled layers": {"loader": "tiled"},
    "14.4 without the fade": {"loader": "tiled:fadeDuration=0"},
    "imageNamed": {"loader": "image-named"},
    "14.5 cache alone": {"loader": "cached", "prefetch": "none"},
    "14.5 cache and neighbours": {"loader": "cached"},
    "low resolution while moving": {"loader": "resolution-swap"},
}
SCENES = {
    "the chapter's carousel": ("Traces/carousel.scroll", PHONE),
    "pages turned in a browser": ("Traces/recorded/page-turning.scroll", PHONE),
}


def listings(trace, device):
    """The figures of one trace with each listing."""

    def run(options):
        return scrollsim.run(trace, device=device, **options).iloc[0]

    rows = side_by_side(run, [(options,) for options in LISTINGS.values()])
    runs = pandas.DataFrame(rows, index=list(LISTINGS))
    runs = runs.fillna({f"cause.{part}": 0 for part in PARTS})
    assert runs["killed"].isna().all()
    # What is not blank and not wrong was kept back by late frames, or came before the first one.
    runs["lateSeconds"] = runs["stallSeconds"] - runs["blankSeconds"] - runs["wrongSeconds"]
    return runs


runs = {name: listings(*scene) for name, scene in SCENES.items()}

figure, grid = plt.subplots(2, 2, figsize=(14, 10.5), width_ratios=[3, 2], sharey=True)
KINDS = {
    "blankSeconds": ("orange", "", "blank cells"),
    "lateSeconds": ("blue", "//", "kept back by late frames"),
}
for (scene, rows), (ax, other) in zip(runs.items(), grid):
    left = pandas.Series(0.0, index=rows.index)
    for kind, (colour, hatch, _) in KINDS.items():
        ax.barh(
            rows.index,
            rows[kind],
            left=left,
            color=OKABE_ITO[colour],
            hatch=hatch,
            edgecolor="white",
            height=0.7,
        )
        left += rows[kind]
    for place, value in enumerate(rows["stallSeconds"]):
        ax.text(value + left.max() * 0.015, place, f"{value:.2f} s", va="center", size=12)
    ax.set(title=f"Missing screen: {scene}", xlabel="stall seconds", xlim=(0, left.max() * 1.17))
    other.barh(rows.index, rows["hitchRatio"], color=OKABE_ITO["purple"], height=0.7)
    for place, value in enumerate(rows["hitchRatio"]):
        text = f"{value:.0f}" if value else "none"
        other.text(value + rows["hitchRatio"].max() * 0.02, place, text, va="center", size=12)
    other.set(title="Hitches", xlabel="late milliseconds per second of scrolling")
    other.set_xlim(0, rows["hitchRatio"].max() * 1.17)
    for panel in (ax, other):
        panel.grid(axis="y", visible=False)
grid[0, 0].invert_yaxis()  # all panels share this axis
legend(
    figure,
    [
        plt.Rectangle(
            (0, 0), 1, 1, facecolor=OKABE_ITO[colour], hatch=hatch, ec="white", label=name
        )
        for colour, hatch, name in KINDS.values()
    ],
    width=4,
)
headline(
    figure,
    "What does each listing do to hitches, and to what is missing on screen?",
    f"On {PHONE}. Every panel has its own scale; less is better.",
)
plt.show()

carousel, pages = runs.values()
threads = ["14.1 main thread", "14.2 read in background", "14.3 decode in background"]
for name, rows in runs.items():
    first, read, decode = (rows.loc[listing] for listing in threads)
    alone, both = rows.loc["14.5 cache alone"], rows.loc["14.5 cache and neighbours"]
    cause = {part: 100 * first[f"cause.{part}"] / first.hitchMilliseconds for part in PARTS}
    say(
        f"**{name.capitalize()}**: threads take hitches from {first.hitchRatio:.0f} to "
        f"{read.hitchRatio:.0f} ms/s (the read) and {decode.hitchRatio:.0f} ms/s (the decode), and "
        f"what is missing on screen only from {first.stallSeconds:.2f} to "
        f"{decode.stallSeconds:.2f} s: what was late is blank now. The cache alone leaves "
        f"{alone.stallSeconds:.2f} s, with the neighbours loaded ahead {both.stallSeconds:.2f} s. "
        f"In listing 14.1 decoding is {cause['decode']:.0f} % of what makes frames late, reading "
        f"{cause['read']:.0f} %."
    )

# %% [markdown]
# ## "With JPEG, threads and caches are needless"
#
# The chapter states this after Figure 14.5. This cell loads the carousel on the main thread without a
# cache, in several sizes and both formats.

# %%
SIZES = [(128, 96), (256, 192), (320, 240), (512, 384), (800, 600), (1024, 768), (2048, 1536)]


def carousel_of(width, height, kind, viewport="320x568"):
    """A carousel like the chapter's of other pictures."""
    trace = WORK / f"carousel-{width}-{kind}.scroll"
    catalogue = f"items=61 size={width}x{height} mix={kind} content=photo origin=disk"
    options = f"--style carousel-back-and-forth --seed 1 --duration 121s --viewport {viewport}"
    command(
        *f"trace generate {options} --layout carousel --catalogue".split(),
        catalogue,
        "--output",
        trace,
    )
    return trace


def hitching(width, height, kind):
    """The hitch ratio of listing 14.1 with such pictures."""
    trace = carousel_of(width, height, kind)
    return scrollsim.run(trace, device=PHONE, loader="main-thread").iloc[0]["hitchRatio"]


names = [f"{width}x{height}" for width, height in SIZES]
hitches = pandas.DataFrame(
    {kind: side_by_side(hitching, [(*size, kind) for size in SIZES]) for kind in ["png", "jpeg"]},
    index=names,
)
figure, ax = plt.subplots(figsize=(11, 5.6))
for kind in hitches:
    colour, marker, *_, name = LINES["photo", kind]
    style = {"color": OKABE_ITO[colour], "marker": marker, "label": name}
    ax.plot(hitches.index, hitches[kind], **style, clip_on=False, zorder=3)
ax.set_yscale("symlog", linthresh=10, linscale=1)
plain_ticks(ax.yaxis, [0, 5, 10, 30, 100, 300])
ax.axhspan(0, GOOD, color=OKABE_ITO["green"], alpha=0.15, linewidth=0)
ax.axhspan(GOOD, CRITICAL, color=OKABE_ITO["yellow"], alpha=0.3, linewidth=0)
ax.text(len(SIZES) - 0.9, GOOD / 2, "good", size=12, va="center")
ax.text(len(SIZES) - 0.9, (GOOD + CRITICAL) / 2, "warning", size=12, va="center")
ax.set(
    xlabel="pixels of a page", ylabel="hitches, ms/s", xlim=(-0.3, len(SIZES) - 0.2), ylim=(0, 1000)
)
ax.legend(loc="upper left")
headline(
    figure,
    "Up to which size may the main thread decode?",
    f"Listing 14.1 on {PHONE}, a page a second. Linear up to 10 ms/s, logarithmic above.",
)
plt.show()

fits = {kind: [*hitches.index[(hitches[kind] <= GOOD).to_numpy()]] for kind in hitches}
say(
    f"On the main thread hitches stay good up to {fits['jpeg'][-1]} as JPEG and "
    f"{fits['png'][-1]} as PNG. At the chapter's 800x600 JPEG hitches for "
    f"{hitches['jpeg']['800x600']:.0f} ms/s instead of {hitches['png']['800x600']:.0f}: better, "
    f"and {'critical' if hitches['jpeg']['800x600'] > CRITICAL else 'not critical'} all the same."
)

# %% [markdown]
# ## The chapter, sentence by sentence

# %%
retina = carousel_of(2048, 1536, "png", viewport="1024x768")
tablet = {
    name: scrollsim.run(retina, device="ipad-3", loader=name).iloc[0]
    for name in ["main-thread", "background-decode", "resolution-swap"]
}
main, read, decode, tiled, plain, named, alone, both, swap = (row for _, row in carousel.iterrows())
CLAIMS = [
    ("Large pictures on the main thread stutter.", main.hitchRatio > CRITICAL),
    ("A thread shortens nothing.", decode.stallSeconds > 0.9 * main.stallSeconds),
    ("14.2 is better than 14.1, not perfect.", CRITICAL < read.hitchRatio < main.hitchRatio),
    ("After 14.2 the read is gone from the profile.", main["cause.read"] > 0 == read["cause.read"]),
    ("Decoding, not loading, is the larger part.", main["cause.decode"] > main["cause.read"]),
    ("14.3 scrolls smoothly.", decode.hitchRatio == 0),
    ("14.4 works as well as 14.3, but fades.", tiled.hitchRatio == 0 < tiled.softSeconds),
    ("Without the fade the delay stays.", plain.blankSeconds == decode.blankSeconds > 0),
    ("imageNamed decodes at once, on the main thread.", named.mainDecodes > 0 == named.laneDecodes),
    ("imageNamed caches what it decoded.", named.hitRate > 0.4),
    ("14.5: late pictures are rare.", both.late <= 0.05 * both.appearances),
    ("14.5 is much better than no cache.", both.stallSeconds < 0.2 * decode.stallSeconds),
    ("An iPad 3 cannot show 2048x1536 in a frame.", tablet["main-thread"].hitchRatio > CRITICAL),
    ("... nor does a thread help there.", tablet["background-decode"].p50Milliseconds > FRAME),
    ("Low resolution while moving does.", tablet["resolution-swap"].p95Milliseconds <= FRAME),
    ("Photos: JPEG is faster, but tiny ones.", 0 < len(below) < 7 and below.width.max() <= 128),
    ("JPEG makes threads and caches needless.", hitches["jpeg"]["800x600"] <= GOOD),
]
verdicts = pandas.DataFrame(CLAIMS, columns=["the chapter says", "holds"])
show(verdicts.replace({"holds": {True: "yes", False: "no"}}))
ahead = alone.stallSeconds - both.stallSeconds
refuted = verdicts.loc[~verdicts["holds"].astype(bool), "the chapter says"]
say(
    f"{len(verdicts) - len(refuted)} of {len(verdicts)} sentences hold. Not: "
    + (listed(f"*{claim}*" for claim in refuted) or "none")
    + " What the chapter does not say: its threads remove hitches and hardly any missing screen "
    f"({decode.stallSeconds / main.stallSeconds:.2f} of listing 14.1); and of what listing 14.5 "
    f"saves, the neighbours loaded ahead save "
    f"{100 * ahead / (decode.stallSeconds - both.stallSeconds):.0f} %."
)

# %% [markdown]
# ## Conclusions

# %%
assert exact.all(), "the profile decodes outside of the printed millisecond"
assert list(refuted) == ["JPEG makes threads and caches needless."]
for rows in runs.values():
    none = rows.loc["14.1 main thread"]
    for listing in threads[1:]:
        assert abs(rows["stallSeconds"][listing] / none.stallSeconds - 1) < 0.15, listing
    assert rows["stallSeconds"]["14.5 cache and neighbours"] < 0.2 * none.stallSeconds
    assert rows["hitchRatio"]["14.3 decode in background"] == 0
assert ahead > 0.3 * (decode.stallSeconds - both.stallSeconds)
assert pages["stallSeconds"].idxmin() == "low resolution while moving"
assert (hitches["jpeg"] <= hitches["png"]).all() and fits["jpeg"] > fits["png"]
