"""Least recently used, as a policy in another language.

    scrollsim replay Traces/photo-grid.scroll --capacity 20,50 --unit items \
      --policy lru,'exec: python3 Notebooks/second-opinion/lru.py'

Lines of JSON come in; only `hello` and `victim` are answered. The page "A second opinion in
another language" has the whole protocol.
"""
import collections
import json
import sys

order = collections.OrderedDict()  # what is in the cache, the least recently used first


def say(**answer):
    print(json.dumps(answer), flush=True)


for line in sys.stdin:
    told = json.loads(line)
    key = told.get("key")
    match told["op"]:
        case "hello":
            say(protocol="scrollsim-policy", version=1, policy="lru", policyVersion="1")
        case "hit":
            order.move_to_end(key)
        case "insert":
            order[key] = None
        case "remove":
            del order[key]
        case "victim":
            pinned = told.get("pinned", [])
            victim = next(key for key in order if key not in pinned)
            del order[victim]
            say(victim=victim)
