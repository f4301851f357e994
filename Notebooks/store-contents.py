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
# # What is in a store
#
# This notebook shows the contents of a store, checks them, separates measurements from estimates,
# and queries the store in plain SQL. A *store* is an SQLite file with the runs of a *sweep*, which
# replays scroll traces on modeled devices with different cache policies and budgets.
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
import sqlite3
import textwrap
from contextlib import closing

import matplotlib.pyplot as plt
from scrollsim.notebook import OKABE_ITO, STYLE, headline, many, say, short, show
from scrollsim.selection import Selection

plt.rcParams.update(STYLE)
selection = Selection()
read, facts, SWEEP = selection.read, selection.facts, selection.sweep

# %% [markdown]
# ## What is in the store?
#
# A digest of all inputs identifies a run, so two sweeps may share runs. A sweep may be incomplete.
# The notebook uses one sweep: the one with the most runs, or the one whose key begins with
# `SCROLLSIM_SWEEP`.

# %%
sweeps = selection.sweeps
show(sweeps)
assert (sweeps["made"] <= sweeps["asked"]).all(), "a sweep has more runs than it asked for"

missing = SWEEP["asked"] - SWEEP["made"]
say(
    f"**{SWEEP['title']}** `{SWEEP['key'][:8]}`: {SWEEP['made']:,} of "
    f"{many(SWEEP['asked'], 'run')} made"
    + ("." if missing == 0 else f"; **{missing:,} missing**, and so from the figures.")
)

# %% [markdown]
# The view `result` joins each run with its trace, device and network. `scrollsim.selection` makes one
# temporary table of it. `scene` is the trace with everything that the sweep varies, except device,
# policy and budget; `machine` is the device. A run without a cache has no policy and no budget.

# %%
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
# This cell checks these laws on all runs of the store. `part` has the parts of a run's figures;
# parts that are zero are left out. A percentile is NULL if that share of the appearances never
# showed an image, so the ranks determine which percentiles must be NULL.

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
# ## Which figures are measured?
#
# A device is a list of figures: decode times, flash, memory, screen. Each has a source or is marked
# `estimate` (`scrollsim list devices NAME` prints them). Estimates are good enough to compare
# policies, but not to quote milliseconds. A trace is recorded or synthetic.

# %%
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
# ## The same without pandas
#
# The store is an SQLite file, so any program with SQL can read it. In a shell:
#
# ```sh
# sqlite3 -box demo.sqlite "
#   SELECT device, ifnull(label, 'no cache') AS policy, count(*) AS runs,
#     round(avg(stall_s), 3) AS stall_s, round(100.0 * sum(hits) / sum(requests), 1) AS hit_percent
#   FROM result GROUP BY device, label ORDER BY device, stall_s"
# ```
#
# And with Python's own `sqlite3`, for the sweep of this notebook:

# %%
QUESTION = """
    SELECT device, ifnull(label, 'no cache'), count(*), avg(stall_s),
      100.0 * sum(hits) / nullif(sum(requests), 0)
    FROM member JOIN result ON result.key = member.run
    WHERE member.sweep = ? GROUP BY device, label ORDER BY device, avg(stall_s)
"""
with closing(sqlite3.connect(f"{selection.path.as_uri()}?mode=ro", uri=True)) as plain:
    answer = plain.execute(QUESTION, [SWEEP["key"]]).fetchall()

print(f"{'device':20} {'policy':34} {'runs':>6} {'stall s':>9} {'hit %':>6}")
for device, policy, runs, stall, hit in answer:
    rate = "-" if hit is None else f"{hit:.1f}"
    print(f"{device:20} {short(policy):34} {runs:6} {stall:9.3f} {rate:>6}")

# %% [markdown]
# pandas must compute the same sums from the same runs.

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
