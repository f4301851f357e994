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
# # Which policy and which budget?
#
# This notebook shows how budget and policy affect the stall time of a sweep, and how often the cache
# hits.
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
from matplotlib.lines import Line2D
from matplotlib.ticker import NullLocator
from scrollsim.notebook import GREY, STYLE, headline, legend, many, nothing, say, short, show
from scrollsim.selection import DIED, Selection, label

plt.rcParams.update(STYLE)
selection = Selection()
read = selection.read
selection.say_what_is_drawn()

# %% [markdown]
# ## How long is a part of the screen blank?
#
# Stall seconds measure the share of the viewport that is blank or shows a wrong image, over time.
# Half of the screen blank for two seconds is one stall second.
#
# Stalls are not everything: a loader that decodes on the main thread leaves no cell blank, because
# the whole app freezes in the meantime. That is a *hitch*; the sentence below the figure counts
# them.

# %%
over_budget = read("""
    SELECT scene, machine, entry, budget_mib, avg(stall_s) AS stall, min(stall_s) AS stall_low,
      max(stall_s) AS stall_high, 100 * avg(hit_rate) AS hit, 100 * min(hit_rate) AS hit_low,
      100 * max(hit_rate) AS hit_high, sum(killed IS NOT NULL) AS killed, count(*) AS runs
    FROM shown GROUP BY scene, machine, entry, budget_mib ORDER BY min(position)
    """)


def budget_ticks(ax, budgets):
    """A logarithmic axis with the budgets that were asked for, as far as they have room."""
    ax.set_xscale("log", base=2)
    low, high = min(budgets), max(budgets)
    ax.set_xlim(low / (high / low) ** 0.06 / 1.05, high * (high / low) ** 0.06 * 1.05)
    kept = []
    for budget in sorted(budgets):
        if not kept or math.log(budget / kept[-1]) > 0.09 * math.log(high / low):
            kept.append(budget)
    ax.set_xticks(kept, [f"{budget:g}" for budget in kept])
    ax.xaxis.set_minor_locator(NullLocator())


def draw_over_budget(column, unit):
    """Draws a column of `over_budget`: a line per policy, the range over seeds behind it."""
    figure, by_name = selection.panels()
    has_deaths = has_bare = False
    for (scene, device), ax in by_name.items():
        rows = over_budget.query("scene == @scene and machine == @device")
        cached, bare = rows[rows["budget_mib"].notna()], rows[rows["budget_mib"].isna()]
        if rows.empty or (column == "hit" and cached.empty):
            nothing(ax, "no runs" if rows.empty else "no cache, no hits")
            continue
        for index, (name, (colour, marker)) in enumerate(selection.styles.items()):
            own = cached[cached["entry"] == name].sort_values("budget_mib")
            line, dead = own[own["killed"] == 0], own[own["killed"] > 0]
            # A killed run stalled little because it ended early: no line leads there.
            ax.plot(
                dead["budget_mib"],
                dead[column],
                "x",
                color=colour,
                markersize=14,
                markeredgewidth=2.5,
                zorder=20,
            )
            has_deaths |= len(dead) > 0
            # Of lines that coincide the later one is thinner, so that both are seen.
            size = 12 - index
            ax.plot(
                line["budget_mib"],
                line[column],
                color=colour,
                marker=marker,
                markersize=size,
                linewidth=size / 3,
                markeredgecolor="white",
                zorder=3 + index,
            )
            if (line["runs"] > 1).any():
                low, high = line[f"{column}_low"], line[f"{column}_high"]
                ax.fill_between(
                    line["budget_mib"], low, high, color=colour, alpha=0.15, linewidth=0
                )
        if column == "stall" and len(bare):
            ax.axhline(bare[column].mean(), color=GREY, linestyle="--", linewidth=2)
            has_bare = True
        if len(cached):
            budget_ticks(ax, cached["budget_mib"].unique())
        else:
            ax.set_xticks([])
        if column == "hit":
            ax.set_ylim(0, 104)
        else:
            ax.set_ylim(0, 1.12 * rows[f"{column}_high"].max() or 1)
    handles = [
        Line2D(
            [],
            [],
            color=colour,
            marker=marker,
            markersize=10,
            linewidth=3,
            markeredgecolor="white",
            label=short(name),
        )
        for name, (colour, marker) in selection.styles.items()
    ]
    if has_bare:
        handles.append(Line2D([], [], color=GREY, linestyle="--", linewidth=2, label="no cache"))
    if has_deaths:
        handles.append(
            Line2D(
                [],
                [],
                color="black",
                marker="x",
                linestyle="",
                markersize=12,
                label=DIED,
            )
        )
    legend(figure, handles)
    label(by_name, "cache budget, MiB (logarithmic)", unit)
    return figure


figure = draw_over_budget("stall", "stall seconds")
seeds = " Shaded: from the least to the most of all seeds." if selection.facts["seeds"] > 1 else ""
headline(
    figure,
    "Which policy and which budget leave the least of the screen blank?",
    "Blank or wrong share of the viewport, integrated over the run. Lower is better; "
    "every panel has its own scale." + seeds,
)
plt.show()

bands = read("SELECT hitch_band AS band, count(*) AS runs FROM shown GROUP BY 1 ORDER BY 2 DESC")
say(
    "Hitches (Apple's bands, late milliseconds per second of scrolling): "
    + ", ".join(f"{row.band} in {many(row.runs, 'run')}" for row in bands.itertuples())
    + "."
)

# %% [markdown]
# Does the policy or the budget have more effect? For each panel: the largest change from the policy
# alone, and the largest change from the budget alone. Runs of killed apps are left out.

# %%
levers = read("""
    WITH
      point AS (
        SELECT scene, machine, entry, budget_mib, avg(stall_s) AS stall, min(position) AS position
        FROM shown WHERE killed IS NULL AND budget_mib NOT NULL
        GROUP BY scene, machine, entry, budget_mib),
      by_policy AS (
        SELECT scene, machine, max(spread) AS spread FROM (
          SELECT scene, machine, max(stall) - min(stall) AS spread FROM point
          GROUP BY scene, machine, budget_mib)
        GROUP BY scene, machine),
      by_budget AS (
        SELECT scene, machine, max(spread) AS spread FROM (
          SELECT scene, machine, max(stall) - min(stall) AS spread FROM point
          GROUP BY scene, machine, entry)
        GROUP BY scene, machine)
    SELECT scene, machine AS device, min(stall) AS "least stall s", max(stall) AS "most stall s",
      by_policy.spread AS "policy alone s", by_budget.spread AS "budget alone s"
    FROM point JOIN by_policy USING (scene, machine) JOIN by_budget USING (scene, machine)
    GROUP BY scene, machine ORDER BY min(position)
    """)
show(levers)
if len(levers):
    wins = (levers["policy alone s"] > levers["budget alone s"]).sum()
    ties = (levers["policy alone s"] == levers["budget alone s"]).sum()
    say(
        f"The policy moves the stalls more than the budget in {wins} of "
        f"{many(len(levers), 'panel')}, the budget more than the policy in "
        f"{len(levers) - wins - ties}" + (f"; in {ties} both move them alike." if ties else ".")
    )

# %% [markdown]
# ## How often does the cache hit?
#
# The hit rate is the figure of the caching literature. It does not show *when* the misses come:
# those of a fling cause stalls, those of a slow drag may not.

# %%
figure = draw_over_budget("hit", "hit rate, %")
headline(
    figure,
    "How often is the image in the cache when its cell asks for it?",
    "Hits per request of visible items. Higher is better; all panels have the same scale." + seeds,
)
plt.show()

disagree = read("""
    SELECT count(*) AS pairs,
      sum((a.hit_rate - b.hit_rate) * (a.stall_s - b.stall_s) > 0) AS against
    FROM shown AS a JOIN shown AS b ON b.scene = a.scene AND b.machine = a.machine
      AND b.budget_mib = a.budget_mib AND b.seed = a.seed AND b.entry > a.entry
    WHERE a.killed IS NULL AND b.killed IS NULL
      AND a.hit_rate <> b.hit_rate AND a.stall_s <> b.stall_s
    """).iloc[0]
if disagree["pairs"]:
    say(
        f"Of {many(disagree['pairs'], 'pair')} of policies that differ in both at the same scene, "
        f"device and budget, {disagree['against']:,} "
        f"({100 * disagree['against'] / disagree['pairs']:.0f} %) disagree: the one with more hits "
        "leaves more of the screen blank."
    )
