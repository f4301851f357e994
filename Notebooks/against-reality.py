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
# # Does it tell the truth?
#
# This notebook compares predictions with measurements: how far off are the predictions, do the
# error bands contain the measurements, and do the predictions lead to the right decision?
#
# A small app without a screen loads real pictures while recordings scroll, and measures. scrollsim
# predicts every run beforehand, from a profile of the machine. `against-reality/rows.csv` has every
# run beside its prediction. `against-reality/make` writes these rows, and the page with all cells.

# %%
import sys
from pathlib import Path

import matplotlib.pyplot as plt
import pandas
from IPython.display import display

# The folder of the notebooks is the current folder, or is on the path.
HERE = next(
    folder / "against-reality"
    for folder in [Path("."), Path("Notebooks"), *map(Path, sys.path)]
    if (folder / "against-reality" / "rows.csv").is_file()
)
sys.path.insert(0, str(HERE))
from verdict import CLOCKS, FRAME, cells, counted, covered, order_kept, percent
from work import read_rows
from scrollsim.notebook import say

rows = read_rows(HERE / "rows.csv")
CLOCK = {clock: words for clock, words in CLOCKS.items() if any(r["clock"] == clock for r in rows)}
FIGURES = {
    "hit_rate": ("hit rate", 1, 0.01),
    "p50_ms": ("median time to image, ms", 1, FRAME),
    "blank_s": ("blank time, s", 1, 0.017),
}
# Okabe and Ito's colours, which people without full colour vision tell apart.
COLOURS = {True: "#56B4E9", False: "#D55E00"}
GROUPS = {True: "pictures that the profile was fitted to", False: "pictures it has never seen"}


# %% [markdown]
# ## How far off?
#
# Each point is a cell of the experiment: three policies, two budgets, with and without prefetching,
# on one decode lane and on two, over five recordings. On the line, prediction and measurement are
# equal. The whiskers are the smallest and the largest of a cell's repeats: the noise of reality.

# %%
figure, axes = plt.subplots(
    len(CLOCK), len(FIGURES), figsize=(14, 4.6 * len(CLOCK)), layout="constrained", squeeze=False
)
for row, (clock, words) in zip(axes, CLOCK.items()):
    for ax, (name, (title, _, limit)) in zip(row, FIGURES.items()):
        for calibrates, colour in COLOURS.items():
            group = counted(rows, clock, calibrates)
            measured = [cell.measured(name) for cell in group]
            low = [cell.measured(name) - min(cell.values(name)) for cell in group]
            high = [max(cell.values(name)) - cell.measured(name) for cell in group]
            ax.errorbar(
                [cell.predicted(name) for cell in group],
                measured,
                yerr=[low, high],
                fmt="o",
                color=colour,
                markersize=5,
                elinewidth=1,
                alpha=0.8,
                label=GROUPS[calibrates],
            )
        end = max(ax.get_xlim()[1], ax.get_ylim()[1])
        ax.plot([0, end], [0, end], color="black", linewidth=1)
        ax.set(
            xlabel=f"predicted {title}",
            ylabel="measured",
            title=words,
            xlim=(0, end),
            ylim=(0, end),
        )
axes[0][0].legend(frameon=False, loc="upper left", fontsize=9)
plt.show()

# %%
table = pandas.DataFrame(
    {
        "clock": words,
        "pictures": GROUPS[calibrates],
        "cells": len(group),
        "figure": FIGURES[name][0],
        "kept, %": percent(cell.keeps(name) for cell in group),
        "mean error, %": 100
        * (
            sum(c.predicted(name) for c in group) / max(1e-9, sum(c.measured(name) for c in group))
            - 1
        ),
    }
    for clock, words in CLOCK.items()
    for calibrates in GROUPS
    if (group := counted(rows, clock, calibrates))
    for name in FIGURES
)
display(table.style.hide(axis="index").format(precision=1))
for clock, words in CLOCK.items():
    group = counted(rows, clock, False)
    if not group:
        say(f"**No quiet run {words}** of unknown pictures is in the rows.")
        continue
    kept = {
        title: percent(cell.keeps(name) for cell in group) for name, (title, *_) in FIGURES.items()
    }
    worst = min(kept, key=kept.get)
    say(
        f"Of {len(group)} cells with unknown pictures {words}, the limit of each figure is kept in "
        + ", ".join(f"{value:.0f} % ({name})" for name, value in kept.items())
        + f". The weakest is the {worst}."
    )

# %% [markdown]
# ## Does the band hold?
#
# Every predicted figure has an error band, from the stated errors of the profile. It should contain
# the measurement nine times in ten, and should not be much wider than the noise of reality.

# %%
figure, axes = plt.subplots(
    1, max(1, len(CLOCK)), figsize=(14, 4.6), layout="constrained", squeeze=False
)
for ax, (clock, words) in zip(axes[0], CLOCK.items()):
    ordered = sorted(cells(rows, clock), key=lambda cell: cell.predicted("blank_s"))
    for place, cell in enumerate(ordered):
        band = cell.band("blank_s")
        if band:
            ax.plot([place, place], band, color="#BBBBBB", linewidth=3, zorder=1)
        ax.plot(
            place,
            cell.measured("blank_s"),
            "o",
            markersize=4,
            color=COLOURS[cell.calibrates],
            zorder=2,
        )
    ax.plot([cell.predicted("blank_s") for cell in ordered], color="black", linewidth=1, zorder=3)
    ax.set(xlabel="cells by predicted blank time", ylabel="blank time, s", title=words)
    ax.set_ylim(bottom=0)
plt.show()

for clock, words in CLOCK.items():
    held = covered(counted(rows, clock, False), "blank_s")
    if held is None:
        say(f"The rows have no bands {words} yet.")
        continue
    say(f"Of the bands of blank time {words}, {held:.0f} % hold what was measured.")

# %% [markdown]
# ## Would it have led to the right decision?
#
# If two policies differ by more than a cell's repeats do, the one that scrollsim calls better should
# be better. If its predictions for the repeats, each from newer readings, differ by more than the
# policies do, it calls neither better.

# %%
orders = {clock: order_kept(rows, clock) for clock in CLOCK}
for clock, order in orders.items():
    if order.pairs:
        say(f"{CLOCK[clock].capitalize()}: {order}")

# %% [markdown]
# ## Requirements and conclusions
#
# Every prediction is older than its measurement, every cell has the same number of rows, and the
# statements above hold.

# %%
for row in rows:
    assert row["predicted_at"] < row["measured_at"], f"{row} was predicted after it was run"
for clock in CLOCK:
    group = cells(rows, clock)
    assert len({cell.name for cell in group}) == len(group)
    # Ninety in a hundred is the goal; below eighty there is more wrong than luck.
    unknown = counted(rows, clock, False)
    if len(unknown) >= 20:
        assert percent(cell.keeps("hit_rate") for cell in unknown) >= 80, "hit rates are off"
        assert percent(cell.keeps("blank_s") for cell in unknown) >= 80, "blank times are off"
    # What the prediction tells apart it tells right; one in ten may be luck.
    order = orders[clock]
    wrong = order.decided - order.decided_right
    assert wrong <= 0.1 * order.decided, f"{order}"
