"""A dialogue with `scrollsim-lab model-server`."""
import itertools
import json
import subprocess


class Refused(Exception):
    """The server says what was wrong with a line."""


class Dialogue:
    def __init__(self, scrollsim):
        self._process = subprocess.Popen(
            [scrollsim, "model-server"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self._names = itertools.count()
        self.ask({"scrollsim-cache-log": 1})

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
        self.ask({"op": "open", "id": name, "policy": policy, "images": 64, **limits})
        return name

    def close(self):
        """Ends the server; its exit status."""
        self.ask({"op": "quit"})
        self._process.stdin.close()
        self._process.stdout.close()
        return self._process.wait()
