"""A dialogue with `scrollsim-lab model-server`."""
import itertools
import json
import subprocess


class Refused(Exception):
    """The server says what was wrong with a line."""


class Dialogue:
    def __init__(self, scrollsim, standard=None):
        """Starts the server; `standard` is the policy of caches that are opened with None."""
        options = ["--policy", standard] if standard else []
        self._process = subprocess.Popen(
            [scrollsim, "model-server", *options], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self._names = itertools.count()
        # With a policy the first line opens a cache of its own, which needs a limit.
        self.ask({"scrollsim-cache-log": 1, **({"count": 1} if standard else {})})

    def ask(self, line):
        self._process.stdin.write(json.dumps(line) + "\n")
        self._process.stdin.flush()
        answer = json.loads(self._process.stdout.readline() or '{"error": "it has ended"}')
        if "error" in answer:
            raise Refused(answer["error"])
        return answer

    def open(self, policy, limits):
        """A new cache: its name."""
        name = f"c{next(self._names)}"
        named = {"policy": policy} if policy else {}
        self.ask({"op": "open", "id": name, "images": 64, **named, **limits})
        return name

    def close(self):
        """Ends the server; its exit status."""
        self.ask({"op": "quit"})
        self._process.stdin.close()
        self._process.stdout.close()
        return self._process.wait()
