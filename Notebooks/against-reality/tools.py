"""Installs libraries and builds commands for the comparison."""

import datetime
import os
import pathlib

from work import ROOT, command


def say(text):
    print(f"{datetime.datetime.now():%H:%M:%S} {text}", flush=True)


def install():
    """Installs libjpeg-turbo and libpng, where they are missing."""
    command(ROOT / ".ci/install", "jpeg")


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
