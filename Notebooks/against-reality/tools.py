"""What the comparison needs: two libraries and two commands."""

import datetime
import os
import pathlib
import shutil
import subprocess
import sys

from work import command


def say(text):
    print(f"{datetime.datetime.now():%H:%M:%S} {text}", flush=True)


def install():
    """libjpeg-turbo and libpng, where they are not part of the system."""
    needed = {"libturbojpeg": "libturbojpeg0-dev", "libpng": "libpng-dev"}
    has_tool = shutil.which("pkg-config") is not None
    missing = [
        package
        for name, package in needed.items()
        if not has_tool or subprocess.run(["pkg-config", "--exists", name]).returncode != 0
    ]
    if not missing:
        return
    if shutil.which("apt-get") is None:
        sys.exit(f"against-reality: {', '.join(missing)} not found; expected both, and pkg-config")
    as_root = [] if os.getuid() == 0 else ["sudo"]
    command(*as_root, "apt-get", "-q", "update")
    command(*as_root, "apt-get", "-qy", "install", "pkg-config", *missing)


def built(name, package, variable, *options):
    """A command, built unless a variable of the environment names it."""
    if os.environ.get(variable):
        return pathlib.Path(os.environ[variable]).resolve()
    say(f"build {name}")
    options = ["-c", "release", "--package-path", package, *options]
    command("swift", "build", *options, "--product", name)
    return pathlib.Path(command("swift", "build", *options, "--show-bin-path").strip()) / name


def without(names, profile):
    """The text of a profile without some figures, each on a line of its own."""
    lines = profile.read_text().splitlines(keepends=True)
    return "".join(line for line in lines if line.strip().split(":")[0] not in names)
