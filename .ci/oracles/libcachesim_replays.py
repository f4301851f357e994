"""Replays in libCacheSim, and the files of requests that it reads. Needs libcachesim==0.3.5."""
import json
import struct
import subprocess
import sys

# Policies with the same misses in scrollsim and in libCacheSim: our name, the class and its parameters.
SAME = {
    "fifo": "FIFO", "lru": "LRU", "clock": "Clock", "clock:bits=2": "Clock n_bit_counter=2", "sieve": "Sieve",
    "arc": "ARC", "lfu": "LFU", "slru": "SLRU", "2q": "TwoQ", "lirs": "LIRS", "lru-k:retained=0": "LRUK",
    "2q:inShare=0.4:outShare=1": "TwoQ a_in_size_ratio=0.4 a_out_size_ratio=1", "size": "Size", "belady": "Belady",
}

REPLAY = """
import json, sys, libcachesim as l
path, kind, hashpower, jobs = json.loads(sys.argv[1])
for policy, capacity, counts in jobs:
    name, *parameters = policy.split()
    p = l.ReaderInitParam()
    p.ignore_obj_size = counts
    r = l.TraceReader(path, getattr(l.TraceType, kind), p)
    cache = getattr(l, name)(capacity, hashpower=hashpower, **{key: json.loads(value) for key, value in (x.split("=") for x in parameters)})
    print(json.dumps(cache.process_trace(r)), flush=True)
"""


def miss_ratios(path, kind, jobs, hashpower=12):
    """Returns the shares of requests and of bytes that miss, for each job: a class of libCacheSim with its
    parameters, a capacity, and whether it is a number of images. None where libCacheSim ended its process:
    another process resumes after that job."""
    answers = []
    while len(answers) < len(jobs):
        job = json.dumps([str(path), kind, hashpower, jobs[len(answers):]])
        run = subprocess.run([sys.executable, "-c", REPLAY, job], capture_output=True, text=True)
        answers += map(json.loads, run.stdout.splitlines())
        if len(answers) < len(jobs):
            print(f"libCacheSim ended with {run.returncode} on {jobs[len(answers)]}: {run.stderr[-400:]}")
            answers.append(None)
    return answers


def oracle_general(times, ids, sizes):
    """Returns a file in the format oracleGeneral, in which each request has the place of the next for its id."""
    following, next_use = [], {}
    for place, one in reversed(list(enumerate(ids, 1))):
        following.append(next_use.get(one, -1))
        next_use[one] = place
    return b"".join(struct.pack("<IQIq", *row) for row in zip(times, ids, sizes, reversed(following)))
