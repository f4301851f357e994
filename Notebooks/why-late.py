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
# # Why images are late
#
# This notebook shows why images were absent when their cells appeared, how long cells waited, and
# for what.
#
# The notebook reads the store of a sweep. From the root of a clone, this makes the one that is read
# unless `SCROLLSIM_STORE=/path/to/store.sqlite` names another:
#
# ```sh
# .ci/install sqlite && swift run -c release scrollsim sweep Traces/demo.yml --store demo.sqlite
# ```
#
# Every sentence below that states a finding is computed from the store.

# %%
import math

import matplotlib.pyplot as plt
import pandas
from matplotlib.lines import Line2D
from matplotlib.ticker import NullLocator
from scrollsim.notebook import OKABE_ITO, STYLE, headline, legend, nothing, say, short, show
from scrollsim.selection import DAGGER, Selection, label

plt.rcParams.update(STYLE)
selection = Selection()
read = selection.read
selection.say_what_is_drawn()

# %% [markdown]
# ## Why was the image not there?
#
# Each appearance whose image came late or never has exactly one reason: the last event of the image
# before its cell requested it. The cache causes only some of these. An image that was never
# requested before needs a prefetcher; an image that was loading needs a faster or earlier load.

# %%
REASONS = {
    "neverAsked": ("not requested before", "blue", ""),
    "askedLate": ("loading", "sky", ""),
    "evictedUnused": ("evicted before it was shown", "orange", ""),
    "evicted": ("seen before and not kept", "vermilion", ""),
    "refused": ("refused by the cache", "purple", ""),
    "purged": ("purged: memory was short", "yellow", ""),
    "cancelled": ("its load was cancelled", "green", ""),
    "expired": ("too old, or changed since", "green", "xx"),
    "failed": ("the network failed", "black", ""),
    "killed": ("the app had restarted", "purple", "//"),
}
WAITS = {
    "queue": ("its turn", "sky", ""),
    "flash": ("flash", "green", ""),
    "network": ("network", "purple", ""),
    "backOff": ("a retry", "yellow", ""),
    "decode": ("decoding", "orange", ""),
    "nextFrame": ("the next frame", "sky", "//"),
    "mainThread": ("the busy main thread", "blue", ""),
}


def read_parts(kind, per):
    """Sums of parts at the budget, divided by a sum over the same runs."""
    return read(
        f"""
        WITH
          picked AS (
            SELECT * FROM shown WHERE budget_mib IS :budget OR budget_mib IS NULL),
          base AS (
            SELECT scene, machine, entry, sum({per}) AS base, sum(appearances) AS appearances,
              sum(late + never_shown) AS absent, sum(killed IS NOT NULL) AS killed,
              min(position) AS position
            FROM picked GROUP BY scene, machine, entry)
        SELECT base.*, part.name, ifnull(sum(part.value), 0) / nullif(base, 0) AS value
        FROM base JOIN picked USING (scene, machine, entry)
        LEFT JOIN part ON part.run = picked.key AND part.kind = :kind
        GROUP BY scene, machine, entry, part.name ORDER BY base.position
        """,
        budget=selection.budget,
        kind=kind,
    )


def stack(parts, names, unit, text, shared):
    """A bar per policy, made of its parts; `text` is written at its end."""
    figure, by_name = selection.panels(height=1.3 + 0.42 * parts["entry"].nunique())
    totals = parts.groupby(["scene", "machine", "entry"])["value"].sum()
    used = [name for name in names if name in set(parts["name"])]
    # What a newer version may have added is drawn under its own name.
    used += sorted(set(parts["name"].dropna()) - set(names))
    for (scene, device), ax in by_name.items():
        rows = parts.query("scene == @scene and machine == @device")
        if rows.empty:
            nothing(ax)
            continue
        entries = list(rows["entry"].unique())
        lefts = dict.fromkeys(entries, 0.0)
        for name in used:
            _, colour, hatch = names.get(name, (name, "black", ".."))
            bars = rows[rows["name"] == name].set_index("entry")["value"].dropna()
            ax.barh(
                [entries.index(entry) for entry in bars.index],
                bars,
                left=[lefts[entry] for entry in bars.index],
                color=OKABE_ITO[colour],
                hatch=hatch,
                edgecolor="white",
                linewidth=0.8,
                height=0.72,
            )
            for entry, value in bars.items():
                lefts[entry] += value
        limit = totals.max() if shared else max(lefts.values())
        for place, entry in enumerate(entries):
            row = rows[rows["entry"] == entry].iloc[0]
            ax.text(
                lefts[entry] + 0.012 * limit, place, text(row, lefts[entry]), va="center", size=12
            )
        dead = rows.groupby("entry")["killed"].sum()
        ticks = [short(entry) + (" †" if dead[entry] else "") for entry in entries]
        ax.set_yticks(range(len(entries)), ticks)
        ax.invert_yaxis()
        ax.set_xlim(0, (limit or 1) * 1.36)
        if shared:
            ax.set_xticks([tick for tick in ax.get_xticks() if tick <= 100])
        ax.grid(axis="y", visible=False)
    handles = [
        plt.Rectangle(
            (0, 0), 1, 1, facecolor=OKABE_ITO[colour], hatch=hatch, edgecolor="white", label=label
        )
        for label, colour, hatch in (names.get(name, (name, "black", "..")) for name in used)
    ]
    legend(figure, handles, width=3.2)
    label(by_name, unit)
    return figure


absences = read_parts("absence", "appearances")
absences["value"] *= 100
figure = stack(
    absences,
    REASONS,
    "share of all appearances, %",
    lambda row, total: f"{total:.0f} % of {row['appearances']:,}",
    shared=True,
)
headline(
    figure,
    "Why was the image not there when its cell appeared?",
    f"Appearances whose image came late or never, by reason, with {selection.at_budget}."
    + (DAGGER if absences["killed"].any() else ""),
)
plt.show()

summed = absences.groupby(["scene", "machine", "entry"]).agg(
    parts=("value", "sum"), absent=("absent", "first"), appearances=("appearances", "first")
)
summed = summed[summed["appearances"] > 0]
assert (
    (summed["parts"] - 100 * summed["absent"] / summed["appearances"]).abs() < 1e-6
).all(), "a bar is not as long as its images are many"

owed = read(
    """
    SELECT sum(part.value) FILTER (WHERE part.name IN ('evicted', 'evictedUnused', 'refused'))
      / sum(part.value) AS share
    FROM shown JOIN part ON part.run = shown.key AND part.kind = 'absence'
    WHERE shown.budget_mib IS :budget AND shown.label NOT NULL
    """,
    budget=selection.budget,
).iloc[0]
if owed["share"] is not None and pandas.notna(owed["share"]):
    say(
        f"With {selection.at_budget}, **{100 * owed['share']:.0f} %** of all late and missing images had "
        "been evicted or refused, which is the policy's own doing. On the others it acts only by "
        "way of the load that it spares the device."
    )

# %% [markdown]
# ## How long until the image is visible?
#
# Percentiles of the time from a cell's first frame to its image's first frame, over *all*
# appearances. A percentile is NULL if that share of images was never shown: this is neither missing
# data nor a large number. The figure draws it in the shaded strip *never*. With several seeds the
# worst of them counts.

# %%
PERCENTILES = [
    ("p50", "half", "blue", 18),
    ("p95", "95 %", "orange", 12),
    ("p99", "99 %", "vermilion", 6),
]
waiting = read(
    f"""
    SELECT scene, machine, entry, sum(killed IS NOT NULL) AS killed, {", ".join(
        f"CASE WHEN count({name}_ms) = count(*) THEN max({name}_ms) END AS {name}"
        for name, *_ in PERCENTILES)}
    FROM shown WHERE (budget_mib IS :budget OR budget_mib IS NULL) AND appearances > 0
    GROUP BY scene, machine, entry ORDER BY min(position)
    """,
    budget=selection.budget,
)


def duration(value):
    """Milliseconds as people say them."""
    return f"{value:g} ms" if value < 1000 else f"{value / 1000:g} s"


LINEAR = 10  # milliseconds; below, the axis is linear, because most images take 0
longest = waiting[[name for name, *_ in PERCENTILES]].max().max()
decades = max(2, math.ceil(math.log10(max(longest if pandas.notna(longest) else 0, 100)) + 0.05))
NEVER = 10 ** (decades + 0.85)
figure, by_name = selection.panels(height=1.3 + 0.42 * max(1, waiting["entry"].nunique()))
for (scene, device), ax in by_name.items():
    rows = waiting.query("scene == @scene and machine == @device")
    if rows.empty:
        nothing(ax)
        continue
    ax.set_xscale("symlog", linthresh=LINEAR)
    ax.axvspan(10 ** (decades + 0.4), 10 ** (decades + 1.3), color="#F1E3E3", linewidth=0)
    for place, row in enumerate(rows.itertuples()):
        ends = [getattr(row, name) for name, *_ in PERCENTILES]
        ends = [NEVER if pandas.isna(end) else end for end in ends]
        ax.plot([min(ends), max(ends)], [place, place], color="#B5B5B5", linewidth=2, zorder=2)
        for end, (_, _, colour, size) in zip(ends, PERCENTILES):
            ax.plot(
                end,
                place,
                "o",
                color=OKABE_ITO[colour],
                markersize=size,
                zorder=3,
                markeredgecolor="white",
            )
    ticks = [0, *(10**power for power in range(1, decades + 1))]
    ax.set_xticks([*ticks, NEVER], [*(duration(tick) for tick in ticks), "never"])
    ax.xaxis.set_minor_locator(NullLocator())
    ax.set_xlim(-2, 10 ** (decades + 1.3))
    ax.set_ylim(len(rows) - 0.4, -0.6)
    ax.set_yticks(
        range(len(rows)),
        [short(row.entry) + (" †" if row.killed else "") for row in rows.itertuples()],
    )
handles = [
    Line2D(
        [],
        [],
        color=OKABE_ITO[colour],
        marker="o",
        markersize=size,
        linestyle="",
        label=f"{share} of all appearances have their image by then ({name})",
    )
    for name, share, colour, size in PERCENTILES
]
figure.legend(handles=handles, loc="outside lower left", ncols=1)
label(by_name, "from the first frame of the cell to that of its image")
headline(
    figure,
    "How long does a cell wait for its image?",
    f"Percentiles over all appearances with {selection.at_budget}; linear to {LINEAR} ms, then logarithmic."
    + (DAGGER if waiting["killed"].any() else ""),
)
plt.show()

table = waiting.drop(columns="killed").rename(columns={"machine": "device", "entry": "policy"})
for name, *_ in PERCENTILES:
    table[name] = table[name].map(
        lambda value: "never" if pandas.isna(value) else f"{value:.0f} ms"
    )
show(table)

# %% [markdown]
# ## What did late images wait for?
#
# The wait of every late or missing image is split by the state of its load: waiting for its turn at
# flash, network or a decode lane; being read, downloaded or decoded; or loaded and waiting for the
# main thread to draw it. A long wait for its *turn* means that too many loads were requested at once.
#
# A finished load is delivered at the next frame. So a late image is late by at least a frame; the
# wait after the end of the load counts as the main thread's.

# %%
waits = read_parts("wait", "late + never_shown")
figure = stack(
    waits,
    WAITS,
    "mean wait of a late or missing image, ms",
    lambda row, total: f"{total:,.{1 if total < 99.95 else 0}f} ms",
    shared=False,
)
headline(
    figure,
    "What does a late image wait for?",
    f"Mean over all images that came late or never, with {selection.at_budget}. "
    "Every panel has its own scale." + (DAGGER if waits["killed"].any() else ""),
)
plt.show()

total = read(
    """
    SELECT part.name, sum(part.value) / sum(sum(part.value)) OVER () AS share
    FROM shown JOIN part ON part.run = shown.key AND part.kind = 'wait'
    WHERE shown.budget_mib IS :budget OR shown.budget_mib IS NULL
    GROUP BY part.name ORDER BY share DESC
    """,
    budget=selection.budget,
)
if len(total):
    assert abs(total["share"].sum() - 1) < 1e-9
    most = total.iloc[0]
    say(
        f"Over everything drawn **{100 * most['share']:.0f} %** of the time that images waited was "
        f"for **{WAITS.get(most['name'], (most['name'],))[0]}**."
    )
