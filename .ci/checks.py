"""Helpers that the checks in Python share."""
import atexit
import difflib
import functools
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

root = pathlib.Path(__file__).resolve().parents[1]
if sys.argv[1:] in (["--help"], ["-h"]):
    print(sys.modules["__main__"].__doc__.strip())
    sys.exit()


def choice(*options):
    """Returns the only argument, one of these options, or nothing without arguments; else prints the usage."""
    if len(sys.argv) > 2 or not set(sys.argv[1:]) <= set(options):
        sys.exit(sys.modules["__main__"].__doc__.strip())
    return sys.argv[1] if sys.argv[1:] else ""


@functools.cache
def built(product="scrollsim"):
    """Returns the path of an executable that `.ci/build` has built."""
    return subprocess.run([root / ".ci/build", product], check=True, stdout=subprocess.PIPE, text=True).stdout.strip()


def output(*words, **options):
    """Runs a command and returns its standard output; ends with a sentence if the command fails."""
    words = list(map(str, words))
    done = subprocess.run(words, capture_output=True, text=True, **options)
    if done.returncode:
        sys.exit(f"{sys.argv[0]}: status {done.returncode} of {' '.join(words)}\n{done.stdout}{done.stderr}")
    return done.stdout


def scrollsim(*arguments, **options):
    """Runs scrollsim and returns its standard output."""
    return output(built(), *arguments, **options)


def read(*arguments, **options):
    """Runs scrollsim and returns the value of the JSON that it prints."""
    return json.loads(scrollsim(*arguments, "--format", "json", **options))


def temporary():
    """Returns a folder that is removed when the script ends."""
    folder = pathlib.Path(tempfile.mkdtemp())
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder


def end(summary, failures):
    """Prints the failures and a summary; ends the script, with status 1 if something failed."""
    print(*failures, summary, sep="\n")
    sys.exit(1 if failures else 0)


def print_difference(name, committed, made, context=0):
    """Prints the lines of a text that differ from those of the committed one."""
    lines = committed.splitlines(True), made.splitlines(True)
    sys.stdout.writelines(difflib.unified_diff(*lines, f"{name}, committed", f"{name}, made", n=context))


def install(*names):
    """Installs what `.ci/install` knows by these names; ends with its status if that fails."""
    status = subprocess.run([root / ".ci/install", *names]).returncode
    if status:
        sys.exit(status)


def need_packages(*packages):
    """Restarts the script in a virtual environment that has these packages of Python."""
    if "SCROLLSIM_ENVIRONMENT" not in os.environ:
        python = str(root / ".ci/python")
        os.execv(python, [python, *packages, "--", *sys.argv])


MASK = (1 << 64) - 1


class SeededRandom:
    """xoshiro256** seeded through SplitMix64."""

    def __init__(self, seed):
        self.state = []
        for _ in range(4):
            seed = (seed + 0x9E3779B97F4A7C15) & MASK
            z = (seed ^ (seed >> 30)) * 0xBF58476D1CE4E5B9 & MASK
            z = (z ^ (z >> 27)) * 0x94D049BB133111EB & MASK
            self.state.append(z ^ (z >> 31))

    def next(self):
        s0, s1, s2, s3 = self.state
        product = s1 * 5 & MASK
        result = ((product << 7 | product >> 57) & MASK) * 9 & MASK
        t = s1 << 17 & MASK
        s2 ^= s0
        s3 ^= s1
        s1 ^= s2
        s0 ^= s3
        s2 ^= t
        s3 = (s3 << 45 | s3 >> 19) & MASK
        self.state = [s0, s1, s2, s3]
        return result

    def below(self, bound):
        threshold = (1 << 64) % bound
        while True:
            product = self.next() * bound
            if product & MASK >= threshold:
                return product >> 64
