"""The commands of the comparison, and what they say: scrollsim predicts, the lab measures."""

import csv
import json
import pathlib
import subprocess

from scenes import SCENES, SECONDS

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent


def command(*words):
    """What a command prints; its words if it fails."""
    words = [str(word) for word in words]
    result = subprocess.run(words, capture_output=True, text=True)
    if result.returncode != 0:
        raise SystemExit(f"against-reality: {' '.join(words)}\n{result.stderr.strip()}")
    return result.stdout


class Workshop:
    """A folder in which everything is made, and the two commands."""

    def __init__(self, folder, scrollsim, lab, lists=HERE / "lists"):
        self.folder = pathlib.Path(folder)
        self.scrollsim, self.lab, self.lists = scrollsim, lab, pathlib.Path(lists)
        self.folder.mkdir(parents=True, exist_ok=True)

    @property
    def pictures(self):
        return self.folder / "pictures"

    def trace(self, scene):
        return self.folder / "traces" / f"{scene}.scroll"

    def make_traces(self):
        """The recordings over the lists, cut."""
        (self.folder / "traces").mkdir(exist_ok=True)
        for scene in SCENES:
            whole = self.folder / f"{scene.name}-whole.scroll"
            command(
                self.scrollsim,
                "trace",
                "import",
                ROOT / "Traces/recorded" / f"{scene.recording}.csv",
                "--images",
                self.lists / f"{scene.name}.csv",
                "--layout",
                scene.layout,
                "--items",
                scene.items,
                "--output",
                whole,
            )
            command(
                self.scrollsim,
                "trace",
                "cut",
                whole,
                "--from",
                f"{scene.start}s",
                "--to",
                f"{scene.start + SECONDS}s",
                "--output",
                self.trace(scene.name),
            )
            whole.unlink()

    def predict(self, cell, device, *settings):
        """The figures that scrollsim gives a cell; with `--band` their bands as well."""
        options = ["--loader", cell.loader, "--set", f"{cell.loader}.lanes={cell.lanes}"]
        if cell.loader == "nuke":
            options += ["--set", "nuke.origin=catalogue"]
        if cell.loader != "background-decode":
            options += [
                "--policy",
                cell.predicted_policy,
                "--budget",
                cell.budget,
                "--prefetch",
                cell.prefetch,
            ]
        document = json.loads(
            command(
                self.scrollsim,
                "run",
                self.trace(cell.scene),
                "--device",
                device,
                "--format",
                "json",
                *options,
                *settings,
            )
        )
        (run,) = document["runs"]
        figures = run["figures"]
        if "--band" in settings:
            (band,) = document["band"]["runs"]
            for name, ends in band["figures"].items():
                figures[f"{name}Band"] = (ends["low"], ends["high"])
        return figures

    def measure(self, cell, device, clock, *options):
        """The figures that the lab measures of a cell."""
        if clock != "given":
            options += ("--pictures", self.pictures, "--list", self.lists / f"{cell.scene}.csv")
        return json.loads(
            command(
                self.lab,
                "run",
                self.trace(cell.scene),
                "--device",
                device,
                "--clock",
                clock,
                "--loader",
                cell.loader,
                "--policy",
                "lru" if cell.policy == "none" else cell.policy,
                "--budget",
                cell.budget,
                "--prefetch",
                cell.prefetch,
                "--lanes",
                cell.lanes,
                *options,
            )
        )


def read_rows(path):
    """The rows of a CSV file as dictionaries."""
    with open(path, newline="") as file:
        return list(csv.DictReader(file))


def write_rows(path, rows):
    """Writes dictionaries as a CSV file, whole or not at all."""
    path = pathlib.Path(path)
    new = path.with_suffix(".new")
    with open(new, "w", newline="") as file:
        writer = csv.DictWriter(file, rows[0], lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
    new.replace(path)
