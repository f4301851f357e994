"""The step of the wheel's build that adds the programs and the platform."""

import os
import platform
import sysconfig
from pathlib import Path

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class Programs(BuildHookInterface):
    """Adds `scrollsim` and `scrollsim-lab`, which pip puts beside Python's own programs."""

    def initialize(self, version, build_data):
        if version == "editable":
            return
        folder = os.environ.get("SCROLLSIM_PROGRAMS")
        if folder is None:
            raise RuntimeError(
                "SCROLLSIM_PROGRAMS names no folder with the programs; "
                ".ci/release/package builds the wheel with them"
            )
        for path in sorted(Path(folder).iterdir()):
            if path.name.startswith("scrollsim"):
                build_data["shared_scripts"][str(path)] = path.name
            elif path.name.endswith(".cdx.json"):
                build_data["sbom_files"].append(str(path))
            else:
                build_data["force_include"][str(path)] = f"scrollsim/{path.name}"
        place = sysconfig.get_platform().replace("-", "_").replace(".", "_")
        if platform.system() == "Darwin":
            # The programs have one processor and need the macOS of Package.swift; this Python may
            # have been built for two processors and an older system.
            place = f"macosx_15_0_{platform.machine()}"
        build_data["tag"] = f"py3-none-{place}"
        build_data["pure_python"] = False
