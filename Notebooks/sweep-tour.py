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
# # A tour of a sweep
#
# A *sweep* replays scroll traces on modelled devices against cache policies and budgets. Its runs
# are in a *store*, an SQLite file. This notebook opens one and asks it what an app's author wants
# to know: which policy, how much memory, and why images came late.
#
# From the root of a clone, this makes the store that is read here unless told otherwise:
#
# ```sh
# .ci/install sqlite && swift run -c release scrollsim sweep Traces/demo.yml --store demo.sqlite
# ```
#
# Another store is read with `SCROLLSIM_STORE=/path/to/store.sqlite`. Nothing is written to it.
# Every sentence below that states a finding is computed from the store; nothing was written down
# beforehand.

# %%
import math
import os
import sqlite3
import textwrap
from contextlib import closing
from pathlib import Path, PurePath

import matplotlib.patheffects as effects
import matplotlib.pyplot as plt
import pandas
from matplotlib.colors import PowerNorm
from matplotlib.lines import Line2D
from matplotlib.ticker import MaxNLocator, NullLocator
from scrollsim_results import GREY, OKABE_ITO, headline, legend, many, say, show

# Notebooks are executed in their own folder, one below the store.
FOUND = "demo.sqlite" if Path("demo.sqlite").is_file() else "../demo.sqlite"
PATH = Path(os.environ.get("SCROLLSIM_STORE", FOUND)).resolve()
if not PATH.is_file():
    raise FileNotFoundError(f"{PATH}: no store; the first cell has the command that makes one")

store = sqlite3.connect(f"{PATH.as_uri()}?mode=ro", uri=True)


def read(sql, **parameters):
    """Rows of a query as a table."""
    return pandas.read_sql(sql, store, params=parameters)


# %% [markdown]
# ## What is in the store?
#
# A run is known by a digest of all that it is made of, so two sweeps may share runs, and a sweep
# may have been stopped before its last run. The tour follows one sweep: the one with the most
# runs, or the one whose key begins with `SCROLLSIM_SWEEP`.

# %%
sweeps = read("""
    SELECT sweep.key, coalesce(nullif(sweep.title, ''), 'no title') AS title,
      sweep.runs AS asked, count(member.run) AS made
    FROM sweep LEFT JOIN member ON member.sweep = sweep.key
    GROUP BY sweep.key ORDER BY made DESC, sweep.key
    """)
show(sweeps)
assert (sweeps["made"] <= sweeps["asked"]).all(), "a sweep has more runs than it asked for"

wanted = sweeps[sweeps["key"].str.startswith(os.environ.get("SCROLLSIM_SWEEP", ""))]
assert len(wanted) and wanted["made"].iloc[0] > 0, "the store has no runs of such a sweep"
SWEEP = wanted.iloc[0]

missing = SWEEP["asked"] - SWEEP["made"]
say(
    f"**{SWEEP['title']}** `{SWEEP['key'][:8]}`: {SWEEP['made']:,} of "
    f"{many(SWEEP['asked'], 'run')} made"
    + ("." if missing == 0 else f"; **{missing:,} missing**, and so from the figures.")
)

# %% [markdown]
# The view `result` joins each run with its trace, device and network. From it comes one temporary
# table for the questions below. `scene` is what was scrolled, together with whatever else the
# sweep varies beside device, policy and budget; `machine` is the device. A run without a cache
# has no policy and no budget.

# %%
store.create_function("stem", 1, lambda path: PurePath(path).stem, deterministic=True)

# A layout that comes with the trace, or a prefetcher that comes with the loader, says nothing more.
several = read(
    """
    SELECT 1 + count(DISTINCT trace || layout) - count(DISTINCT trace) AS layout,
      count(DISTINCT network) AS network, count(DISTINCT loader) AS loader,
      1 + count(DISTINCT loader || prefetcher) - count(DISTINCT loader) AS prefetcher
    FROM member JOIN result ON result.key = member.run WHERE member.sweep = :sweep
    """,
    sweep=SWEEP["key"],
).iloc[0]
varied = [column for column, count in several.items() if count > 1]
scene = " || ', ' || ".join(["file.name", *(f"result.{column}" for column in varied)])
store.execute(
    f"""
    CREATE TEMP TABLE chosen AS
    WITH
      -- Two files or profiles of one name are told apart by their digests.
      file AS (
        SELECT digest, stem(path) || CASE WHEN count(*) OVER (PARTITION BY stem(path)) > 1
          THEN ' ' || substr(digest, 1, 6) ELSE '' END AS name FROM trace),
      machine AS (
        SELECT digest, name || CASE WHEN count(*) OVER (PARTITION BY name) > 1
          THEN ' ' || substr(digest, 1, 6) ELSE '' END AS name FROM profile WHERE kind = 'device')
    SELECT {scene} AS scene,
      machine.name AS machine, coalesce(result.label, 'no cache') AS entry,
      result.budget_bytes / 1048576.0 AS budget_mib,
      result.footprint_peak_bytes / 1048576.0 AS memory_mib, member.position, result.*
    FROM member
    JOIN result ON result.key = member.run
    JOIN scenario ON scenario.key = result.scenario
    JOIN file ON file.digest = scenario.trace
    JOIN machine ON machine.digest = scenario.device
    WHERE member.sweep = ?
    """,
    [SWEEP["key"]],
)
store.execute("CREATE INDEX chosen_by_key ON chosen (key)")

facts = read("""
    SELECT count(*) AS runs, count(DISTINCT model_version) AS versions,
      min(model_version) AS version, count(DISTINCT seed) AS seeds,
      sum(killed IS NOT NULL) AS killed, sum(duration_s) / 3600 AS hours,
      count(DISTINCT scene || machine || entry || ifnull(budget_bytes, '') || seed) AS different
    FROM chosen
    """).iloc[0]
assert facts["runs"] == SWEEP["made"], "a run has lost its trace or its device"
assert facts["versions"] == 1, "runs of different model versions do not compare"
assert facts["different"] == facts["runs"], "two runs would be drawn as one point"

axes = read("""
    SELECT 'scene' AS axis, count(DISTINCT scene) AS different,
      group_concat(DISTINCT scene) AS "values" FROM chosen
    UNION ALL SELECT 'device', count(DISTINCT machine), group_concat(DISTINCT machine) FROM chosen
    UNION ALL SELECT 'policy', count(DISTINCT entry), group_concat(DISTINCT entry) FROM chosen
    UNION ALL SELECT 'budget, MiB', count(DISTINCT budget_mib),
      group_concat(DISTINCT printf('%g', budget_mib)) FROM chosen
    UNION ALL SELECT 'seed', count(DISTINCT seed), group_concat(DISTINCT seed) FROM chosen
    """)
axes["values"] = axes["values"].map(
    lambda text: textwrap.shorten((text or "").replace(",", ", "), 90)
)
show(axes)
say(
    f"The sweep stands for {60 * facts['hours']:,.0f} minutes of scrolling, by model version "
    f"{facts['version']:.0f}. "
    + (f"Figures are means over {facts['seeds']:.0f} seeds. " if facts["seeds"] > 1 else "")
    + (
        f"In **{many(facts['killed'], 'run')}** the device killed the app: such a run's figures "
        "end there, and every figure below marks it."
        if facts["killed"]
        else "In no run did the device kill the app."
    )
)

# %% [markdown]
# ## What holds in every run?
#
# Before anything is drawn: these laws are checked on all runs of the store. `part` has the parts
# of a run's figures; parts that are zero are left out. A percentile is NULL if that share of the
# appearances never showed an image, so the ranks say which percentiles have to be NULL.

# %%
PARTS = "(SELECT ifnull(sum(value), 0) FROM part WHERE part.run = run.key AND part.kind = '{}')"
RANK = "(appearances * {0} + 99) / 100"
NEVER_MS = "9e99"
P50, P95, P99, MAX = (f"ifnull({name}_ms, {NEVER_MS})" for name in ["p50", "p95", "p99", "max"])
LAWS = [
    (
        "appearances = at once + late + never shown + unfinished",
        "appearances = at_once + late + never_shown + unfinished",
    ),
    (
        "reasons for absence add up to late + never shown",
        f"{PARTS.format('absence')} = late + never_shown",
    ),
    (
        "nothing waited where nothing was late",
        f"late + never_shown > 0 OR {PARTS.format('wait')} = 0",
    ),
    (
        "hit rate = hits / requests",
        "abs(hit_rate * requests - hits) < 1e-6 AND (requests > 0 OR hit_rate = 0)",
    ),
    (
        "rates are from 0 to 1",
        "min(hit_rate, byte_hit_rate, decode_hit_rate) >= 0 "
        "AND max(hit_rate, byte_hit_rate, decode_hit_rate) <= 1",
    ),
    ("stalls >= blank + wrong", "stall_s - blank_s - wrong_s > -1e-9"),
    ("nothing is blank for longer than the run", "stall_s <= duration_s + 1e-9"),
    (
        "percentiles rise, and after never comes nothing",
        f"{P50} <= {P95} AND {P95} <= {P99} AND {P99} <= {MAX}",
    ),
    (
        "a percentile is never where so many were never shown",
        "appearances = 0 OR "
        + " AND ".join(
            f"({name}_ms IS NULL) = (at_once + late < {RANK.format(percent)})"
            for name, percent in [("p50", 50), ("p95", 95), ("p99", 99), ("max", 100)]
        ),
    ),
]

laws = read(
    " UNION ALL ".join(
        f"SELECT '{law}' AS law, count(*) AS runs, " f"sum(NOT ({rule})) AS broken FROM run"
        for law, rule in LAWS
    )
)
show(laws)
assert (laws["runs"] > 0).all()
assert (laws["broken"] == 0).all(), laws[laws["broken"] > 0]

# %% [markdown]
# ## What of it is measured?
#
# A device is a list of figures: decode times, flash, memory, screen. Each has a source or says
# `estimate` (`scrollsim list devices NAME` prints them). Estimates are good enough to compare policies
# and not good enough to quote milliseconds. A trace was recorded or is synthetic.

# %%
def short(name):
    """A name that fits on an axis."""
    return textwrap.shorten(name, 34, placeholder=" ...") if " " in name else name[:34]


profiles = read("""
    SELECT DISTINCT profile.kind, profile.name, profile.figures - profile.estimates AS measured,
      profile.estimates, profile.figures
    FROM chosen JOIN scenario ON scenario.key = chosen.scenario
    JOIN profile ON profile.digest IN (scenario.device, scenario.network)
    ORDER BY profile.kind DESC, chosen.position DESC
    """)
traces = read("""
    SELECT DISTINCT trace.title, trace.kind, trace.duration_s, trace.items, trace.images,
      trace.provenance
    FROM chosen JOIN scenario ON scenario.key = chosen.scenario
    JOIN trace ON trace.digest = scenario.trace ORDER BY chosen.position
    """)
show(traces)
assert (profiles["figures"] > 0).all() and (profiles["measured"] >= 0).all()

figure, ax = plt.subplots(figsize=(11, 2.6 + 0.5 * len(profiles)))
names = profiles["kind"] + " " + profiles["name"].map(short)
places = range(len(profiles))
ax.barh(places, profiles["measured"], color=OKABE_ITO["blue"], label="has a published source")
ax.barh(
    places,
    profiles["estimates"],
    left=profiles["measured"],
    color="#F6D9A8",
    hatch="///",
    edgecolor=OKABE_ITO["orange"],
    linewidth=0,
    label="estimate",
)
for place, row in zip(places, profiles.itertuples()):
    ax.text(
        row.figures, place, f"  {100 * row.estimates / row.figures:.0f} % estimated", va="center"
    )
ax.set_yticks(places, names)
ax.set_xlim(0, profiles["figures"].max() * 1.28)
ax.set_xlabel("figures in the profile")
ax.grid(axis="y", visible=False)
figure.legend(loc="outside lower left", ncols=2)
headline(
    figure,
    "How much of the devices and networks is known?",
    "Every figure of a profile names its source, or says that it is an estimate.",
)
plt.show()

kinds = traces.groupby("kind").size()
estimated = profiles["estimates"].sum() / profiles["figures"].sum()
say(
    "Traces: "
    + ", ".join(f"{count} {kind}" for kind, count in kinds.items())
    + f". Of all figures of these profiles {100 * estimated:.0f} % "
    "are estimates."
)

# %% [markdown]
# ## What is drawn
#
# A slide has room for three scenes, three devices and seven policies. Of more, the first scenes
# and devices of the sweep are drawn, and the policies with the fewest deaths and stalls. To see
# others, put their names into the lists.

# %%
SCENES, DEVICES, POLICIES = [], [], []

SCENES = SCENES or list(read("SELECT scene FROM chosen GROUP BY 1 ORDER BY min(position)")["scene"])
DEVICES = DEVICES or list(
    read("SELECT machine FROM chosen GROUP BY 1 ORDER BY min(position)")["machine"]
)
left_out = {"scenes": SCENES[3:], "devices": DEVICES[3:]}
SCENES, DEVICES = SCENES[:3], DEVICES[:3]


def quoted(names):
    """Names as a list in SQL."""
    return ", ".join("'" + name.replace("'", "''") + "'" for name in names)


ranked = read(f"""
    SELECT entry, min(position) AS first FROM chosen
    WHERE label IS NOT NULL AND scene IN ({quoted(SCENES)}) AND machine IN ({quoted(DEVICES)})
    GROUP BY entry ORDER BY avg(killed IS NOT NULL), avg(stall_s), entry
    """)
best = ranked[ranked["entry"].isin(POLICIES)] if POLICIES else ranked
left_out["policies"] = [name for name in ranked["entry"] if name not in set(best["entry"][:7])]
POLICIES = list(best[:7].sort_values("first")["entry"])

store.execute(f"""
    CREATE TEMP TABLE shown AS SELECT * FROM chosen
    WHERE scene IN ({quoted(SCENES)}) AND machine IN ({quoted(DEVICES)})
      AND (label IS NULL OR entry IN ({quoted(POLICIES)}))
    """)

STYLES = {
    name: (OKABE_ITO[colour], marker)
    for name, colour, marker in zip(
        POLICIES,
        ["blue", "vermilion", "green", "orange", "purple", "sky", "black"],
        ["o", "s", "^", "D", "v", "P", "p"],
    )
}

# Of the budgets with the most runs, the middle one: for the questions that look at one budget.
budgets = read(
    "SELECT budget_mib, count(*) AS runs FROM shown WHERE budget_mib NOT NULL GROUP BY 1"
)
full = budgets.loc[budgets["runs"] == budgets["runs"].max(), "budget_mib"]
BUDGET = float(full.iloc[(len(full) - 1) // 2]) if len(full) else None
AT_BUDGET = f"a budget of {BUDGET:g} MiB" if BUDGET else "no cache"
DIED = "app killed: until then"
DAGGER = " † The device killed the app: only what was before counts."

for what, names in left_out.items():
    if names:
        say(f"Not drawn: {len(names)} {what} ({textwrap.shorten(', '.join(names), 160)}).")
say(f"Questions about one budget look at **{AT_BUDGET}**.")


def panels(width=6.6, height=3.7):
    """A figure with a panel for each scene, from top to bottom, and device, from left to right."""
    size = (max(9, width * len(DEVICES)), height * len(SCENES) + 1.7)
    figure, grid = plt.subplots(len(SCENES), len(DEVICES), figsize=size, squeeze=False)
    by_name = {}
    for row, scene in enumerate(SCENES):
        for column, device in enumerate(DEVICES):
            by_name[scene, device] = ax = grid[row, column]
            title = f"{scene} on {device}"
            ax.set_title("\n".join(textwrap.wrap(title, 44)))
    return figure, by_name


def label(by_name, x, y=""):
    """Labels the outer panels of those that show something."""
    filled = [place for place, ax in by_name.items() if ax.has_data()]
    for scene, device in filled:
        ax = by_name[scene, device]
        if scene == [other for other, column in filled if column == device][-1]:
            ax.set_xlabel(x)
        if device == [column for other, column in filled if other == scene][0]:
            ax.set_ylabel(y)


def nothing(ax, text="no runs"):
    """Says in a panel why it is empty."""
    ax.text(0.5, 0.5, text, transform=ax.transAxes, ha="center", va="center", color=GREY)
    ax.set(xticks=[], yticks=[])
    ax.spines[:].set_visible(False)


# %% [markdown]
# ## How long is a part of the screen blank?
#
# Stall seconds are what a user sees first: the share of the viewport that was blank or showed a
# wrong image, integrated over time. Half of the screen blank for two seconds is one stall second.
#
# They are not everything: a loader that decodes on the main thread leaves no cell blank, because
# the whole app stands still meanwhile. That is a *hitch*, and the sentence below the figure
# counts them.

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
    figure, by_name = panels()
    has_deaths = has_bare = False
    for (scene, device), ax in by_name.items():
        rows = over_budget.query("scene == @scene and machine == @device")
        cached, bare = rows[rows["budget_mib"].notna()], rows[rows["budget_mib"].isna()]
        if rows.empty or (column == "hit" and cached.empty):
            nothing(ax, "no runs" if rows.empty else "no cache, no hits")
            continue
        for index, (name, (colour, marker)) in enumerate(STYLES.items()):
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
        for name, (colour, marker) in STYLES.items()
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
seeds = " Shaded: from the least to the most of all seeds." if facts["seeds"] > 1 else ""
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
# Is it the policy that matters, or the budget? For each panel: the most that changing only the
# policy changes, and the most that changing only the budget changes. Runs that were killed are
# left out.

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
# The figure of the caching literature. It says nothing about *when* the misses come: those of a
# fling hurt, those of a slow drag may not.

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

# %% [markdown]
# ## Why was the image not there?
#
# Each appearance whose image came late or never has exactly one reason: the latest thing that
# happened to the image before its cell asked. Only some reasons are the cache's doing. An image
# that had not been requested before needs a prefetcher, one that was loading a faster or earlier load.

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
        budget=BUDGET,
        kind=kind,
    )


def stack(parts, names, unit, text, shared):
    """A bar per policy, made of its parts; `text` is written at its end."""
    figure, by_name = panels(height=1.3 + 0.42 * parts["entry"].nunique())
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
    f"Appearances whose image came late or never, by reason, with {AT_BUDGET}."
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
    budget=BUDGET,
).iloc[0]
if owed["share"] is not None and pandas.notna(owed["share"]):
    say(
        f"With {AT_BUDGET}, **{100 * owed['share']:.0f} %** of all late and missing images had "
        "been evicted or refused, which is the policy's own doing. On the others it acts only by "
        "way of the load that it spares the device."
    )

# %% [markdown]
# ## How long until the image is there?
#
# Percentiles of the time from a cell's first frame to its image's, over *all* appearances. Where
# so many were never shown the percentile is NULL: it is not missing, and it is not a large
# number. It is drawn in the shaded strip *never*. With several seeds the worst of them counts.

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
    budget=BUDGET,
)


def duration(value):
    """Milliseconds as people say them."""
    return f"{value:g} ms" if value < 1000 else f"{value / 1000:g} s"


LINEAR = 10  # milliseconds; below, the axis is linear, because most images take 0
longest = waiting[[name for name, *_ in PERCENTILES]].max().max()
decades = max(2, math.ceil(math.log10(max(longest if pandas.notna(longest) else 0, 100)) + 0.05))
NEVER = 10 ** (decades + 0.85)
figure, by_name = panels(height=1.3 + 0.42 * max(1, waiting["entry"].nunique()))
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
    f"Percentiles over all appearances with {AT_BUDGET}; linear to {LINEAR} ms, then logarithmic."
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
# The wait of every late or missing image is split into what its load was doing: waiting for its
# turn at flash, network or a decode lane, being read, downloaded or decoded, or loaded and
# waiting for the main thread to draw it. A long wait for its *turn* says that too much was asked
# for at once.
#
# A finished load is delivered at the next frame. An image that is late at all is therefore late by
# at least a frame; what is left of it once the load has finished counts as the main thread's.

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
    f"Mean over all images that came late or never, with {AT_BUDGET}. "
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
    budget=BUDGET,
)
if len(total):
    assert abs(total["share"].sum() - 1) < 1e-9
    most = total.iloc[0]
    say(
        f"Over everything drawn **{100 * most['share']:.0f} %** of the time that images waited was "
        f"for **{WAITS.get(most['name'], (most['name'],))[0]}**."
    )

# %% [markdown]
# ## What does a second less cost in memory?
#
# Budget is what one asks for; the footprint is what the system sees. A run is on the *front* if
# no other has both a smaller peak footprint and fewer stall seconds. Off the front one can have
# more for nothing. Runs that were killed cannot be on it. The front knows nothing of hitches.

# %%
points = read("""
    WITH alive AS (
      SELECT scene, machine, entry, budget_mib, memory_mib, stall_s,
        coalesce(stall_s < min(stall_s) OVER (
          PARTITION BY scene, machine ORDER BY memory_mib, stall_s, position
          ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 1) AS front
      FROM shown WHERE killed IS NULL)
    SELECT * FROM alive
    UNION ALL
    SELECT scene, machine, entry, budget_mib, memory_mib, stall_s, -1
    FROM shown WHERE killed NOT NULL
    """)


def named(row):
    """A point's policy and budget."""
    return short(row["entry"]) + (
        "" if pandas.isna(row["budget_mib"]) else f", {row['budget_mib']:g} MiB"
    )


HALO = [effects.withStroke(linewidth=3.5, foreground="white")]
figure, by_name = panels(height=4.1)
front_table, labels = [], {}
for (scene, device), ax in by_name.items():
    rows = points.query("scene == @scene and machine == @device")
    if rows.empty:
        nothing(ax)
        continue
    for name, (colour, marker) in {**STYLES, "no cache": (GREY, "*")}.items():
        own = rows[(rows["entry"] == name) & (rows["front"] >= 0)]
        ax.plot(
            own["memory_mib"],
            own["stall_s"],
            marker,
            color=colour,
            markersize=10,
            markeredgecolor="white",
            zorder=3,
        )
    dead = rows[rows["front"] < 0]
    ax.plot(dead["memory_mib"], dead["stall_s"], "x", color="black", markersize=12, zorder=3)
    front = rows[rows["front"] == 1].sort_values("memory_mib")
    for _, point in front.iterrows():
        better = rows.query(
            "front >= 0 and memory_mib <= @point.memory_mib and stall_s <= @point.stall_s "
            "and (memory_mib < @point.memory_mib or stall_s < @point.stall_s)"
        )
        assert (
            better.empty
        ), f"{named(point)} is on the front and worse than {named(better.iloc[0])}"
    # Left of the front and below it there is nothing, so that is where its labels go.
    left, right = rows["memory_mib"].min(), rows["memory_mib"].max()
    low, high = rows["stall_s"].min(), rows["stall_s"].max()
    width, height = max(right - left, 10), max(high - low, 0.05 * high) or 1
    room = min(0.5, 0.05 + 0.016 * max(front.apply(named, axis=1).str.len(), default=0))
    ax.set_xlim(left - room / (0.95 - room) * width, right + 0.06 * width)
    ax.set_ylim(low - 0.2 * height, high + 0.1 * height)
    for axis in [ax.xaxis, ax.yaxis]:
        axis.set_major_locator(MaxNLocator(6, steps=[1, 2, 2.5, 5, 10]))
        start, end = axis.get_view_interval()
        axis.set_ticks([tick for tick in axis.get_ticklocs() if max(start, 0) <= tick <= end])
    if len(front):
        ax.plot(
            front["memory_mib"],
            front["stall_s"],
            drawstyle="steps-post",
            color="black",
            linewidth=1.6,
            zorder=2,
        )
        ax.plot(
            front["memory_mib"],
            front["stall_s"],
            "o",
            markersize=16,
            color="black",
            fillstyle="none",
            markeredgewidth=1.4,
            zorder=4,
        )
        labels[ax] = front
        front_table.append(
            front.assign(scene=scene, device=device, policy=front["entry"])[
                ["scene", "device", "policy", "budget_mib", "memory_mib", "stall_s"]
            ]
        )
label(by_name, "peak memory footprint of the app, MiB", "stall seconds")
handles = [
    Line2D(
        [],
        [],
        color=colour,
        marker=marker,
        markersize=10,
        linestyle="",
        markeredgecolor="white",
        label=short(name),
    )
    for name, (colour, marker) in STYLES.items()
]
if (points["entry"] == "no cache").any():
    handles.append(
        Line2D([], [], color=GREY, marker="*", markersize=11, linestyle="", label="no cache")
    )
handles.append(
    Line2D(
        [],
        [],
        color="black",
        marker="o",
        fillstyle="none",
        markersize=14,
        linewidth=1.6,
        label="the front",
    )
)
if (points["front"] < 0).any():
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
headline(
    figure,
    "How much memory does a second less of blank screen cost?",
    "Every run is a point. Lower and further left is better. Every panel has its own scale, which "
    "need not begin at zero.",
)
for ax, front in labels.items():
    taken = []
    # Both ends first; of the others those that have room.
    for index in sorted(range(len(front)), key=lambda index: index not in (0, len(front) - 1)):
        point = front.iloc[index]
        text = ax.annotate(
            named(point),
            (point["memory_mib"], point["stall_s"]),
            xytext=(-7, -7),
            textcoords="offset points",
            ha="right",
            va="top",
            size=11.5,
            zorder=5,
            path_effects=HALO,
        )
        box, panel = text.get_window_extent().padded(2), ax.get_window_extent()
        fits = panel.x0 <= box.x0 and panel.y0 <= box.y0
        if fits and not any(box.overlaps(other) for other in taken):
            taken.append(box)
        else:
            text.remove()
plt.show()

fronts = pandas.concat(front_table) if front_table else points.assign(policy="").iloc[:0]
show(
    fronts.rename(
        columns={"budget_mib": "budget MiB", "memory_mib": "footprint peak MiB", "stall_s": "stall s"}
    )
)
counts = fronts["policy"].value_counts()
say(
    f"On the fronts are {len(fronts)} of {many((points['front'] >= 0).sum(), 'point')}: "
    + ", ".join(f"{name} {count}" for name, count in counts.items())
    + ". Of runs that are equal in both figures, one is counted."
)

# %% [markdown]
# ## Which policy for which device?
#
# All policies and devices of the sweep. The best policy of a scene, a budget and a seed sets the
# mark; a policy's stall seconds are summed over all of them and compared with the sum of the
# marks. Zero says that it was the best everywhere.

# %%
cells = read("""
    WITH marked AS (
      SELECT *, min(CASE WHEN killed IS NULL THEN stall_s END) OVER (
        PARTITION BY scene, machine, budget_bytes, seed) AS mark
      FROM chosen WHERE budget_bytes NOT NULL)
    SELECT entry, machine, count(*) AS runs, sum(killed IS NOT NULL) AS killed,
      sum(stall_s) FILTER (WHERE killed IS NULL) AS stall,
      sum(mark) FILTER (WHERE killed IS NULL) AS mark, min(position) AS position
    FROM marked GROUP BY entry, machine ORDER BY position
    """)
assert not (cells["stall"] < cells["mark"] - 1e-9).any(), "a policy is better than the best"


def excess(row):
    """Percent above the mark; infinite above a mark of zero, and nothing if no run was finished."""
    if pandas.isna(row["stall"]):
        return math.nan
    if row["mark"] > 0:
        return 100 * (row["stall"] / row["mark"] - 1)
    return 0.0 if row["stall"] == 0 else math.inf


def percentage(excess):
    """`+4.3 %`, or what there is to say where a percentage says nothing."""
    if excess == 0 or math.isinf(excess):
        return "best" if excess == 0 else "∞"
    return f"+{excess:.{0 if excess >= 9.95 else 1}f} %"


LARGEST = 24
if cells.empty:
    figure, ax = plt.subplots(figsize=(9, 3))
    nothing(ax, "no run has a cache")
else:
    cells["excess"] = cells.apply(excess, axis=1)
    order = (
        cells.assign(dead=cells["killed"] / cells["runs"])
        .groupby("entry")
        .agg(dead=("dead", "mean"), excess=("excess", "mean"), position=("position", "min"))
        .sort_values(["dead", "excess", "position"])
        .index
    )
    rows, columns = list(order[:LARGEST]), list(cells["machine"].unique())
    percent = cells.pivot(index="entry", columns="machine", values="excess").reindex(rows)[columns]
    finite = percent.where(percent.map(math.isfinite))
    top = max(finite.max().max(), 1) if finite.notna().any().any() else 1
    dead = cells.pivot(index="entry", columns="machine", values="killed").reindex(rows)[columns]
    drawn = percent.clip(upper=top).mask(dead > 0)

    figure, ax = plt.subplots(figsize=(max(9, 4.5 + 2.0 * len(columns)), 2.7 + 0.62 * len(rows)))
    colours = plt.get_cmap("Blues").copy()
    colours.set_bad("#DDDDDD")
    image = ax.imshow(drawn, cmap=colours, norm=PowerNorm(0.5, vmin=0, vmax=top), aspect="auto")
    by_place = cells.set_index(["entry", "machine"])
    for y, name in enumerate(rows):
        for x, device in enumerate(columns):
            if (name, device) not in by_place.index:
                ax.text(x, y, "not run", ha="center", va="center", color=GREY)
                continue
            cell = by_place.loc[(name, device)]
            dark = False
            if cell["killed"]:
                text = f"{cell['killed']:.0f} of {cell['runs']:.0f} killed"
            else:
                dark = math.sqrt(min(cell["excess"], top) / top) > 0.6
                mean = cell["stall"] / cell["runs"]
                text = f"{percentage(cell['excess'])}   {mean:.{2 if mean < 9.995 else 1}f} s"
            colour = "white" if dark else "black"
            ax.text(x, y, text, ha="center", va="center", color=colour, size=12)
    turned = {"rotation": 25, "ha": "right", "rotation_mode": "anchor"} if len(columns) > 5 else {}
    ax.set_xticks(range(len(columns)), columns, **turned)
    ax.set_yticks(range(len(rows)), [short(name) for name in rows])
    ax.grid(visible=False)
    ax.spines[:].set_visible(False)
    ax.tick_params(length=0)
    bar = figure.colorbar(image, ax=ax, pad=0.02)
    bar.set_label("stalls above the best, %")
    bar.outline.set_visible(False)
more = (
    f" The {LARGEST} best of {cells['entry'].nunique()} policies."
    if cells["entry"].nunique() > LARGEST
    else ""
)
if cells["killed"].any():
    more += " Grey: the device killed the app in some runs."
headline(
    figure,
    "Which policy comes closest to the best, on which device?",
    "Stall seconds above those of the best policy of the same scene and budget; then mean stall "
    "seconds of a run." + more,
)
plt.show()

if cells["entry"].nunique() > 1:
    alive = cells[cells["killed"] == 0]
    for device, group in alive.groupby("machine", sort=False):
        least = group[group["excess"] == group["excess"].min()]
        say(
            f"On {device} the closest to the best "
            + (
                f"is **{least['entry'].iloc[0]}**"
                if len(least) == 1
                else f"are {len(least)} policies alike"
            )
            + f", {least['excess'].iloc[0]:.1f} % above it."
        )

# %% [markdown]
# ## The same without pandas
#
# The store is an SQLite file, so anything that speaks SQL will do. In a shell:
#
# ```sh
# sqlite3 -box demo.sqlite "
#   SELECT device, ifnull(label, 'no cache') AS policy, count(*) AS runs,
#     round(avg(stall_s), 3) AS stall_s, round(100.0 * sum(hits) / sum(requests), 1) AS hit_percent
#   FROM result GROUP BY device, label ORDER BY device, stall_s"
# ```
#
# And with Python's own `sqlite3`, for the sweep of this tour:

# %%
QUESTION = """
    SELECT device, ifnull(label, 'no cache'), count(*), avg(stall_s),
      100.0 * sum(hits) / nullif(sum(requests), 0)
    FROM member JOIN result ON result.key = member.run
    WHERE member.sweep = ? GROUP BY device, label ORDER BY device, avg(stall_s)
"""
with closing(sqlite3.connect(f"{PATH.as_uri()}?mode=ro", uri=True)) as plain:
    answer = plain.execute(QUESTION, [SWEEP["key"]]).fetchall()

print(f"{'device':20} {'policy':34} {'runs':>6} {'stall s':>9} {'hit %':>6}")
for device, policy, runs, stall, hit in answer:
    rate = "-" if hit is None else f"{hit:.1f}"
    print(f"{device:20} {short(policy):34} {runs:6} {stall:9.3f} {rate:>6}")

# %% [markdown]
# pandas, left to add up the same runs itself, has to say the same.

# %%
runs = read(
    """
    SELECT device, ifnull(label, 'no cache') AS policy, stall_s, hits, requests
    FROM member JOIN result ON result.key = member.run WHERE member.sweep = :sweep
    """,
    sweep=SWEEP["key"],
)
groups = runs.groupby(["device", "policy"])
assert groups.ngroups == len(answer)
for device, policy, count, stall, hit in answer:
    group = groups.get_group((device, policy))
    assert len(group) == count
    assert math.isclose(group["stall_s"].mean(), stall, rel_tol=1e-9, abs_tol=1e-12)
    assert hit is None or math.isclose(100 * group["hits"].sum() / group["requests"].sum(), hit)
say(f"Both have the same {len(answer)} rows.")

# %%
store.close()
