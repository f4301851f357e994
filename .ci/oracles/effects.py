"""The effects that a report names, computed once more by numpy from the rows of the store.

    effects.py STORE REPORT.json

The store is that of Traces/effects.yml. Ends with 1 where figures differ by more than rounding, or
where the report does not say what is known of this sweep.
"""

import json
import sqlite3
import sys

import numpy as np

store, report = sys.argv[1:]
effects = json.load(open(report))["report"]["effects"]
answer = json.load(open(report))["report"]["answer"]

rows = sqlite3.connect(f"file:{store}?mode=ro", uri=True).execute(
    """select trace.path, device.name, network.name, scenario.prefetcher, run.label,
              run.budget_bytes, run.stall_s
       from run
       join scenario on scenario.key = run.scenario
       join trace on trace.digest = scenario.trace
       join profile as device on device.digest = scenario.device
       join profile as network on network.digest = scenario.network"""
).fetchall()
names = ["trace", "device", "network", "prefetcher", "policy", "budget"]
levels = [sorted({row[axis] for row in rows}) for axis in range(len(names))]
stalls = np.full([len(values) for values in levels], np.nan)
for row in rows:
    stalls[tuple(values.index(row[axis]) for axis, values in enumerate(levels))] = row[-1]
assert not np.isnan(stalls).any(), "the grid of Traces/effects.yml is not complete"

conditions, levers = (0, 1, 2), (3, 4, 5)
scene = stalls.mean(axis=levers, keepdims=True)
divided = stalls / scene


def others(axis):
    return tuple(other for other in range(len(names)) if other != axis)


def means(values, *axes):
    rest = tuple(axis for axis in range(values.ndim) if axis not in axes)
    return values.mean(axis=rest, keepdims=True)


# Settings are measured by the divided stalls; seconds come from the undivided ones.
expected, weight = {}, {}
for axis in range(len(names)):
    values, base = (divided, divided) if axis in levers else (stalls, scene)
    by_level = values.mean(axis=others(axis))
    seconds = stalls.mean(axis=others(axis))
    worst, best = by_level.argmax(), by_level.argmin()
    share = means(base, axis).var() / base.var()
    expected[names[axis]] = (seconds[worst] - seconds[best], 1 - by_level[best] / by_level[worst], share)
    weight[names[axis]] = 1 - by_level[best] / by_level[worst]

pairs = {}
for values, possible in ((divided, levers + conditions), (scene, conditions)):
    for first in possible:
        for second in possible:
            if first >= second or (values is divided and {first, second} <= set(conditions)):
                continue
            both = means(values, first, second)
            rest = both - means(values, first) - means(values, second) + values.mean()
            pairs[frozenset((names[first], names[second]))] = (rest**2).mean() / values.var()

failures = []
found = effects["levers"] + effects["conditions"]
for effect in found:
    figures = (effect["effectSeconds"], effect["effectShare"], effect["varianceShare"])
    if not np.allclose(figures, expected[effect["axis"]], rtol=1e-9, atol=1e-12):
        failures.append(f"{effect['axis']}: {figures}, by numpy {expected[effect['axis']]}")
if {effect["axis"] for effect in found} != set(names):
    failures.append(f"axes {[effect['axis'] for effect in found]}")
for pair in effects["pairs"]:
    figure = pairs.get(frozenset(pair["axes"]))
    # Scenes are divided by their means, so two conditions explain nothing of the divided stalls.
    if figure is not None and not np.isclose(pair["varianceShare"], figure, rtol=1e-6, atol=1e-12):
        failures.append(f"{pair['axes']}: {pair['varianceShare']}, by numpy {figure}")
for kind in ("levers", "conditions"):
    order = [effect["axis"] for effect in effects[kind]]
    if order != sorted(order, key=lambda name: -weight[name]):
        failures.append(f"{kind} in the order {order}")
if [effect["axis"] for effect in effects["conditions"]] != ["trace", "network", "device"]:
    failures.append("of the conditions trace should come before network before device")
if effects["levers"][0]["axis"] != "prefetcher" or not 0.7 < expected["prefetcher"][1] < 0.8:
    failures.append("prefetching should explain about three quarters of the stall")
if "prefetcher affects stall time most" not in answer[0]:
    failures.append(f"the first sentence names no prefetching: {answer[0]}")

# On feed-to-and-fro a deeper ring helps over wifi, and hurts over wifi-ac.
feed = next(place for place, path in enumerate(levels[0]) if "feed-to-and-fro" in path)
slow, fast = levels[2].index("wifi"), levels[2].index("wifi-ac")
conflict = next((item for item in effects["conflicts"] if item["lever"] == "prefetcher"
    and item["other"] == "network" and item["conditionLevel"] == "feed-to-and-fro"), None)
if conflict is None:
    failures.append("the report does not say that on feed-to-and-fro the best ring depends on the network")
else:
    ring = {name: next(i for i, text in enumerate(levels[3]) if text.split(":")[:2] == name.split(":"))
        for name in (conflict["first"], conflict["second"])}
    by_network = stalls[feed].mean(axis=(0, 3, 4))
    deep, shallow = ring[conflict["first"]], ring[conflict["second"]]
    helps = by_network[slow, shallow] - by_network[slow, deep]
    hurts = by_network[fast, deep] - by_network[fast, shallow]
    if not np.allclose([conflict["firstSavesSeconds"], conflict["secondSavesSeconds"]], [helps, hurts]):
        failures.append(f"{conflict['sentence']}, by numpy {helps} and {hurts}")
    if not (helps > 0 and hurts > 0 and conflict["firstAt"] == "wifi"):
        failures.append(f"{conflict['sentence']}")

for failure in failures:
    print(f"effects: {failure}", file=sys.stderr)
if failures:
    sys.exit(1)
print(f"effects: {len(found)} axes and {len(effects['pairs'])} pairs as numpy has them")
