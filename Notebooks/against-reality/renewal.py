"""The profile, never older than some minutes: no machine is always as fast.

Others on the same computer, its heat and its clock change what a decode takes by a tenth and more within
a quarter of an hour. So the pictures are read again and again between the runs, and each prediction is
made from the newest readings before it.
"""

import csv
import time

from calibration import calibrate
from scenes import SCENES, Cell
from tools import say
from work import HERE, command, read_rows, write_rows

# The profile is fitted to so many rounds of readings. At first they lie so many seconds apart, to tell how
# much the machine's speed drifts: the longer, the better.
ROUNDS, PAUSE = 8, 15
# Milliseconds of rest before each picture, as it is in the runs of a clock. Threads rest now and then,
# and whatever has rested is slower at first. One job after the other never rests.
REST = {"real": 4, "cpu": 0}
# Seconds after which another round takes the place of the oldest.
OLDEST = 150


class Renewal:
    """The readings for the runs of one clock, and the profile that is fitted to them."""

    def __init__(self, shop, clock, pause=PAUSE):
        self.shop, self.clock, self.pause = shop, clock, pause
        self.folder = shop.folder / clock
        self.folder.mkdir(exist_ok=True)
        self.lists = [shop.lists / f"{scene.name}.csv" for scene in SCENES if scene.calibrates]
        self.readings, self.beside = self.folder / "readings.csv", self.folder / "beside.csv"
        self.sharing = self.folder / "sharing.csv"
        self.path = self.folder / "lab.yml"

    def profile(self):
        """The path of the profile, fitted to readings that are not old."""
        if not self.readings.exists():
            say("readings")
            rows = self.read(ROUNDS)
            # One job after the other: no lane takes anything from another.
            if self.clock == "real":
                self.beside.write_text(self.lab("beside"))
                write_rows(self.sharing, list(self.shared()))
        elif time.time() - self.readings.stat().st_mtime > OLDEST:
            rows = newest(read_rows(self.readings) + self.read(1))
        elif self.path.exists():
            return self.path
        else:
            rows = read_rows(self.readings)
        write_rows(self.readings, rows)
        memory = self.shop.folder / "memory.json"
        calibrate(self.shop.scrollsim, self.folder, memory)
        command(self.shop.scrollsim, "list", "devices", "--validate", self.path)
        return self.path

    def read(self, rounds):
        """Rows of so many rounds."""
        options = ["--rounds", rounds, "--pause", self.pause, "--rest", REST[self.clock]]
        return list(csv.DictReader(self.lab("readings", *options).splitlines()))

    def shared(self):
        """A row for one lane and for two of an app that scrolls through each calibrated scene: what its
        decodes took by the wall and of the processor, and how many began while another went on."""
        for scene in SCENES:
            for lanes in (1, 2) if scene.calibrates else ():
                cell = Cell(scene.name, "lru", "64MiB", "none", lanes)
                run = self.shop.measure(cell, HERE / "lab.yml", self.clock)
                yield {
                    "scene": scene.name,
                    "lanes": lanes,
                    "decodes": run["decodes"],
                    "side_by_side": run["decodesSideBySide"],
                    "wall_ms": f"{run['decodeWallMilliseconds']:.3f}",
                    "cpu_ms": f"{run['decodeProcessorMilliseconds']:.3f}",
                }

    def lab(self, name, *options):
        """What a command of the laboratory says of the pictures to calibrate with."""
        return command(self.shop.lab, name, *self.lists, "--pictures", self.shop.pictures, *options)


def newest(rows):
    """The rows of the last rounds, numbered from 1. A round ends where its first picture comes again."""
    rounds = []
    for row in rows:
        if row["file"] == rows[0]["file"]:
            rounds.append([])
        rounds[-1].append(row)
    return [
        dict(row, repetition=str(number))
        for number, round in enumerate(rounds[-ROUNDS:], 1)
        for row in round
    ]
