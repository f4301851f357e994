"""The checks of .ci/browser/studio: the page in Chromium and Firefox, beside the command."""
import argparse
import sys
import tempfile
from pathlib import Path

from browser import Browser, Checks, require
from studio_command import Command
from studio_figures import Figures
from studio_firefox import Firefox
from studio_live import Live
from studio_manners import Manners
from studio_page import Page
from studio_report import Report
from studio_sharing import Sharing
from studio_speed import Speed
from studio_use import Use

PARTS = ["page", "live", "links", "report", "speed", "figures", "firefox"]


def main():
    parser = argparse.ArgumentParser(prog=".ci/browser/studio")
    parser.add_argument("--scrollsim", required=True)
    parser.add_argument("--axe", type=Path, required=True)
    parser.add_argument("--pictures", type=Path)
    parser.add_argument("--page", type=Path)
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--only", default=",".join(PARTS))
    options = parser.parse_args()
    parts = options.only.split(",")
    unknown = set(parts) - set(PARTS)
    if unknown:
        parser.error(f"there is no part '{unknown.pop()}'; expected some of {', '.join(PARTS)}")
    checks = Checks()
    with tempfile.TemporaryDirectory() as folder:
        command = Command(options.scrollsim, Path(folder), require)
        file = options.page or command.studio("Traces/photo-grid.scroll", "--device", "iphone-5")
        browser = Browser(options.axe.read_text())
        try:
            page = Page(browser, require, Path(folder))
            sharing = Sharing(page, command, file)
            if "page" in parts:
                for part in (Manners, Use):
                    part(page, command, file, options.pictures).check(checks)
            if "live" in parts:
                Live(sharing).check(checks)
            if "links" in parts:
                sharing.check(checks)
            if "report" in parts:
                Report(page, command, sharing).check(checks)
            if "speed" in parts:
                Speed(page, command, file).check(checks)
            if "figures" in parts:
                Figures(page, command, options.quick).check(checks)
        finally:
            browser.close()
        if "firefox" in parts:
            Firefox(command, file, options.quick, require).check(checks)
    if checks.failures:
        sys.exit(f".ci/browser/studio: {len(checks.failures)} checks failed, the first: {checks.failures[0]}")


if __name__ == "__main__":
    main()
