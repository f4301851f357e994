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
# # Which eviction policy should an app's image cache have?
#
# This notebook answers three questions:
#
# 1. Which policies differ visibly from LRU? Each answer has a confidence interval over sessions; the
#    command reports more stall, less stall, no visible difference, or an unknown result.
# 2. How much could the best possible policy save? `--regret` has a lower bound for all caches.
# 3. What did Nuke's change from LRU to CLOCK cost? Nuke is an image library for iOS; the change came
#    in May 2026 (13.0.5).
#
# The sessions are sixty drawn ones, the recording `photo-grid-session`, cut at pauses of two seconds,
# and the nine committed recordings. Devices are models, and many of their figures are estimates:
# differences between policies are more reliable than seconds.

# %%
import itertools
from pathlib import Path

import matplotlib.pyplot as plt
import pandas
from matplotlib.lines import Line2D
from matplotlib.patches import Patch
from scrollsim import ask, report, sweep
from scrollsim.notebook import GREY, OKABE_ITO, THICK_LINES, draw_cells, enter_clone, headline
from scrollsim.notebook import legend, listed, say, side_by_side, store

plt.rcParams.update(THICK_LINES)
RECORDINGS = enter_clone()
POLICIES = [
    *["lru", "fifo", "sieve", "s3fifo", "arc", "w-tinylfu", "distance", "expected-stall"],
    *["nscache-arc", "nscache-corelibs"],
]
SESSIONS = {
    "drawn": "sessions:count=60:seed=1",
    "recorded": "cut:Traces/recorded/photo-grid-session.scroll:pause=2",
}
DEVICES = ["iphone-5", "iphone-8"]
PREFETCHERS = {
    "none": "nothing ahead",
    "neighbours:k=1": "next item ahead",
    "ring:ahead=1": "a screen ahead",
}
BUDGETS = ["32MiB", "128MiB"]

# %% [markdown]
# ## Where do policies differ from LRU?
#
# Each cell below has all policies on all sessions; the figure compares each with `lru`. A difference
# is *visible* from 1 % of the larger figure and one frame of missing screen a minute on. *More* and
# *less* are differences whose 95 % intervals, for all policies of a cell at once, contain no
# difference that is not visible.


# %%
KINDS = {
    "more": "stalls more",
    "less": "stalls less",
    "not resolvable": "not resolvable",
    "not known": "few",
}


def compare(sessions, device, prefetcher, budget):
    """Each policy against lru in one cell, with the command's verdict."""
    name = f"{sessions}-{device}-{prefetcher}-{budget}".replace(":", "-")
    options = {"device": device, "prefetch": prefetcher, "budget": budget, "jobs": 1}
    axes = options | {"trace": SESSIONS[sessions], "policy": ",".join(POLICIES)}
    runs = sweep(store=store(name), **axes)
    assert runs["killed"].isna().all() and set(runs["policy"]) == set(POLICIES)
    means = runs.groupby("policy")["stall_s"].mean()
    rows = report(store(name))["differences"]
    assert {row["against"] for row in rows} == {"lru"}
    verdicts = {row["policy"]: row["stallSeconds"]["verdict"] for row in rows}
    return [
        {
            "sessions": sessions,
            "device": device,
            "prefetcher": prefetcher,
            "budget": budget,
            "policy": policy,
            "verdict": "lru" if policy == "lru" else KINDS.get(verdicts[policy], "no matter"),
            "above": 100 * (means[policy] / means["lru"] - 1),
        }
        for policy in POLICIES
    ]


CELLS = list(itertools.product(SESSIONS, DEVICES, PREFETCHERS, BUDGETS))
cells = pandas.DataFrame(itertools.chain(*side_by_side(compare, CELLS)))
COLOURS = {
    "lru": ("lru, the reference", "white", "#555555", ""),
    "stalls less": ("stalls less", "white", OKABE_ITO["blue"], ""),
    "no matter": ("no visible difference", "black", "#BFDDF0", ""),
    "not resolvable": ("not resolvable with these sessions", "black", "#EEEEEE", ""),
    "few": ("too few sessions differ", "black", "#EEEEEE", "///"),
    "stalls more": ("stalls more", "black", OKABE_ITO["vermilion"], ""),
}

figure, panels = plt.subplots(2, 1, figsize=(15, 11.5))
columns = list(itertools.product(DEVICES, PREFETCHERS, BUDGETS))
placed = cells.set_index(["sessions", "policy", "device", "prefetcher", "budget"])
for ax, sessions in zip(panels, SESSIONS):

    def cell(policy, column):
        row = placed.loc[(sessions, policy, *column)]
        text = "lru" if policy == "lru" else f"{row['above']:+.0f}"
        return text, *COLOURS[row["verdict"]][1:]

    draw_cells(ax, POLICIES, columns, cell)
    ax.set_xticks(range(len(columns)), [column[2].replace("MiB", "") for column in columns])
    for place, (device, prefetcher) in enumerate(itertools.product(DEVICES, PREFETCHERS)):
        middle = len(BUDGETS) * place + (len(BUDGETS) - 1) / 2
        ax.text(middle, -0.7, f"{device}\n{PREFETCHERS[prefetcher]}", ha="center", size=12)
        ax.axvline(len(BUDGETS) * (place + 1) - 0.5, color="black", linewidth=1)
    ax.set_title(f"{sessions} sessions", pad=44)
ax.set_xlabel("budget, MiB")
legend(
    figure,
    [
        Patch(fc=colour, ec=GREY, hatch=hatch, label=name)
        for name, _, colour, hatch in COLOURS.values()
    ],
    width=3.4,
)
headline(
    figure,
    "Which policy stalls more than lru, and which less?",
    "Numbers: mean stall seconds above lru, %. Intervals of 95 % hold for all policies of a column at "
    "once.",
)
plt.show()

others = cells[cells["policy"] != "lru"]
more, less = (others[others["verdict"] == kind] for kind in ["stalls more", "stalls less"])
unknown = others["verdict"].isin(["not resolvable", "few"])
by_policy, by_policy_less = (
    kind["policy"].value_counts().reindex(POLICIES[1:], fill_value=0) for kind in [more, less]
)
by_prefetcher = more["prefetcher"].value_counts().reindex(list(PREFETCHERS), fill_value=0)
by_place = more.groupby(["device", "budget"], sort=False).size()
say(
    f"Of {len(others)} comparisons with lru, {len(more)} policies stall more, {len(less)} stall less, "
    f"{(others['verdict'] == 'no matter').sum()} show no visible difference, and {unknown.sum()} cannot "
    "be resolved with these sessions. More most often: "
    + listed(f"**{policy}** ({count})" for policy, count in by_policy.nlargest(3).items())
    + "; less: "
    + (
        listed(f"**{policy}** ({count})" for policy, count in by_policy_less.items() if count)
        or "no policy"
    )
    + "."
)
say(
    f"Of the {len(more)} that stall more, "
    + listed(f"{count} are with {PREFETCHERS[name]}" for name, count in by_prefetcher.items())
    + "; "
    + listed(f"{count} on {device} with {budget}" for (device, budget), count in by_place.items())
    + "."
)
best_found = others.loc[others["above"].idxmin()]
say(
    f"The best found against lru is {best_found['policy']} with {best_found['above']:.0f} % "
    f"({best_found['device']}, {PREFETCHERS[best_found['prefetcher']]}, {best_found['budget']}, "
    f"{best_found['sessions']} sessions)."
)

# %% [markdown]
# ## How much could a better policy save?
#
# The nine recordings, with 64 MiB and the next item prefetched. The *lower bound* is the stall that no
# cache of that budget avoids. The *best found* is the least stall of some forty policies and of one
# that knows the next requests. The true optimum lies between them.

# %%
KNOWN = ["proven_stall_s", "reached_stall_s", "lru_stall_s"]
bounds = {}
for device in DEVICES:
    options = {"device": device, "policy": "lru,nscache-corelibs", "budget": "64MiB"}
    runs = sweep(trace=RECORDINGS, regret=True, **options)
    runs["recording"] = runs["trace"].map(lambda path: Path(path).stem)
    known = runs[runs["policy"] == "lru"].set_index("recording")[KNOWN]
    known["corelibs"] = runs[runs["policy"] != "lru"].set_index("recording")["stall_s"]
    assert (known["proven_stall_s"] <= known["reached_stall_s"] + 1e-9).all()
    assert (known["reached_stall_s"] <= known["lru_stall_s"] + 1e-9).all()
    bounds[device] = known

MARKS = {
    "proven_stall_s": ("|", "black", "lower bound", 22),
    "reached_stall_s": ("D", OKABE_ITO["green"], "best found", 9),
    "lru_stall_s": ("o", OKABE_ITO["blue"], "lru", 16),
    "corelibs": ("X", OKABE_ITO["vermilion"], "nscache-corelibs", 10),
}


def mark(column):
    """How a figure of the bound is drawn; `lru` as a ring, since others often lie on it."""
    marker, colour, name, size = MARKS[column]
    style = {"marker": marker, "color": colour, "ms": size, "ls": "", "label": name}
    if column == "lru_stall_s":
        return style | {"mfc": "none", "mec": colour, "mew": 2.5}
    return style | ({"mec": colour, "mew": 3} if marker == "|" else {"mew": 0.8})


figure, panels = plt.subplots(1, 2, figsize=(15, 6.4), sharey=True)
for ax, (device, known) in zip(panels, bounds.items()):
    ax.hlines(known.index, known["proven_stall_s"], known["corelibs"], color="#CCCCCC", linewidth=3)
    for column in ["proven_stall_s", "lru_stall_s", "reached_stall_s", "corelibs"]:
        ax.plot(known[column], known.index, **mark(column), zorder=3)
    ax.set(title=device, xlabel="stall seconds (logarithmic above 0.1)")
    ax.set_xscale("symlog", linthresh=0.1)
    ax.set_xlim(-0.01, 100)
    ax.set_xticks([0, 0.1, 1, 10, 100], ["0", "0.1", "1", "10", "100"])
    ax.grid(axis="y", visible=False)
panels[0].invert_yaxis()
legend(figure, [Line2D([], [], **mark(column)) for column in MARKS], width=3.6)
headline(
    figure,
    "How much of the missing screen could any policy save?",
    "Recorded scrolls, 64 MiB, the next item loaded ahead.",
)
plt.show()

for device, known in bounds.items():
    total = known[[*KNOWN, "corelibs"]].sum()
    say(
        f"**{device}**: of the {total['lru_stall_s']:.1f} s that `lru` stalls in all nine, "
        f"{100 * total['proven_stall_s'] / total['lru_stall_s']:.0f} % remain with any cache (lower "
        f"bound); the best found saves "
        f"{100 * (1 - total['reached_stall_s'] / total['lru_stall_s']):.0f} %, most of it in "
        f"{(known['lru_stall_s'] - known['reached_stall_s']).idxmax()}. `nscache-corelibs` stalls "
        f"{100 * (total['corelibs'] / total['lru_stall_s'] - 1):.0f} % more."
    )

# %% [markdown]
# ## Nuke: LRU against CLOCK
#
# Up to 13.0.4 Nuke moved an image to the end of a list whenever it was used (LRU). Since 13.0.5 it
# only marks the image, and spares a marked image once when it makes room (CLOCK). That is less work
# under the lock, but the order does not keep the time of the last use. First the hit rates of the
# nine recordings, without a screen or a clock, with room for a share of the images of a recording:

# %%
SHARES = ["2%", "5%", "10%", "20%", "30%", "50%", "70%", "100%"]
NUKE = "nuke-lru,nuke-clock,belady"
replays = pandas.DataFrame(
    ask(
        "replay", *RECORDINGS, "--policy", NUKE, "--capacity", ",".join(SHARES), "--unit", "items"
    )
)
replays["recording"] = replays["trace"].map(lambda path: Path(path).stem)
replays["hits"] = 100 * (replays["requests"] - replays["misses"]) / replays["requests"]
hits = replays.pivot(index=["recording", "share"], columns="policy", values="hits")
lost = (hits["nuke-lru"] - hits["nuke-clock"]).unstack("share")[SHARES]

# %% [markdown]
# Then what users see: 150 drawn sessions with the loader `nuke` on an iPhone 8, over Wi-Fi, with the
# library's defaults (including its disk cache), and with images whose server forbids caching on disk.

# %%
LOADERS = {"nuke": "with its disk cache", "nuke:diskCache=false": "nothing kept on disk"}
LIMITS = ["64MiB", "128MiB", "256MiB", "15%<=768MiB"]


def change(loader, limit):
    """What CLOCK changes against LRU, in stall seconds and in hit rate, with intervals."""
    name = f"{loader}-{limit}".replace(":", "-").replace("%<=", "-")
    options = {"device": "iphone-8", "loader": loader, "budget": limit, "jobs": 1}
    axes = options | {"trace": "sessions:count=150:seed=1", "policy": "nuke-lru,nuke-clock"}
    runs = sweep(store=store(name), **axes)
    means = runs.groupby("policy")["stall_s"].mean()
    percent = 100 * (means["nuke-clock"] / means["nuke-lru"] - 1)
    answer = {"loader": loader, "limit": limit, "percent": percent, "lru": means["nuke-lru"]}
    (row,) = (row for row in report(store(name))["differences"] if row["policy"] != row["against"])
    for figure in ["stallSeconds", "hitRate"]:
        mean, low, high = (row[figure][end] for end in ["mean", "low", "high"])
        verdict = row[figure]["verdict"]
        if row["policy"] == "nuke-lru":  # LRU less CLOCK: turned round
            mean, low, high = -mean, *(None if low is None else -end for end in (high, low))
            verdict = {"less": "more", "more": "less"}.get(verdict, verdict)
        answer |= {figure: mean, f"{figure} low": low, f"{figure} high": high}
        answer[f"{figure} verdict"] = verdict
    return answer


nuke = pandas.DataFrame(side_by_side(change, itertools.product(LOADERS, LIMITS)))

figure, (ax, hit, stall) = plt.subplots(1, 3, figsize=(17, 6.2))
for name, colour, marker in [
    ("belady", "black", "^"),
    ("nuke-lru", OKABE_ITO["blue"], "o"),
    ("nuke-clock", OKABE_ITO["orange"], "s"),
]:
    means = hits[name].unstack("share")[SHARES].mean()
    ax.plot(SHARES, means, color=colour, marker=marker, label=name)
ax.set(
    title="Replayed: hit rate, mean of nine",
    ylabel="%",
    xlabel="capacity, share of the images",
    ylim=(0, None),
)
ax.legend(loc="lower right")
for offset, (loader, text) in zip([-0.12, 0.12], LOADERS.items()):
    rows = nuke[nuke["loader"] == loader]
    colour, marker = (OKABE_ITO["purple"], "D") if offset < 0 else (OKABE_ITO["green"], "o")
    for panel, name, scale in [(hit, "hitRate", 100), (stall, "stallSeconds", 1000)]:
        places = [place + offset for place in range(len(LIMITS))]
        panel.plot(places, scale * rows[name], marker, color=colour, ms=9, label=text, zorder=3)
        known = rows[f"{name} low"].notna()
        panel.vlines(
            [place for place, is_known in zip(places, known) if is_known],
            scale * rows.loc[known, f"{name} low"].astype(float),
            scale * rows.loc[known, f"{name} high"].astype(float),
            color=colour,
            linewidth=2.5,
        )
for panel, title, unit in [
    (hit, "Hit rate: CLOCK less LRU", "points"),
    (stall, "Stall: CLOCK less LRU", "ms a session"),
]:
    panel.axhline(0, color=GREY, linewidth=1.5)
    panel.set(title=title, ylabel=unit, xlabel="limit of the memory cache")
    panel.set_xticks(range(len(LIMITS)), [limit.replace("<=", "\n<=") for limit in LIMITS])
legend(figure, stall.get_legend_handles_labels()[0])
headline(
    figure,
    "What did Nuke's change from LRU to CLOCK cost?",
    "Left: nine recordings. Right: 150 drawn sessions on an iPhone 8; bars are intervals of 95 %, "
    "and missing where fewer than twelve sessions differ.",
)
plt.show()

gap = hits.groupby("share").mean()
matters = nuke[nuke["stallSeconds verdict"] == "more"]
default = nuke[nuke["limit"] == LIMITS[-1]].set_index("loader")
say(
    f"Replayed, CLOCK hits less often than LRU in {(lost > 0).sum().sum()} of {lost.size} pairs of "
    f"recording and capacity, more often in {(lost < 0).sum().sum()}; it loses "
    f"{lost.mean().mean():.1f} points in the mean and {lost.max().max():.1f} at most "
    f"({lost.max(axis=1).idxmax()}). The optimum is "
    f"{(gap['belady'] - gap['nuke-lru']).mean():.1f} points above LRU in the mean."
)
kinds = nuke["hitRate verdict"].value_counts()
told = (
    f"{LOADERS[row.loader]}, {row.limit} ({row.percent:+.1f} %)" for row in matters.itertuples()
)
say(
    f"On screen, CLOCK's hit rate is lower in {kinds.get('less', 0)} of {len(nuke)} settings, higher "
    f"in {kinds.get('more', 0)}; at Nuke's own limit it is "
    f"{-100 * default['hitRate'].mean():.1f} points lower in the mean. The stall is visibly more in "
    f"{len(matters)}{': ' + listed(told) if len(matters) else ''}. With the library's defaults, CLOCK "
    f"costs {1000 * default['stallSeconds']['nuke']:.1f} ms of missing screen "
    f"a session of {1000 * default['lru']['nuke']:,.0f}."
)

# %% [markdown]
# ## Conclusions

# %%
assert by_prefetcher.idxmax() == "ring:ahead=1"
assert by_policy["nscache-corelibs"] == by_policy.max() > 0 and len(less) < len(more)
calm = others.query("device == 'iphone-8' and prefetcher == 'none'")["verdict"]
assert "stalls more" not in set(calm) and (calm == "no matter").mean() > 0.6
assert others["above"].min() > -20
for known in bounds.values():
    total = known[[*KNOWN, "corelibs"]].sum()
    assert (
        total["proven_stall_s"]
        < total["reached_stall_s"]
        < total["lru_stall_s"]
        < total["corelibs"]
    )
assert lost.mean().mean() > 0 and (lost > 0).sum().sum() > 5 * (lost < 0).sum().sum()
assert (nuke["hitRate"] < 0).all() and kinds.get("more", 0) == 0
assert not nuke.loc[nuke["loader"] == "nuke", "stallSeconds verdict"].isin(["less", "more"]).any()
assert (nuke["percent"] < 3).all()
