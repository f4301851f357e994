#!/usr/bin/env python3
"""The shards of a sweep through Dask, on this machine or on a scheduler of yours.

    pip install -r Notebooks/cluster/requirements.txt
    scrollsim sweep plan SPEC.yml --shards 8 --output DIR
    python Notebooks/cluster/sweep_dask.py SPEC.yml DIR
    python Notebooks/cluster/sweep_dask.py SPEC.yml DIR --scheduler tcp://ada:8786

A task runs one shard as a process of its own. Dask runs it again where it failed, and elsewhere if
its worker died; as a shard resumes, does nothing once it is complete and has one writer at a
time, it may run as often as it likes. The same command again computes what is missing.

Workers of a scheduler of yours (`dask worker tcp://ada:8786 --nthreads 1 --nworkers auto`) must
see the same files under the same names, and have the command. Exits with 0 when all shards are
there, else with 1.
"""
import argparse
import json
import os
import subprocess
import sys
import time
from contextlib import contextmanager
from pathlib import Path

BUSY = 75  # another process writes this shard


def compute(command, store, log):
    """One shard, on a worker. Says on which machine, after how many attempts and how long."""
    started = time.monotonic()
    attempts = 0
    while True:
        attempts += 1
        # Into a file: a process that outlives its worker can still write.
        with open(log, "a") as output:
            status = subprocess.run(
                command, stdin=subprocess.DEVNULL, stdout=output, stderr=output).returncode
        if status != BUSY:
            break
        # A worker that was killed left its process behind, which goes on. It either completes
        # the shard or ends, and its partial store is then ours.
        time.sleep(1)
    if status != 0:
        raise RuntimeError(f"exit status {status}, see {log}")
    if not Path(store).exists():
        raise RuntimeError(f"{store} is not there: does the worker see the same files?")
    return os.uname().nodename, attempts, time.monotonic() - started


def arguments():
    parser = argparse.ArgumentParser(description="The shards of a sweep through Dask.")
    parser.add_argument("spec", type=Path, help="the sweep's file")
    parser.add_argument("folder", type=Path, help="where its plan is and its shards will be")
    parser.add_argument("--scheduler", metavar="ADDRESS", help="one of yours, not this machine")
    parser.add_argument("--workers", type=int, help="processes here; as many as cores unless given")
    parser.add_argument("--jobs", type=int, default=1, help="threads of one shard")
    parser.add_argument("--retries", type=int, default=2, help="of a shard that failed")
    return parser.parse_args()


@contextmanager
def client(options):
    from dask.distributed import Client, LocalCluster

    if options.scheduler:
        with Client(options.scheduler) as dask:
            yield dask
        return
    # Processes, so that a worker's death is not everybody's; one shard at a time on each.
    workers = options.workers or os.cpu_count()
    with LocalCluster(n_workers=workers, threads_per_worker=1, processes=True,
                      dashboard_address=None) as here, Client(here) as dask:
        yield dask


def main():
    options = arguments()
    folder = options.folder.resolve()
    index = folder / "index.json"
    if not index.exists():
        sys.exit(f"{options.folder} has no index.json: run `scrollsim sweep plan` first")
    scrollsim = os.environ.get("SCROLLSIM", "scrollsim")
    missing = [shard for shard in json.loads(index.read_text())["shards"]
               if not (folder / shard["store"]).exists()]
    print(f"{len(missing)} shards are missing", flush=True)
    if not missing:
        return 0

    from dask.distributed import as_completed

    (folder / "log").mkdir(exist_ok=True)
    failed = 0
    with client(options) as dask:
        tasks = {}
        for shard in missing:
            store = str(folder / shard["store"])
            log = str(folder / "log" / f"{Path(store).stem}.txt")
            command = [scrollsim, "sweep", "shard", shard["shard"], str(options.spec.resolve()),
                       "--store", store, "--jobs", str(options.jobs)]
            # Not pure: a shard that was removed is computed again, whatever Dask remembers.
            task = dask.submit(compute, command, store, log, pure=False, retries=options.retries)
            tasks[task] = shard["shard"]
        for task in as_completed(tasks):
            if task.status == "finished":
                host, attempts, seconds = task.result()
                waited = ", after waiting for another process" if attempts > 1 else ""
                print(f"{tasks[task]}: {seconds:.1f} s on {host}{waited}", flush=True)
            else:
                failed += 1
                print(f"{tasks[task]}: {task.exception()}", file=sys.stderr, flush=True)
    if failed:
        print(f"{failed} shards are missing; the same command again goes on", file=sys.stderr)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
