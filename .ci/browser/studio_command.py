"""The command beside the page: studios of traces, and the figures of runs."""
import json
import shlex
import subprocess
from pathlib import Path

root = Path(__file__).resolve().parents[2]

# Of a run what a device does is asked for in this order.
DEFAULTS = {"budget": 64 * 2**20, "network": "wifi", "loader": "cached"}


class Command:
    def __init__(self, scrollsim, folder, require):
        self.scrollsim = scrollsim
        self.folder = folder
        self.require = require
        self.studios = {}

    def printed(self, *arguments, cwd=root):
        done = subprocess.run(
            [self.scrollsim, *map(str, arguments)], cwd=cwd, capture_output=True, text=True)
        self.require(
            done.returncode == 0,
            f"scrollsim {shlex.join(map(str, arguments))} fails: {done.stderr.strip()}")
        return done.stdout

    def studio(self, trace, *options):
        """The studio of a trace, made once."""
        key = (str(trace), options)
        if key not in self.studios:
            file = self.folder / f"studio-{len(self.studios)}.html"
            self.printed("studio", trace, *options, "--output", file)
            self.studios[key] = file
        return self.studios[key]

    def figures(self, trace, policies, *, cwd=root, **settings):
        """The figures of runs, in the order of the policies."""
        options = {**DEFAULTS, **{name: value for name, value in settings.items() if value is not None}}
        arguments = ["run", trace, "--format", "json"]
        for policy in policies:
            arguments += ["--policy", policy]
        for name, value in options.items():
            arguments += [f"--{name}", "none" if value is None else value]
        # Runs are printed best first.
        runs = json.loads(self.printed(*arguments, cwd=cwd))["runs"]
        by_name = {}
        for run in runs:
            policy = run["policy"]
            by_name[policy["name"] if isinstance(policy, dict) else policy] = run["figures"]
        return [by_name.get(policy.split(":")[0], runs[0]["figures"]) for policy in policies]


def compared(policies, *, device, side=None, format=None, seed=0, **settings):
    """The setting of a page whose sides differ in the policy alone."""
    settings = {**DEFAULTS, "prefetch": None, **settings}
    network = settings.pop("network")
    sides = [{"policy": policy, **settings} for policy in policies]
    return {"a": sides[0], "b": sides[1], "device": device, "network": network, "side": side,
            "format": format, "seed": seed}


def differences(page, command):
    """The figures that are not the same on the page and in the command's JSON."""
    return [
        f"{name} is {page.get(name)!r} on the page and {value!r} in the command"
        for name, value in command.items()
        if name not in page or page[name] != value
    ]
