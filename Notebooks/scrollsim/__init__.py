"""scrollsim in Python: runs the program `scrollsim` and returns its results as tables.

    import scrollsim

    runs = scrollsim.sweep(
        trace="sessions:count=20", device="iphone-8", policy="lru,sieve", budget="32MiB,64MiB")
    runs.groupby(["policy", "budget_bytes"])["stall_s"].mean()

Keyword arguments are the options of the command: `prefetch="none"` is `--prefetch none`. Nothing is
simulated in Python. Tables need pandas: `pip install 'scrollsim[pandas]'`.
"""

import json
import tempfile
from importlib.metadata import PackageNotFoundError
from importlib.metadata import version as _version
from pathlib import Path

from ._program import ScrollsimError, ask, command, options, program
from ._store import Store
from ._tables import from_csv, from_rows, pandas

__all__ = [
    *["ScrollsimError", "Store", "advise", "ask", "command", "open", "program", "report", "run"],
    "sweep",
]

try:
    __version__ = _version("scrollsim")
except PackageNotFoundError:  # imported from a clone
    __version__ = "unknown"


def run(trace, **arguments):
    """Runs one trace and returns a row for each policy and budget.

    The columns are the policy, the budget in bytes, the reason for which the device killed the app,
    and every figure, by its name in JSON. The columns `absence.evicted`, `wait.decode` and so on have
    the parts of figures.
    """
    runs = ask("run", trace, *options(arguments))["runs"]
    rows = pandas().DataFrame(
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
    return rows.astype({"policy": "string", "budget": "Int64", "killed": "string"})


def sweep(spec=None, *, store=None, **arguments):
    """Makes the runs of a sweep and returns a row for each.

    `spec` is a file with the axes of the sweep; keyword arguments are axes, too: `policy="lru,arc"`,
    `trace=["a.scroll", "b.scroll"]`. A `store` keeps the runs, so that the next call makes only those
    that it lacks.
    """
    with tempfile.TemporaryDirectory(prefix="scrollsim-") as folder:
        path = Path(store or Path(folder) / "runs.sqlite")
        words = [spec] if spec else []
        text = command("sweep", *words, *options(arguments), "--store", path, "--format", "csv")
        with Store(path) as made:
            return from_csv(text, made.types)


def report(store, *, table=None, **arguments):
    """Returns the report of a store: sentences, ranking, differences with intervals.

    With `table`, returns one of its tables instead, as the program prints it: `budgets`,
    `differences`, `ranking` and others.
    """
    words = ["report", getattr(store, "path", store), *options(arguments)]
    if table is None:
        return ask(*words)["report"]
    return from_csv(command(*words, "--table", table, "--format", "csv"))


def advise(trace, library, *, table=None, **arguments):
    """Returns the settings of an image library that suit a trace, as a document.

    `library` is a name like `"nuke"`. With `table`, returns one of its tables instead: `runs` has a
    row for each device and network, now and as advised; `changes` has a row for each change.
    """
    words = ["advise", trace, "--for", library, *options(arguments), "--json"]
    document = json.loads(command(*words))
    if table is None:
        return document
    if table == "changes":
        return from_rows(document["changes"])
    if table == "runs":
        return from_rows(
            {"setting": setting, **run}
            for setting in ["now", "advised"]
            for run in document[setting]["runs"]
        )
    raise ValueError(f"no table {table!r}; expected 'changes' or 'runs'")


def open(store):
    """Opens a store for reading."""
    return Store(store)
