"""A sweep, its shards and processes, for the checks of `sweep` on more than one machine."""
import contextlib
import json
import os
import re
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.path.append(f"{sys.path[0]}/..")
from checks import built, root

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
ENDINGS = [signal.SIGALRM, signal.SIGTERM, signal.SIGINT, signal.SIGHUP]


def say(sentence):
    print(sentence, flush=True)


def fail(sentence):
    sys.exit(f"failed: {sentence}")


def require(condition, sentence):
    if not condition:
        fail(sentence)


def until(condition, seconds, what):
    """Waits for something to become true, and fails after some time."""
    end = time.monotonic() + seconds
    while True:
        value = condition()
        if value:
            return value
        if time.monotonic() > end:
            fail(f"{what}: not within {seconds} s")
        time.sleep(0.05)


def bounded(seconds):
    """The whole check ends in this time, and cleans up whatever ends it."""

    def stop(number, _):
        fail(f"took more than {seconds} s" if number == signal.SIGALRM else f"ended by {signal.Signals(number).name}")

    for number in ENDINGS:
        signal.signal(number, stop)
    signal.alarm(seconds)


def undisturbed():
    """Nothing ends the cleaning up."""
    for number in ENDINGS:
        signal.signal(number, signal.SIG_IGN)


def run(*command, seconds=120, allowed=(0,), **options):
    """Runs a command to its end; says what it said if its exit status is not an allowed one."""
    command = [str(word) for word in command]
    try:
        done = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, text=True, timeout=seconds, **options)
    except subprocess.TimeoutExpired:
        fail(f"`{' '.join(command)}` took more than {seconds} s")
    if done.returncode not in allowed:
        fail(f"`{' '.join(command)}` exited with {done.returncode}: {(done.stderr or done.stdout).strip()[-2000:]}")
    return done


def parent(pid):
    return int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1])


def name(pid):
    return Path(f"/proc/{pid}/comm").read_text().strip()


def alive(pid):
    """Returns whether a process runs; a zombie does not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    except OSError:
        return False


def processes(matches):
    """Ids of live processes by the words of their command line."""
    found = []
    for path in Path("/proc").iterdir():
        if not path.name.isdigit() or int(path.name) == os.getpid():
            continue
        try:
            words = (path / "cmdline").read_bytes().decode(errors="replace").split("\0")[:-1]
        except OSError:
            continue
        if words and matches(words) and alive(int(path.name)):
            found.append(int(path.name))
    return found


def kill(pid, what):
    """kill -9, which must hit something that is alive."""
    require(alive(pid), f"void: {what} was not alive any more when it was to be killed")
    os.kill(pid, signal.SIGKILL)
    until(lambda: not alive(pid), 10, f"the end of {what}")
    say(f"killed {what} (process {pid})")


class Sweep:
    """A sweep with its trace in a folder, and the shards of its plans below it."""

    def __init__(self, folder, seeds, minutes):
        self.command = built()
        self.folder = folder
        self.spec = folder / "sweep.yml"
        self.spec.write_text(SPEC.format(last=seeds - 1))
        self.runs = seeds * RUNS_PER_SEED
        run(self.command, "trace", "generate", "--style", "browsing", "--seed", 1, "--duration", f"{minutes}min",
            "--layout", "grid:columns=3:spacing=2", "--catalogue", "items=5000", "--output", folder / "long.scroll")

    def on_one_machine(self):
        """The store that all others must equal."""
        self.reference = self.folder / "one.sqlite"
        started = time.monotonic()
        run(self.command, "sweep", self.spec, "--store", self.reference, "--jobs", 2, seconds=900)
        seconds = time.monotonic() - started
        say(f"{self.runs} runs on one machine: {seconds:.1f} s")

    def plan(self, title, shards):
        return Plan(self, self.folder / title, shards)


class Plan:
    """The shards of one plan."""

    def __init__(self, sweep, folder, shards):
        self.sweep, self.folder = sweep, folder
        run(sweep.command, "sweep", "plan", sweep.spec, "--shards", shards, "--output", folder)
        index = json.loads((folder / "index.json").read_text())
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
        partial = f"{self.store(shard)}.partial"
        try:
            with_no_lock = sqlite3.connect(f"file:{partial}?immutable=1", uri=True)
            try:
                return with_no_lock.execute("SELECT count(*) FROM run").fetchone()[0]
            finally:
                with_no_lock.close()
        except sqlite3.Error:
            return 0

    def all_done(self):
        return sum(self.done(shard) for shard in self.sizes)

    def writers(self):
        """The processes that compute shards of this plan now, by shard."""
        found = {}
        for pid in processes(lambda words: "shard" in words and any(str(self.folder) in word for word in words)
                and "scrollsim" in words[0] + (words[1] if len(words) > 1 else "")):
            try:
                words = Path(f"/proc/{pid}/cmdline").read_bytes().decode().split("\0")
            except OSError:
                continue
            shard = words[words.index("shard") + 1] if "shard" in words else ""
            if re.fullmatch(r"\d+/\d+", shard):
                found[int(shard.split("/")[0])] = pid
        return found

    def in_the_middle(self, sparing=()):
        """A shard of which some runs are kept and more are not, with its process."""
        for shard, pid in self.writers().items():
            if shard not in sparing and 0.1 <= self.done(shard) / self.sizes[shard] <= 0.6:
                return shard, pid
        return None

    def interrupted(self, shard, what):
        """Says how far a shard was; fails if it was complete."""
        done = self.done(shard)
        require(not self.store(shard).exists(), f"void: shard {shard} was complete; {what}")
        say(f"shard {shard} has {done} of {self.sizes[shard]} runs; {what}")

    def merge(self):
        store = self.folder / "all.sqlite"
        run(self.sweep.command, "sweep", "merge", *sorted(self.folder.glob("shard-*.sqlite")),
            "--store", store, "--plan", self.folder / "index.json")
        self.compare(store)

    def compare(self, store):
        """Every row of every table, with the store of the single machine."""
        ours, reference = tables(store), tables(self.sweep.reference)
        require(ours.keys() == reference.keys(),
                f"the merged store has the tables {sorted(ours)}; expected {sorted(reference)}")
        for table, rows in reference.items():
            for mine, theirs in zip(ours[table], rows):
                require(mine == theirs, f"table {table} has the row {mine}; expected {theirs}")
            require(len(ours[table]) == len(rows), f"table {table} has {len(ours[table])} rows; expected {len(rows)}")
        require(len(ours["run"]) == self.sweep.runs,
                f"{len(ours['run'])} runs were merged; expected {self.sweep.runs}")
        rows = sum(len(rows) for rows in ours.values())
        say(f"merged: the same {rows} rows in {len(ours)} tables as on one machine, {self.sweep.runs} runs")


def tables(store):
    require(store.exists(), f"{store.name} is not there")
    base = sqlite3.connect(f"file:{store}?mode=ro", uri=True)
    try:
        found = {}
        for (table,) in base.execute("SELECT name FROM sqlite_master WHERE type = 'table' "
                                     "AND name != 'latest' AND name NOT LIKE 'sqlite!_%' ESCAPE '!' ORDER BY name"):
            columns = len(base.execute(f'PRAGMA table_info("{table}")').fetchall())
            order = ", ".join(str(column + 1) for column in range(columns))
            found[table] = base.execute(f'SELECT * FROM "{table}" ORDER BY {order}').fetchall()
        return found
    finally:
        base.close()


@contextlib.contextmanager
def temporary_folder(title):
    """A folder; at the end no process is left that names it. KEEP in the environment keeps the folder."""
    folder = Path(tempfile.mkdtemp(prefix=f"scrollsim-{title}-"))
    try:
        yield folder
    finally:
        undisturbed()
        for pid in processes(lambda words: any(str(folder) in word for word in words)):
            end_process(pid)
        if os.environ.get("KEEP"):
            say(f"kept {folder}")
        else:
            shutil.rmtree(folder, ignore_errors=True)


def end_process(pid):
    with contextlib.suppress(ProcessLookupError):
        os.kill(pid, signal.SIGKILL)
