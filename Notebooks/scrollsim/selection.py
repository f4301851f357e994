"""The part of a store that a notebook shows: one sweep, and of it the policies and panels that fit.

Needs matplotlib and IPython: `pip install 'scrollsim[notebooks]'`.
"""

import os
import textwrap
from pathlib import Path, PurePath

import matplotlib.pyplot as plt

from ._store import Store
from .notebook import OKABE_ITO, say

DIED = "app killed: until then"
DAGGER = " † The device killed the app: only the time before counts."


def _quoted(names):
    """Returns names as a list in SQL."""
    return ", ".join("'" + name.replace("'", "''") + "'" for name in names)


class Selection(Store):
    """A store, one sweep of it, and the runs of that sweep that figures show.

    The temporary table `chosen` has the runs of the sweep, each with its trace, device and network.
    `scene` is the trace, together with everything else that the sweep varies beside device, policy
    and budget; `machine` is the device. A run without a cache has no policy and no budget. The
    temporary table `shown` has the runs that figures show.
    """

    def __init__(self, path=None, sweep=None, *, scenes=(), devices=(), policies=()):
        """Opens a store.

        - `path`: the store; without it, the one that `SCROLLSIM_STORE` names, or `demo.sqlite` in the
          current folder or in the one above it.
        - `sweep`: the beginning of the key of the sweep; without it, `SCROLLSIM_SWEEP`, or the sweep
          with the most runs.
        - `scenes`, `devices`, `policies`: the names that figures show; without them, the first three
          scenes and devices, and the seven policies with the fewest deaths and stalls.
        """
        found = "demo.sqlite" if Path("demo.sqlite").is_file() else "../demo.sqlite"
        super().__init__(path or os.environ.get("SCROLLSIM_STORE", found))
        key = os.environ.get("SCROLLSIM_SWEEP", "") if sweep is None else sweep
        sweeps = self.sweeps
        wanted = sweeps[sweeps["key"].str.startswith(key)]
        if wanted.empty or wanted["made"].iloc[0] == 0:
            raise KeyError(f"{self.path} has no runs of a sweep whose key begins with {key!r}")
        #: The row of the sweep in `sweeps`.
        self.sweep = wanted.iloc[0]
        self._choose()
        #: Numbers of the sweep: its runs, seeds, killed runs, hours of scrolling, model versions.
        self.facts = self.read("""
            SELECT count(*) AS runs, count(DISTINCT model_version) AS versions,
              min(model_version) AS version, count(DISTINCT seed) AS seeds,
              sum(killed IS NOT NULL) AS killed, sum(duration_s) / 3600 AS hours,
              count(DISTINCT scene || machine || entry || ifnull(budget_bytes, '') || seed) AS different
            FROM chosen
            """).iloc[0]
        assert self.facts["runs"] == self.sweep["made"], "a run has lost its trace or its device"
        assert self.facts["versions"] == 1, "runs of different model versions do not compare"
        assert self.facts["different"] == self.facts["runs"], "two runs would be drawn as one point"
        self._show(list(scenes), list(devices), list(policies))

    def _choose(self):
        """Makes the table `chosen`."""
        self.connection.create_function(
            "stem", 1, lambda path: PurePath(path).stem, deterministic=True
        )
        # A layout that comes with the trace, or a prefetcher that comes with the loader, adds no name.
        several = self.read(
            """
            SELECT 1 + count(DISTINCT trace || layout) - count(DISTINCT trace) AS layout,
              count(DISTINCT network) AS network, count(DISTINCT loader) AS loader,
              1 + count(DISTINCT loader || prefetcher) - count(DISTINCT loader) AS prefetcher
            FROM member JOIN result ON result.key = member.run WHERE member.sweep = :sweep
            """,
            sweep=self.sweep["key"],
        ).iloc[0]
        varied = [column for column, count in several.items() if count > 1]
        scene = " || ', ' || ".join(["file.name", *(f"result.{column}" for column in varied)])
        self.connection.execute(
            f"""
            CREATE TEMP TABLE chosen AS
            WITH
              -- Two files or profiles of one name are told apart by their digests.
              file AS (
                SELECT digest, stem(path) || CASE WHEN count(*) OVER (PARTITION BY stem(path)) > 1
                  THEN ' ' || substr(digest, 1, 6) ELSE '' END AS name FROM trace),
              machine AS (
                SELECT digest, name || CASE WHEN count(*) OVER (PARTITION BY name) > 1
                  THEN ' ' || substr(digest, 1, 6) ELSE '' END AS name
                FROM profile WHERE kind = 'device')
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
            [self.sweep["key"]],
        )
        self.connection.execute("CREATE INDEX chosen_by_key ON chosen (key)")

    def _show(self, scenes, devices, policies):
        """Makes the table `shown`."""
        in_order = "SELECT {0} FROM chosen GROUP BY 1 ORDER BY min(position)"
        scenes = scenes or list(self.read(in_order.format("scene"))["scene"])
        devices = devices or list(self.read(in_order.format("machine"))["machine"])
        left_out = {"scenes": scenes[3:], "devices": devices[3:]}
        #: The scenes and devices that figures show.
        self.scenes, self.devices = scenes[:3], devices[:3]
        places = f"scene IN ({_quoted(self.scenes)}) AND machine IN ({_quoted(self.devices)})"
        ranked = self.read(f"""
            SELECT entry, min(position) AS first FROM chosen WHERE label IS NOT NULL AND {places}
            GROUP BY entry ORDER BY avg(killed IS NOT NULL), avg(stall_s), entry
            """)
        best = ranked[ranked["entry"].isin(policies)] if policies else ranked
        left_out["policies"] = [name for name in ranked["entry"] if name not in set(best["entry"][:7])]
        #: The policies that figures show.
        self.policies = list(best[:7].sort_values("first")["entry"])
        self.left_out = left_out
        self.connection.execute(f"""
            CREATE TEMP TABLE shown AS SELECT * FROM chosen
            WHERE {places} AND (label IS NULL OR entry IN ({_quoted(self.policies)}))
            """)
        colors = ["blue", "vermilion", "green", "orange", "purple", "sky", "black"]
        #: The color and the marker of each policy.
        self.styles = {
            name: (OKABE_ITO[color], marker)
            for name, color, marker in zip(self.policies, colors, ["o", "s", "^", "D", "v", "P", "p"])
        }
        # Of the budgets with the most runs, the middle one: for questions about one budget.
        budgets = self.read(
            "SELECT budget_mib, count(*) AS runs FROM shown WHERE budget_mib NOT NULL GROUP BY 1"
        )
        full = budgets.loc[budgets["runs"] == budgets["runs"].max(), "budget_mib"]
        #: The budget of figures that show one, in MiB, and its text.
        self.budget = float(full.iloc[(len(full) - 1) // 2]) if len(full) else None
        self.at_budget = f"a budget of {self.budget:g} MiB" if self.budget else "no cache"

    def say_what_is_drawn(self):
        """Prints the names that the figures leave out, and the budget of those that show one."""
        for what, names in self.left_out.items():
            if names:
                say(f"Not drawn: {len(names)} {what} ({textwrap.shorten(', '.join(names), 160)}).")
        say(f"Questions about one budget look at **{self.at_budget}**.")

    def panels(self, width=6.6, height=3.7):
        """Makes a figure with a row of panels for each scene and a column for each device."""
        size = (max(9, width * len(self.devices)), height * len(self.scenes) + 1.7)
        figure, grid = plt.subplots(
            len(self.scenes), len(self.devices), figsize=size, squeeze=False
        )
        by_name = {}
        for row, scene in enumerate(self.scenes):
            for column, device in enumerate(self.devices):
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
