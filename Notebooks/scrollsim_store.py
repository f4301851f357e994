"""The store that notebooks about sweeps read, the sweep that they show, and what they draw of it.

`SCROLLSIM_STORE` names the store; without it, that is `demo.sqlite` in the root of the clone. Nothing
is written to it. `SCROLLSIM_SWEEP` begins the key of the sweep; without it, the sweep with the most
runs is shown.
"""

import os
import sqlite3
import textwrap
from pathlib import Path, PurePath

import matplotlib.pyplot as plt
import pandas
from scrollsim_results import GREY, OKABE_ITO, say

# Notebooks are executed in their own folder, one below the store.
FOUND = "demo.sqlite" if Path("demo.sqlite").is_file() else "../demo.sqlite"
PATH = Path(os.environ.get("SCROLLSIM_STORE", FOUND)).resolve()
if not PATH.is_file():
    raise FileNotFoundError(f"{PATH}: no store; each notebook begins with the command that makes one")

store = sqlite3.connect(f"{PATH.as_uri()}?mode=ro", uri=True)


def read(sql, **parameters):
    """Rows of a query as a table."""
    return pandas.read_sql(sql, store, params=parameters)


sweeps = read("""
    SELECT sweep.key, coalesce(nullif(sweep.title, ''), 'no title') AS title,
      sweep.runs AS asked, count(member.run) AS made
    FROM sweep LEFT JOIN member ON member.sweep = sweep.key
    GROUP BY sweep.key ORDER BY made DESC, sweep.key
    """)
assert (sweeps["made"] <= sweeps["asked"]).all(), "a sweep has more runs than it asked for"

wanted = sweeps[sweeps["key"].str.startswith(os.environ.get("SCROLLSIM_SWEEP", ""))]
assert len(wanted) and wanted["made"].iloc[0] > 0, "the store has no runs of such a sweep"
SWEEP = wanted.iloc[0]

# The temporary table `chosen` has the runs of the sweep, each with its trace, device and network.
# `scene` is the trace, together with whatever else the sweep varies beside device, policy and
# budget; `machine` is the device. A run without a cache has no policy and no budget.

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


def short(name):
    """A name that fits on an axis."""
    return textwrap.shorten(name, 34, placeholder=" ...") if " " in name else name[:34]


# A slide has room for three scenes, three devices and seven policies. Of more, the first scenes and
# devices of the sweep are drawn, and the policies with the fewest deaths and stalls. To see others,
# put their names into the lists. The temporary table `shown` has the runs that are drawn.
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


def say_what_is_drawn():
    """Says what the figures leave out, and at which budget some of them look."""
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
