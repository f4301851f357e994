"""Helpers that the checks in Python share."""
import functools
import os
import pathlib
import subprocess
import sys

root = pathlib.Path(__file__).resolve().parents[1]
if sys.argv[1:] in (["--help"], ["-h"]):
    print(sys.modules["__main__"].__doc__.strip())
    sys.exit()


@functools.cache
def built(product="scrollsim"):
    """Returns the path of an executable that `.ci/build` has built."""
    return subprocess.run(
        [root / ".ci/build", product], check=True, stdout=subprocess.PIPE, text=True).stdout.strip()


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
