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
# # What a second less costs, and on which device
#
# This notebook shows the memory that a shorter stall time costs, and which policy comes closest to the
# best on each device.
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

import matplotlib.patheffects as effects
import matplotlib.pyplot as plt
import pandas
from matplotlib.colors import PowerNorm
from matplotlib.lines import Line2D
from matplotlib.ticker import MaxNLocator
from scrollsim.notebook import GREY, STYLE, headline, legend, many, nothing, say, short, show
from scrollsim.selection import DIED, Selection, label

plt.rcParams.update(STYLE)
selection = Selection()
read = selection.read
selection.say_what_is_drawn()

# %% [markdown]
# ## What does a second less cost in memory?
#
# The budget is the cache limit; the footprint is all memory that the system counts for the app. A
# run is on the *front* if no other has both a smaller peak footprint and fewer stall seconds. For a
# run off the front, another one is better at no cost. Runs of killed apps are never on the front.
# The front does not include hitches.

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
figure, by_name = selection.panels(height=4.1)
front_table, labels = [], {}
for (scene, device), ax in by_name.items():
    rows = points.query("scene == @scene and machine == @device")
    if rows.empty:
        nothing(ax)
        continue
    for name, (colour, marker) in {**selection.styles, "no cache": (GREY, "*")}.items():
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
    for name, (colour, marker) in selection.styles.items()
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
# The figure compares all policies and devices of the sweep. For each scenario, budget and seed, the
# best policy sets the mark. A policy's stall seconds are summed over all of them and compared with
# the sum of the marks. Zero means that the policy was the best everywhere.

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
