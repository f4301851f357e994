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
# # How big should an image cache be?
#
# Does the device's memory determine the right limit of an image cache, or the size of the pictures?
# Libraries use a share of the device's memory: Nuke takes 15 %, at most 768 MiB; before March 2026
# it took 20 %, at most 512 MiB; Kingfisher takes a quarter. Flutter takes 100 MiB on every device.
#
# Twenty drawn sessions scroll to and fro through three columns of square pictures, once with every
# size of picture, on phones of 2 to 8 GB. The policy is LRU, and evicted images are downloaded
# again. Devices are models, and many of their figures are estimates: the limits are orders of
# magnitude.

# %%
import re

import matplotlib.pyplot as plt
import pandas
from matplotlib.lines import Line2D
from scrollsim import ask, command, report, sweep
from scrollsim.notebook import GREY, OKABE_ITO, THICK_LINES, WORK, headline, legend, listed
from scrollsim.notebook import plain_ticks, say, show, side_by_side, store

plt.rcParams.update(THICK_LINES)
MIB = 1 << 20
SIDES = [200, 400, 800, 1170, 1600, 2400]
DEVICES = {
    "iphone-8": ("vermilion", "s"),
    "iphone-11": ("sky", "^"),
    "iphone-15-pro": ("blue", "D"),
}
BUDGETS = [16 << step for step in range(8)]  # MiB: 16 to 2048
RULES = {
    "15%<=768MiB": "Nuke since March 2026",
    "20%<=512MiB": "Nuke before",
    "25%": "Kingfisher",
    "100MiB": "Flutter",
}
SETTING = {
    "network": "wifi-ac",
    "loader": "multi-level:diskCache=false",
    "policy": "lru",
    "jobs": 1,
}


def gigabytes(device):
    """The memory of a device, in GB."""
    rows = ask("list", "devices", device)[0]["figures"]
    value = next(row["value"] for row in rows if row["name"] == "memory.total")
    return float(re.match(r"([\d.]+) MB", value)[1]) / 1000


MEMORY = {device: gigabytes(device) for device in DEVICES}
assert list(MEMORY.values()) == sorted(MEMORY.values())

# The users of an app: nobody knows them, so each phone has the same share, once for each size.
shares = ", ".join(f"{device}: {1 / len(DEVICES)}" for device in DEVICES)
for side in SIDES:
    (WORK / f"users-{side}.yml").write_text(
        f"title: phones alike\ndevices: {{{shares}}}\nsessions: {{{side}px: 1}}\n"
    )


def answer(side):
    """With pictures of one size: all runs, what is enough, the best rule, and the libraries'."""
    catalogue = f"items=900 size={side}x{side} mix=jpeg content=photo origin=network"
    folder = f"{WORK}/{side}px/"
    command(
        *"trace generate --style to-and-fro --count 20 --seed 1 --catalogue".split(),
        *[catalogue, "--output", folder],
    )
    axes = SETTING | {"trace": folder, "device": ",".join(DEVICES)}
    runs = sweep(store=store(f"size-{side}"), **axes, budget=",".join(f"{size}MiB" for size in BUDGETS))
    ruled = sweep(store=store(f"rules-{side}"), **axes, budget=",".join(RULES))
    people = WORK / f"users-{side}.yml"
    assert runs["killed"].isna().all() and ruled["killed"].isna().all()
    searched, named = (
        report(store(f"{kind}-{side}"), population=people)["population"]["choices"]
        for kind in ["size", "rules"]
    )
    return runs.assign(side=side), report(store(f"size-{side}"), table="budgets"), searched, named


answers = dict(zip(SIDES, side_by_side(answer, [(side,) for side in SIDES])))
runs = pandas.concat(answer[0] for answer in answers.values())
runs["budget"] = runs["budget_bytes"] / MIB
groups = runs.groupby(["side", "device", "budget"])
means = groups[["stall_s", "hit_rate"]].mean()
enough = pandas.concat(answer[1].assign(side=side) for side, answer in answers.items())
enough = enough.pivot(index="side", columns="device", values="enough")[list(DEVICES)]
enough = enough.map(lambda size: int(size[:-3]) * {"MiB": 1, "GiB": 1024}[size[-3:]])
infos = {side: ask("trace", "info", WORK / f"{side}px/session-001.scroll") for side in SIDES}
PICTURE = {side: info["decodedBytes"] / info["images"] / MIB for side, info in infos.items()}

# %% [markdown]
# ## What does a larger budget gain?
#
# *Enough* is the smallest budget with no visible difference from the least mean stall. A difference is
# visible from 1 % and one frame of missing screen a minute.

# %%
SHOWN = [400, 1170, 2400]
figure, grid = plt.subplots(2, len(SHOWN), figsize=(16, 8.4), sharex=True)
for column, side in enumerate(SHOWN):
    for row, (name, scale, unit) in enumerate(
        [("stall_s", 1, "stall s"), ("hit_rate", 100, "hits, %")]
    ):
        ax = grid[row, column]
        for size, (device, (colour, marker)) in zip([12, 9, 7], DEVICES.items()):
            line = scale * means[name][side, device]
            style = {"color": OKABE_ITO[colour], "marker": marker, "ms": size}
            ax.plot(line.index, line, lw=size / 3.5, **style)
            chosen = enough[device][side]
            ax.plot(chosen, line[chosen], "o", ms=20, mfc="none", mec=OKABE_ITO[colour], mew=2)
        ax.set_xscale("log", base=2)
        plain_ticks(ax.xaxis, BUDGETS[::2])
        ax.set_ylim(0, 1.12 * scale * means[name][side].max())
        ax.margins(x=0.08)
        if column == 0:
            ax.set_ylabel(unit)
    grid[0, column].set_title(f"{side}x{side}: {PICTURE[side]:.1f} MiB each")
    grid[1, column].set_xlabel("budget, MiB")
handles = []
for device, (colour, marker) in DEVICES.items():
    style = {"color": OKABE_ITO[colour], "marker": marker}
    handles.append(Line2D([], [], **style, label=f"{device}, {MEMORY[device]:.0f} GB"))
ring = Line2D(
    [], [], color=GREY, marker="o", ms=15, mfc="none", mec=GREY, mew=2, ls="", label="enough"
)
legend(figure, [*handles, ring])
headline(
    figure,
    "What does a larger cache buy?",
    "Means of 20 sessions; pictures in cells of 130 points, 390 pixels on the newer phones.",
)
plt.show()

harm = []
for side in SIDES:
    for device in DEVICES:
        line = means["stall_s"][side, device]
        if line.iloc[-1] > 1.01 * line.min():
            harm.append((side, device, line.idxmin(), 100 * (line.iloc[-1] / line.min() - 1)))
for side in SHOWN:
    line = means["stall_s"][side]
    say(
        f"**{side}x{side}**: from {BUDGETS[0]} MiB to the best budget the stall falls by "
        + listed(
            f"{100 * (1 - line[device].min() / line[device].iloc[0]):.0f} % on {device}"
            for device in DEVICES
        )
        + "."
    )
worst = max(harm, key=lambda pair: pair[3])
say(
    f"More is not always better: in {len(harm)} of {enough.size} pairs of picture and phone, "
    f"{BUDGETS[-1]} MiB stall more than a smaller budget, since the system warns and the cache is "
    f"emptied; most on {worst[1]} with {worst[0]}x{worst[0]}, {worst[3]:.0f} % more than with "
    f"{worst[2]:.0f} MiB."
)

# %% [markdown]
# ## Does memory or the size of the picture determine which budget is enough?

# %%
figure, (ax, other) = plt.subplots(1, 2, figsize=(16, 6.6), width_ratios=[1, 1])
for size, (device, (colour, marker)) in zip([14, 11, 8], DEVICES.items()):
    style = {"color": OKABE_ITO[colour], "marker": marker, "ms": size}
    ax.plot([PICTURE[side] for side in SIDES], enough[device], lw=size / 4, **style)
room = (enough["iphone-15-pro"] / pandas.Series(PICTURE)).loc[: SIDES[-2]]
line = [PICTURE[side] * room.median() for side in SIDES]
ax.plot([PICTURE[side] for side in SIDES], line, color="black", lw=1.2, ls=(0, (6, 3)))
ax.text(PICTURE[SIDES[0]] * 1.25, line[0], f"{room.median():.0f} pictures", va="top", size=12)
ax.set(
    xscale="log", yscale="log", xlabel="one picture, MiB", ylabel="enough, MiB", title="By picture"
)
labels = [f"{PICTURE[side]:.1f}\n{side}px" for side in SIDES]
plain_ticks(ax.xaxis, [PICTURE[side] for side in SIDES], labels)
DASHES = {"15%<=768MiB": "-", "20%<=512MiB": "--", "25%": ":", "100MiB": "-."}
memory = [MEMORY[device] for device in DEVICES]
for rule, dash in DASHES.items():
    axes = SETTING | {"trace": "sessions:seed=1#1", "device": ",".join(DEVICES), "budget": rule}
    limits = sweep(**axes).set_index("device")["budget_bytes"]
    style = {"color": "black", "lw": 1.8, "label": f"{rule}: {RULES[rule]}"}
    other.plot(memory, limits[list(DEVICES)] / MIB, dash, **style)
ends = {}
for side, shade in zip(SIDES, [0.35, 0.45, 0.55, 0.68, 0.82, 1.0]):
    line = enough.loc[side]
    other.plot(memory, line, color=plt.cm.YlGnBu(shade), marker="o", zorder=3)
    ends.setdefault(line.iloc[-1], []).append(f"{side}px")
for end, sides in ends.items():
    other.text(memory[-1] * 1.06, end, "\n".join(sides), va="center", size=12)
other.set(
    xscale="log",
    yscale="log",
    xlabel="memory of the phone, GB",
    title="By memory, and what libraries take",
)
other.set_xlim(min(memory) / 1.1, max(memory) * 1.3)
plain_ticks(other.xaxis, memory, [f"{size:.0f}" for size in memory])
other.legend(loc="lower left", fontsize=11, bbox_to_anchor=(0.1, 0))
for panel in (ax, other):
    plain_ticks(panel.yaxis, BUDGETS)
    panel.set_ylim(BUDGETS[0] / 5, BUDGETS[-1] * 2.6)
legend(figure, handles)
headline(
    figure,
    "Which budget is enough: is it the phone's memory, or the picture?",
    "All axes logarithmic. Left, a line per phone; right, the same as a line per size of picture "
    "(green to blue), and the limits of libraries (black).",
)
plt.show()

steps = enough.max(axis=1) / enough.min(axis=1)
alike = [side for side in SIDES if steps.loc[:side].max() <= 2]
spans = {side: sorted({enough.loc[side].min(), enough.loc[side].max()}) for side in alike}
say(
    f"Up to {alike[-1]}x{alike[-1]} the phone hardly matters: "
    + listed(f"{' to '.join(map(str, span))} MiB for {side}px" for side, span in spans.items())
    + " are enough on each. What is enough is a number of pictures: on iphone-15-pro from "
    f"{room.min():.0f} to {room.max():.0f} of them, whatever their size up to {SIDES[-2]}px, "
    f"{PICTURE[SIDES[-2]] / PICTURE[SIDES[0]]:.0f} times the bytes. Beyond {alike[-1]}px the "
    "smaller phones cannot hold so many."
)
show(enough.rename_axis("pixels a side").reset_index(), precision=0)

# %% [markdown]
# ## Is there a good rule "p % of memory, at most c"?
#
# `report --population` finds the best rule for a size of picture: it tries all shares from 1 to 50 %
# with all swept caps, for users of whom a third has each phone. The swept budgets double. Of rules
# without a visible difference it takes the one with the smaller budget. How good are the libraries'
# rules?

# %%
FOUND = "found: p % of memory, at most c"
rows = {}
for side, (_, _, searched, named) in answers.items():
    stalls = {choice["budget"]: choice["stallSeconds"] for choice in named}
    rows[side] = stalls | {"rule": searched[0]["budget"], FOUND: searched[0]["stallSeconds"]}
rules = pandas.DataFrame(rows).T
stalls = rules[[FOUND, *RULES]].astype(float)
above = stalls.sub(stalls.min(axis=1), axis=0).div(stalls.min(axis=1), axis=0).mul(100)
figure, ax = plt.subplots(figsize=(14, 5.8))
COLOURS = ["green", "blue", "sky", "orange", "purple"]
STYLES = zip(above.columns, COLOURS, ["", "", "//", "", "xx"])
for place, (rule, colour, hatch) in enumerate(STYLES):
    spots = [spot + 0.17 * (place - 2) for spot in range(len(SIDES))]
    ax.bar(
        spots,
        above[rule],
        width=0.16,
        color=OKABE_ITO[colour],
        hatch=hatch,
        ec="white",
        label=f"{rule}: {RULES[rule]}" if rule in RULES else rule,
    )
    for spot, value in zip(spots, above[rule]):
        ax.text(spot, value + 0.01 * above.max().max(), f"{value:.0f}", ha="center", size=11)
ax.set_xticks(range(len(SIDES)), [f"{side}px\n{rules['rule'][side]}" for side in SIDES])
ax.set(ylabel="stall above the least, %")
ax.grid(axis="x", visible=False)
ax.legend(loc="upper left")
headline(
    figure,
    "Which rule for all phones, and for which picture?",
    "Mean stall of three phones alike, above the least of the five rules. Below each size of "
    "picture, the rule that was found for it.",
)
plt.show()
small, large = 400, above[list(RULES)].max(axis=1).idxmax()
least = stalls.min(axis=1)
say(
    "The rule that is found depends on the picture: "
    + listed(f"{rules['rule'][side]} for {side}px" for side in SIDES)
    + f". With pictures as large as their cells ({small}px) the libraries' rules leave at most "
    f"{stalls.loc[small].max() - least[small]:.3f} s more than the least of a session's "
    f"{least[small]:.2f}. With larger ones they stall up to "
    + listed(f"{above[rule].max():.0f} % ({RULES[rule]})" for rule in RULES)
    + f" above the least, most with {large}px."
)

# %% [markdown]
# ## How far is LRU from the best cache of that size?
#
# A better policy may need less memory. *Regret* is the stall that a cache with foresight would save.

# %%
CAPACITIES = ["2%", "5%", "10%", "20%", "30%", "50%", "70%", "100%"]
sessions = sorted(str(path) for path in (WORK / "400px").glob("*.scroll"))
words = ["--policy", "lru", "--capacity", ",".join(CAPACITIES), "--unit", "items", "--regret"]
replays = pandas.DataFrame(ask("replay", *sessions, *words))
replays["least"] = [regret["leastMisses"] for regret in replays["regret"]]
misses = replays.groupby("share")[["requests", "misses", "least"]].sum().loc[CAPACITIES]
hits = 100 * (1 - misses[["misses", "least"]].div(misses["requests"], axis=0))
some = sorted(str(path) for path in (WORK / "1170px").glob("*.scroll"))[:12]
axes = SETTING | {"jobs": 2, "device": "iphone-11", "budget": "64MiB,256MiB,1GiB"}
bound = sweep(**axes, trace=some, regret=True)
stalls = bound.groupby("budget_bytes")[["lru_stall_s", "reached_stall_s", "proven_stall_s"]].mean()

figure, (ax, other) = plt.subplots(1, 2, figsize=(15, 5.8))
LINES = {
    "least": ("black", "^", "no cache hits more (min-bypass)"),
    "misses": (OKABE_ITO["blue"], "o", "lru"),
}
for name, (colour, marker, text) in LINES.items():
    ax.plot(
        CAPACITIES, hits[name], color=colour, marker=marker, ms=10, lw=2.5, mec="white", label=text
    )
ax.set(
    title="Hit rate by capacity",
    xlabel="capacity, share of all pictures asked for",
    ylabel="%",
    ylim=(0, None),
)
ax.legend(loc="lower right")
BARS = {
    "lru_stall_s": ("blue", "lru"),
    "reached_stall_s": ("green", "the least that was tried"),
    "proven_stall_s": ("black", "proven: no cache leaves less"),
}
for place, (name, (colour, text)) in enumerate(BARS.items()):
    spots = [spot + 0.27 * (place - 1) for spot in range(len(stalls))]
    other.bar(spots, stalls[name], width=0.25, color=OKABE_ITO[colour], label=text)
    for spot, value in zip(spots, stalls[name]):
        other.text(spot, value, f"{value:.2f}", ha="center", va="bottom", size=11)
other.set_xticks(range(len(stalls)), [f"{size / MIB:.0f} MiB" for size in stalls.index])
other.set(title="Stall seconds: 1170px on iphone-11", ylim=(0, 1.45 * stalls.max().max()))
other.grid(axis="x", visible=False)
other.legend(loc="upper right")
headline(
    figure,
    "Would a better policy need less?",
    "The same sessions, right twelve of them; left without a device.",
)
plt.show()

regret = hits["least"] - hits["misses"]
gain = 100 * (1 - stalls["reached_stall_s"] / stalls["lru_stall_s"])
bought = 100 * (1 - stalls["lru_stall_s"].iloc[-1] / stalls["lru_stall_s"].iloc[0])
say(
    f"LRU hits {regret.max():.0f} points less than the best possible where that is most "
    f"({regret.idxmax()} of the pictures). On screen, everything that was tried saves "
    f"{gain.min():.0f} to {gain.max():.0f} % of LRU's stall at the same budget; "
    f"{stalls.index[-1] / stalls.index[0]:.0f} times the budget saves {bought:.0f} %."
)

# %% [markdown]
# ## Conclusions

# %%
assert {200, 400, 800} <= set(alike) and enough.loc[400].max() <= 256
assert room.max() / room.min() < 4.5, "enough is no number of pictures"
assert enough.loc[1600, "iphone-15-pro"] > 16 * enough.loc[200, "iphone-15-pro"]
assert harm and all(device != "iphone-15-pro" for _, device, *_ in harm)
assert rules["rule"].nunique() > 2, "one rule would do for every picture"
assert above.loc[1170, "15%<=768MiB"] > 5 and above.loc[1170, "20%<=512MiB"] > 5
assert above["25%"].max() < above["15%<=768MiB"].max()
assert (hits["least"] >= hits["misses"]).all()
assert (stalls["proven_stall_s"] <= stalls["reached_stall_s"]).all()
