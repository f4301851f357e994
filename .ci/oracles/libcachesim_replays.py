"""Replays in libCacheSim. Needs libcachesim==0.3.5."""
import json
import subprocess
import sys

REPLAY = """
import json, sys, libcachesim as l
path, kind, hashpower, jobs = json.loads(sys.argv[1])
for policy, capacity, counts in jobs:
    name, *parameters = policy.split()
    p = l.ReaderInitParam()
    p.ignore_obj_size = counts
    r = l.TraceReader(path, getattr(l.TraceType, kind), p)
    settings = {key: json.loads(value) for key, value in (x.split("=") for x in parameters)}
    cache = getattr(l, name)(capacity, hashpower=hashpower, **settings)
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
