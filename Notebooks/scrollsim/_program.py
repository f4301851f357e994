"""The program `scrollsim`: where it is, and how it is run."""

import json
import os
import shutil
import subprocess
import sysconfig
from pathlib import Path


class ScrollsimError(RuntimeError):
    """The program ended with an error; the message is its own."""

    def __init__(self, message, status):
        super().__init__(message)
        #: The exit status of the program.
        self.status = status


def program(name="scrollsim"):
    """Returns the path of a program.

    `SCROLLSIM` names `scrollsim`, and `scrollsim-lab` is beside it. Otherwise the program is that of
    this wheel, of the PATH, or of a release build in the clone that this file belongs to.
    """
    named = os.environ.get("SCROLLSIM")
    if named:
        path = Path(named) if name == "scrollsim" else Path(named).with_name(name)
        if not path.is_file():
            raise FileNotFoundError(f"{path}: no program; SCROLLSIM names it")
        return str(path.resolve())
    schemes = [sysconfig.get_default_scheme(), sysconfig.get_preferred_scheme("user")]
    installed = [Path(sysconfig.get_path("scripts", scheme)) / name for scheme in schemes]
    # `pip install --target FOLDER` puts programs into FOLDER/bin.
    installed.append(Path(__file__).resolve().parents[1] / "bin" / name)
    found = next((str(path) for path in installed if path.is_file()), None) or shutil.which(name)
    built = Path(__file__).resolve().parents[2] / ".build/release" / name
    if found is None and built.is_file():
        found = str(built)
    if found is None:
        raise FileNotFoundError(
            f"no program {name}; install the wheel of scrollsim, or name a program with SCROLLSIM"
        )
    return found


def command(*arguments, name="scrollsim"):
    """Runs the program with these arguments and returns its output as text.

    Raises `ScrollsimError` if the program fails.
    """
    words = [program(name), *map(str, arguments)]
    ended = subprocess.run(words, stdin=subprocess.DEVNULL, capture_output=True, text=True)
    if ended.returncode:
        raise ScrollsimError(ended.stderr.strip(), ended.returncode)
    return ended.stdout


def ask(*arguments):
    """Runs the program with `--format json` and returns its document."""
    return json.loads(command(*arguments, "--format", "json"))


def options(values):
    """Returns keyword arguments as options: `trace=[a, b], regret=True` is `--trace a --trace b --regret`.

    An underscore is a hyphen. `None` and `False` leave an option out.
    """
    words = []
    for name, value in values.items():
        option = "--" + name.replace("_", "-")
        for item in value if isinstance(value, (list, tuple)) else [value]:
            if item is True:
                words.append(option)
            elif item is not None and item is not False:
                words += [option, str(item)]
    return words
