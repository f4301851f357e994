"""The effects that a report names, computed once more by numpy from the rows of the store.

    effects.py STORE REPORT.json

The store is that of Traces/effects.yml. Ends with 1 where figures differ by more than rounding, or
where the report does not say what is known of this sweep.
"""
import itertools
import json
import sqlite3
import sys

import numpy as np

store, report = sys.argv[1:]
report = json.load(open(report))["report"]
effects, answer = report["effects"], report["answer"]
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
conditions, levers = (0, 1, 2), (3, 4, 5)
levels = [sorted({row[axis] for row in rows}) for axis in range(len(names))]
stalls = np.full([len(values) for values in levels], np.nan)
for row in rows:
    stalls[tuple(values.index(row[axis]) for axis, values in enumerate(levels))] = row[-1]
assert not np.isnan(stalls).any(), "the grid of Traces/effects.yml is not complete"
scene = stalls.mean(axis=levers, keepdims=True)
divided = stalls / scene
failures = []


def expect(holds, sentence):
    if not holds:
        failures.append(sentence)


def means(values, *axes, keepdims=True):
    return values.mean(axis=tuple(axis for axis in range(len(names)) if axis not in axes), keepdims=keepdims)


# Settings are measured by the divided stalls; seconds come from the undivided ones.
expected, pairs = {}, {}
for axis, name in enumerate(names):
    values, base = (divided, divided) if axis in levers else (stalls, scene)
    by_level, seconds = (means(each, axis, keepdims=False) for each in (values, stalls))
    worst, best = by_level.argmax(), by_level.argmin()
    share = means(base, axis).var() / base.var()
    expected[name] = (seconds[worst] - seconds[best], 1 - by_level[best] / by_level[worst], share)
for first, second in itertools.combinations(range(len(names)), 2):
    values = scene if second in conditions else divided
    rest = means(values, first, second) - means(values, first) - means(values, second) + values.mean()
    pairs[frozenset((names[first], names[second]))] = (rest**2).mean() / values.var()

found = effects["levers"] + effects["conditions"]
expect({effect["axis"] for effect in found} == set(names), f"axes {[effect['axis'] for effect in found]}")
for effect in found:
    figures = (effect["effectSeconds"], effect["effectShare"], effect["varianceShare"])
    expect(np.allclose(figures, expected[effect["axis"]], rtol=1e-9, atol=1e-12),
           f"{effect['axis']}: {figures}, by numpy {expected[effect['axis']]}")
for pair in effects["pairs"]:
    figure = pairs[frozenset(pair["axes"])]
    expect(np.isclose(pair["varianceShare"], figure, rtol=1e-6, atol=1e-12),
           f"{pair['axes']}: {pair['varianceShare']}, by numpy {figure}")
for kind in ("levers", "conditions"):
    order = [effect["axis"] for effect in effects[kind]]
    expect(order == sorted(order, key=lambda name: -expected[name][1]), f"{kind} in the order {order}")
expect([effect["axis"] for effect in effects["conditions"]] == ["trace", "network", "device"],
       "of the conditions trace should come before network before device")
expect(effects["levers"][0]["axis"] == "prefetcher" and 0.7 < expected["prefetcher"][1] < 0.8,
       "prefetching should explain about three quarters of the stall")
expect("prefetcher affects stall time most" in answer[0],
       f"the first sentence names no prefetching: {answer[0]}")

# On feed-to-and-fro a deeper ring helps over wifi, and hurts over wifi-ac.
conflict = next((item for item in effects["conflicts"] if item["lever"] == "prefetcher"
    and item["other"] == "network" and item["conditionLevel"] == "feed-to-and-fro"), None)
if conflict is None:
    failures.append("the report does not say that on feed-to-and-fro the best ring depends on the network")
else:
    feed = next(place for place, path in enumerate(levels[0]) if "feed-to-and-fro" in path)
    rings = [text.split(":")[:2] for text in levels[3]]
    deep, shallow = (rings.index(conflict[name].split(":")) for name in ("first", "second"))
    by_network = stalls[feed].mean(axis=(0, 3, 4))
    saved = dict(zip(levels[2], by_network[:, shallow] - by_network[:, deep]))
    helps, hurts = saved["wifi"], -saved["wifi-ac"]
    expect(np.allclose([conflict["firstSavesSeconds"], conflict["secondSavesSeconds"]], [helps, hurts])
           and helps > 0 and hurts > 0 and conflict["firstAt"] == "wifi",
           f"{conflict['sentence']}, by numpy {helps} and {hurts}")

for failure in failures:
    print(f"effects: {failure}", file=sys.stderr)
if failures:
    sys.exit(1)
print(f"effects: {len(found)} axes and {len(effects['pairs'])} pairs as numpy has them")
