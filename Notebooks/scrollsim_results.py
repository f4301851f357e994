"""What the notebooks share: they ask the command `scrollsim`, and draw and say what it answers.

Nothing is simulated here or in a notebook. `SCROLLSIM` names the command; without it, that of a
release build in this clone is taken. It runs in the root of the clone, so `Traces/...` names the
traces there, and what it writes goes into a folder that is gone with the process.
"""

import io
import itertools
import json
import math
import os
import subprocess
import tempfile
import textwrap
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import matplotlib.pyplot as plt
import pandas
from IPython.display import Markdown, display
from matplotlib.ticker import NullLocator

ROOT = Path(__file__).resolve().parents[1]
_folder = tempfile.TemporaryDirectory(prefix="scrollsim-")
WORK = Path(_folder.name)
RECORDINGS = sorted(str(path.relative_to(ROOT)) for path in ROOT.glob("Traces/recorded/*.scroll"))

# Okabe and Ito's colours, which people without full colour vision tell apart.
OKABE_ITO = {
    "black": "#000000",
    "orange": "#E69F00",
    "sky": "#56B4E9",
    "green": "#009E73",
    "yellow": "#F0E442",
    "blue": "#0072B2",
    "vermilion": "#D55E00",
    "purple": "#CC79A7",
}
GREY = "#767676"

plt.rcParams.update(
    {
        "figure.dpi": 110,
        "figure.constrained_layout.use": True,
        "figure.constrained_layout.h_pad": 0.08,
        "figure.constrained_layout.w_pad": 0.1,
        "font.size": 13,
        "axes.titlesize": 14,
        "axes.titleweight": "bold",
        "axes.titlelocation": "left",
        "axes.spines.top": False,
        "axes.spines.right": False,
        "axes.grid": True,
        "axes.axisbelow": True,
        "grid.color": "#E4E4E4",
        "legend.frameon": False,
        "hatch.linewidth": 0.6,
    }
)

# Thick lines, for `plt.rcParams.update` where they cross and meet.
THICK_LINES = {
    "lines.linewidth": 2.5,
    "lines.markersize": 9,
    "lines.markeredgecolor": "white",
}


# Asking


def command(*arguments):
    """What the command prints, as text; its own sentence is the error if it fails."""
    built = ROOT / ".build/release/scrollsim"
    name = os.environ.get("SCROLLSIM") or built
    if not Path(name).is_file():
        raise FileNotFoundError(
            f"{name}: no command; `swift build -c release --product scrollsim` makes {built}, "
            "and SCROLLSIM names another one"
        )
    words = [str(name), *map(str, arguments)]
    ended = subprocess.run(words, cwd=ROOT, capture_output=True, text=True)
    if ended.returncode:
        raise RuntimeError(f"scrollsim {' '.join(words[1:])}\n{ended.stderr.strip()}")
    return ended.stdout


def scrollsim(*arguments):
    """What the command answers to a question, with `--format json`."""
    return json.loads(command(*arguments, "--format", "json"))


def figures(trace, **options):
    """A row for each run of one trace: policy, budget and all figures; options as of `run`."""
    runs = scrollsim("run", trace, *options_of(options))["runs"]
    return pandas.DataFrame(
        {
            "policy": (run["policy"] or {}).get("label") or (run["policy"] or {}).get("name"),
            "budget": run["budgetBytes"],
            "killed": run["killed"],
            **run["figures"],
            **{
                f"{kind}.{part}": value
                for kind, parts in run["parts"].items()
                for part, value in parts.items()
            },
        }
        for run in runs
    )


def options_of(options):
    """Options of the command: `trace=[a, b], regret=True` for `--trace a --trace b --regret`."""
    words = []
    for name, values in options.items():
        for value in values if isinstance(values, list) else [values]:
            words += [f"--{name}"] if value is True else [f"--{name}", value]
    return words


def sweep(name, **axes):
    """The runs of a sweep, a row each, whose store keeps the name for `report`."""
    words = ["sweep", *options_of(axes), "--store", store(name), "--format", "csv"]
    return pandas.read_csv(io.StringIO(command(*words)))


def report(name, **options):
    """The report of a sweep: sentences, ranking, differences with intervals, what is enough."""
    return scrollsim("report", store(name), *options_of(options))["report"]


def table(name, what):
    """One table of the report of a sweep, as it prints it: budgets, differences, ranking, ..."""
    words = ["report", store(name), "--table", what, "--format", "csv"]
    return pandas.read_csv(io.StringIO(command(*words)))


def store(name):
    """Where the store of a sweep is."""
    return WORK / f"{name}.sqlite"


def side_by_side(ask, questions):
    """Asks each question, as many at a time as there are cores; the answers in their order."""
    with ThreadPoolExecutor(os.cpu_count()) as threads:
        return list(threads.map(lambda question: ask(*question), questions))


# Saying


def say(text):
    """Prints a sentence as prose."""
    display(Markdown(text))


def many(count, word):
    """A count with its noun."""
    return f"{count:,.0f} {word}" + ("" if count == 1 else "s")


def listed(words):
    """Words in a sentence: a, b and c."""
    words = [str(word) for word in words]
    return " and ".join(filter(None, [", ".join(words[:-1]), *words[-1:]]))


def show(rows, precision=2):
    """Shows a table without its row numbers."""
    display(rows.style.hide(axis="index").format(precision=precision, na_rep="-"))


# Drawing


def headline(figure, question, note):
    """Puts what is asked above a figure, and below that what one must know to read it."""
    width = figure.get_figwidth()
    lines = textwrap.wrap(question, int(width * 6.8))
    notes = textwrap.wrap(note, int(width * 10.6))
    figure.suptitle("\n".join(lines) + "\n" * len(notes), x=0.01, ha="left", size=19, weight="bold")
    figure.canvas.draw()
    box = figure._suptitle.get_window_extent().transformed(figure.transFigure.inverted())
    figure.text(
        0.01, box.y0, "\n".join(notes), va="bottom", size=13, color="#444444", linespacing=1.3
    )


def legend(figure, handles, width=2.5):
    """Puts a legend below a figure, in rows that are about equally long."""
    if not handles:
        return
    rows = math.ceil(len(handles) * width / figure.get_figwidth())
    figure.legend(handles=handles, loc="outside lower left", ncols=math.ceil(len(handles) / rows))


def plain_ticks(axis, values, labels=None):
    """Ticks at these values alone, on an axis of any scale, as plain numbers unless labelled."""
    axis.set_ticks(list(values), labels or [f"{value:g}" for value in values])
    axis.set_minor_locator(NullLocator())


def draw_cells(ax, rows, columns, cell):
    """Draws a table: `cell(row, column)` has the text, its colour, the ground and a hatch."""
    for (y, row), (x, column) in itertools.product(enumerate(rows), enumerate(columns)):
        text, ink, ground, hatch = cell(row, column)
        box = {"facecolor": ground, "edgecolor": "white", "linewidth": 3, "hatch": hatch}
        ax.add_patch(plt.Rectangle((x - 0.5, y - 0.5), 1, 1, **box))
        ax.text(x, y, text, ha="center", va="center", color=ink, size=12)
    ax.set(xlim=(-0.5, len(columns) - 0.5), ylim=(len(rows) - 0.5, -0.5))
    ax.set_xticks(range(len(columns)), columns)
    ax.set_yticks(range(len(rows)), rows)
    ax.grid(visible=False)
    ax.tick_params(length=0)
    ax.spines[:].set_visible(False)
