"""Holds `scrollsim-lab model-server` against reference models, on operations that Hypothesis draws.

    python against.py SCROLLSIM [EXAMPLES]

Every policy of `references.py` gets so many sequences of operations (40 unless given), the same
each time. A difference is shrunk to the fewest operations and printed as a program. Then the other
way round: policies that differ must be told apart, or this could find nothing. The example of a
policy in another language, `lru.py`, is held against the reference of `lru` as well.
"""
import io
import pathlib
import sys
from contextlib import redirect_stdout

from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine, initialize, rule, run_state_machine_as_test)

from cache import Cache
from dialogue import Dialogue
from references import ALL

KEYS = st.sampled_from("abcdefghij")
STEPS = 50


def machine(dialogue, policy, reference):
    """The class of machines that ask both."""

    class Machine(RuleBasedStateMachine):
        cache = None
        differs = False

        @initialize(counts=st.booleans(), limit=st.integers(1, 30))
        def begin(self, counts, limit):
            # In items every image costs 1.
            self.counts = counts
            self.cache = dialogue.open(policy, {"count" if counts else "cost": limit})
            self.model = Cache(reference(limit), limit)

        def same(self, line, expected):
            answer = dialogue.ask({"id": self.cache, **line})
            self.differs = answer != expected
            assert not self.differs, f"{policy}: {line}: {answer}, the reference {expected}"

        def look_up(self, key):
            self.same({"op": "get", "key": key}, self.model.get(key))

        def store(self, key, cost):
            cost = 1 if self.counts else cost
            self.same({"op": "set", "key": key, "cost": cost}, self.model.set(key, cost))

        @rule(key=KEYS)
        def get(self, key):
            self.look_up(key)

        @rule(key=KEYS, cost=st.integers(1, 6))
        def put(self, key, cost):
            self.store(key, cost)

        @rule(keys=st.lists(KEYS, min_size=1, max_size=12))
        def request(self, keys):
            """What an app does: look up, and store on a miss. A key costs the same every time."""
            for key in keys:
                known = key in self.model.costs
                self.look_up(key)
                if not known:
                    self.store(key, 1 + "abcdefghij".index(key) % 5)

        @rule(key=KEYS)
        def remove(self, key):
            self.same({"op": "remove", "key": key}, self.model.remove(key))

        @rule(limit=st.integers(1, 30))
        def limit(self, limit):
            name = "count" if self.counts else "cost"
            self.same({"op": "limits", name: limit}, self.model.limit(limit))

        @rule(word=st.sampled_from(["clear", "warning"]))
        def lose_all(self, word):
            self.same({"op": word}, self.model.clear() if word == "clear" else self.model.warn())

        def teardown(self):
            if self.cache is None:
                return
            found = dialogue.ask({"op": "stats", "id": self.cache})
            dialogue.ask({"op": "close", "id": self.cache})
            expected = self.model.stats()
            if not self.differs:
                assert {name: found[name] for name in expected} == expected, f"{policy}: {found}"

    return Machine


def hold(dialogue, policy, reference, examples, phases=tuple(Phase)):
    """Raises what they differ in."""
    run_state_machine_as_test(
        machine(dialogue, policy, reference),
        settings=settings(
            max_examples=examples, stateful_step_count=STEPS, derandomize=True, deadline=None,
            database=None, phases=phases, report_multiple_bugs=False,
            suppress_health_check=list(HealthCheck)))


def differ(dialogue, policy, reference, examples):
    """Whether a reference of another policy is found out."""
    try:
        with redirect_stdout(io.StringIO()):
            hold(dialogue, policy, reference, examples, phases=[Phase.generate])
    except AssertionError:
        return True
    return False


def main():
    examples = int(sys.argv[2]) if sys.argv[2:] else 40
    dialogue = Dialogue(sys.argv[1])
    for policy, reference in ALL.items():
        hold(dialogue, policy, reference, examples)
        print(f"{policy}: {examples} sequences, no difference")
    program = pathlib.Path(__file__).with_name("lru.py")
    # Only the command line may name a program to start. Each of its caches is a process.
    few = max(10, examples // 4)
    started = Dialogue(sys.argv[1], f"exec: {sys.executable} {program}")
    hold(started, None, ALL["lru"], few)
    if status := started.close():
        sys.exit(status)
    print(f"lru.py: {few} sequences, no difference")
    wrong = [("lru", "fifo"), ("sieve", "clock"), ("arc", "lru"), ("s3fifo", "fifo")]
    alike = [pair for pair in wrong if not differ(dialogue, pair[0], ALL[pair[1]], examples)]
    print(f"{len(wrong)} pairs of different policies, {len(alike)} not told apart")
    sys.exit(dialogue.close() or (1 if alike else 0))


main()
