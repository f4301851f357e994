"""A sweep, its shards and processes, for the checks of `sweep` on more than one machine."""
import atexit
import contextlib
import json
import os
import re
import signal
import sqlite3
import sys
import time
from pathlib import Path

sys.path.append(f"{sys.path[0]}/..")
from checks import built, output, root, temporary

scripts = root / "Notebooks" / "cluster"

SPEC = """title: A sweep for the cluster
axes:
  trace: [long.scroll]
  policy: [lru, fifo, sieve, arc, s3fifo]
  budget: [16MiB..128MiB:x2]
  device: [iphone-8, iphone-13-pro]
  loader: [cached]
  # It loses something, so that every seed is a run of its own.
  network: [3g-lossy]
  seed: [0..{last}]
"""
RUNS_PER_SEED = 5 * 4 * 2


def say(sentence):
    print(sentence, flush=True)


def require(condition, sentence):
    if not condition:
        sys.exit(f"failed: {sentence}")


def until(condition, seconds, what):
    """Waits until something is true, and returns it; fails after some time."""
    end = time.monotonic() + seconds
    while not (value := condition()):
        require(time.monotonic() < end, f"{what}: not within {seconds} s")
        time.sleep(0.05)
    return value


def bounded(seconds):
    """Ends the check after some time. It returns a folder; at its end no process is left that names it."""
    def stop(number, _):
        sys.exit(f"failed: ended by {signal.Signals(number).name}; SIGALRM comes after {seconds} s")

    def end_processes():
        for pid, (_, command) in processes().items():
            if str(folder) in command:
                end_process(pid)

    for number in (signal.SIGALRM, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, stop)
    signal.alarm(seconds)
    folder = temporary()
    atexit.register(end_processes)
    return folder


def processes():
    """Returns the live processes by their ids: the parent, and the command line."""
    found = {}
    for path in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            state, parent = (path / "stat").read_text().rpartition(")")[2].split()[:2]
            command = (path / "cmdline").read_bytes().decode(errors="replace").replace("\0", " ")
            if command and state not in "ZX":
                found[int(path.name)] = int(parent), command
    return found


def end_process(pid):
    with contextlib.suppress(ProcessLookupError):
        os.kill(pid, signal.SIGKILL)


def kill(pid, what):
    """kill -9, which must hit something that is alive."""
    require(pid in processes(), f"void: {what} was not alive any more when it was to be killed")
    end_process(pid)
    until(lambda: pid not in processes(), 10, f"the end of {what}")
    say(f"killed {what} (process {pid})")


class Sweep:
    """A sweep with its trace in a folder, the store of a single machine, and plans in folders below."""

    def __init__(self, folder, seeds, minutes):
        self.command, self.folder, self.runs = built(), folder, seeds * RUNS_PER_SEED
        self.spec, self.reference = folder / "sweep.yml", folder / "one.sqlite"
        self.spec.write_text(SPEC.format(last=seeds - 1))
        output(built(), "trace", "generate", "--style", "browsing", "--seed", 1, "--duration",
               f"{minutes}min", "--layout", "grid:columns=3:spacing=2", "--catalogue", "items=5000",
               "--output", folder / "long.scroll")
        started = time.monotonic()
        output(built(), "sweep", self.spec, "--store", self.reference, "--jobs", 2)
        say(f"{self.runs} runs on one machine: {time.monotonic() - started:.1f} s")


class Plan:
    """A plan of a sweep: its shards, and the processes that compute them."""

    def __init__(self, sweep, title, shards):
        self.sweep, self.folder = sweep, sweep.folder / title
        output(built(), "sweep", "plan", sweep.spec, "--shards", shards, "--output", self.folder)
        index = json.loads((self.folder / "index.json").read_text())
        self.sizes = {int(shard["shard"].split("/")[0]): shard["runs"] for shard in index["shards"]}
        require(sum(self.sizes.values()) == sweep.runs,
                f"the plan has {sum(self.sizes.values())} runs; expected {sweep.runs}")

    def store(self, shard):
        return self.folder / f"shard-{shard}.sqlite"

    def missing(self):
        return [shard for shard in self.sizes if not self.store(shard).exists()]

    def done(self, shard):
        """Returns the number of stored runs of a shard, without a lock that would block its process."""
        if self.store(shard).exists():
            return self.sizes[shard]
        with contextlib.suppress(sqlite3.Error):
            partial = sqlite3.connect(f"file:{self.store(shard)}.partial?immutable=1", uri=True)
            with contextlib.closing(partial):
                return partial.execute("SELECT count(*) FROM run").fetchone()[0]
        return 0

    def writers(self):
        """Returns the processes that compute shards of this plan now, by shard."""
        computes = re.compile(rf"\S*scrollsim\S* sweep shard (\d+)/\d+ .*{re.escape(str(self.folder))}")
        found = ((computes.match(command), pid) for pid, (_, command) in processes().items())
        return {int(match[1]): pid for match, pid in found if match}

    def in_the_middle(self, sparing=()):
        """Returns a shard of which some runs are kept and more are not, with its process."""
        return next(((shard, pid) for shard, pid in self.writers().items()
                     if shard not in sparing and 0.1 <= self.done(shard) / self.sizes[shard] <= 0.6), None)

    def interrupted(self, shard, what):
        """Says how far a shard was; fails if it was complete."""
        done = self.done(shard)
        require(not self.store(shard).exists(), f"void: shard {shard} was complete; {what}")
        say(f"shard {shard} has {done} of {self.sizes[shard]} runs; {what}")

    def merge(self):
        store = self.folder / "all.sqlite"
        output(built(), "sweep", "merge", *sorted(self.folder.glob("shard-*.sqlite")), "--store", store,
               "--plan", self.folder / "index.json")
        self.compare(store)

    def compare(self, store):
        """Compares every row of every table with the store of the single machine."""
        ours, reference = tables(store), tables(self.sweep.reference)
        for table in ours.keys() | reference.keys():
            mine, theirs = ours.get(table, []), reference.get(table, [])
            require(mine == theirs, f"table {table} has {len(mine)} rows, expected {len(theirs)}; others are "
                                    f"{list({*mine} ^ {*theirs})[:2]}")
        runs, rows = len(ours["run"]), sum(map(len, ours.values()))
        require(runs == self.sweep.runs, f"{runs} runs were merged; expected {self.sweep.runs}")
        say(f"merged: the same {rows} rows in {len(ours)} tables as on one machine, {runs} runs")


def tables(store):
    with contextlib.closing(sqlite3.connect(f"file:{store}?mode=ro", uri=True)) as base:
        names = base.execute("SELECT name FROM sqlite_master WHERE type = 'table' AND name != 'latest' "
                             "AND name NOT LIKE 'sqlite!_%' ESCAPE '!'").fetchall()
        return {name: sorted(base.execute(f'SELECT * FROM "{name}"').fetchall(), key=repr)
                for (name,) in names}
