"""Helpers of the notebooks in the repository: sentences, figures, and stores that last a session.

Needs matplotlib and IPython: `pip install 'scrollsim[notebooks]'`.
"""

import itertools
import math
import os
import tempfile
import textwrap
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import matplotlib.pyplot as plt
from IPython.display import Markdown, display
from matplotlib.ticker import NullLocator

# Okabe and Ito's colors, which people without full color vision can tell apart.
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

#: The settings of matplotlib that all notebooks use.
STYLE = {
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
#: The same with thick lines, for figures in which lines cross and meet.
THICK_LINES = STYLE | {
    "lines.linewidth": 2.5,
    "lines.markersize": 9,
    "lines.markeredgecolor": "white",
}

_folder = tempfile.TemporaryDirectory(prefix="scrollsim-")
#: A folder that is removed at the end of the session.
WORK = Path(_folder.name)


def store(name):
    """Returns the path of a store in the folder of the session."""
    return WORK / f"{name}.sqlite"


def enter_clone():
    """Makes the root of the clone the current folder, so that `Traces/...` names its traces.

    Returns the traces that were recorded.
    """
    here = Path.cwd()
    for folder in [here, *here.parents]:
        if (folder / "Traces/demo.yml").is_file():
            os.chdir(folder)
            return sorted(str(path) for path in Path("Traces/recorded").glob("*.scroll"))
    raise FileNotFoundError(f"{here} is not in a clone of scrollsim, which has the folder Traces")


def side_by_side(ask, questions):
    """Calls a function for each tuple of arguments, on all cores; returns the results in order."""
    with ThreadPoolExecutor(os.cpu_count()) as threads:
        return list(threads.map(lambda question: ask(*question), questions))


# Sentences


def say(text):
    """Prints a sentence as prose."""
    display(Markdown(text))


def many(count, word):
    """Returns a count with its noun."""
    return f"{count:,.0f} {word}" + ("" if count == 1 else "s")


def listed(words):
    """Returns words as a list in a sentence: a, b and c."""
    words = [str(word) for word in words]
    return " and ".join(filter(None, [", ".join(words[:-1]), *words[-1:]]))


def short(name):
    """Returns a name that fits on an axis."""
    return textwrap.shorten(name, 34, placeholder=" ...") if " " in name else name[:34]


def show(rows, precision=2):
    """Shows a table without its row numbers."""
    display(rows.style.hide(axis="index").format(precision=precision, na_rep="-"))


# Figures


def headline(figure, question, note):
    """Puts a question above a figure, and notes for its readers below the question."""
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
    """Puts ticks at these values alone, on an axis of any scale, as plain numbers unless labeled."""
    axis.set_ticks(list(values), labels or [f"{value:g}" for value in values])
    axis.set_minor_locator(NullLocator())


def draw_cells(ax, rows, columns, cell):
    """Draws a table: `cell(row, column)` returns the text, its color, the ground and a hatch."""
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


def nothing(ax, text="no runs"):
    """Writes the reason into an empty panel."""
    ax.text(0.5, 0.5, text, transform=ax.transAxes, ha="center", va="center", color=GREY)
    ax.set(xticks=[], yticks=[])
    ax.spines[:].set_visible(False)
