"""The studio's page in Chromium, the command beside it, and what the parts of its check share."""
import dataclasses
import json
import shlex
import time
from pathlib import Path

from browser import MIDDLE, PATIENCE, Browser, printed, require, wait
from checks import root

# True if both sides have answered.
SETTLED = """return 'studio' in window&&studio.sides.every(s=>s.isSettled&&(s.figures||s.error))"""

STATE = """return {time:studio.time,isLive:studio.isLive,isPlaying:studio.isPlaying,
  setting:studio.setting,figures:studio.sides.map(s=>s.figures),errors:studio.sides.map(s=>s.error),
  reached:studio.sides.map(s=>s.reached),waits:studio.sides.map(s=>s.isWaiting),
  notice:document.getElementById('notice').hidden?'':document.getElementById('notice').textContent,
  samples:studio.scroll?studio.scroll.samples.count:0,mode:document.getElementById('mode').textContent}"""

# Sets a field as its user would.
PUT = """const e=document.getElementById(arguments[0]);e.value=arguments[1];
e.dispatchEvent(new Event(e.tagName==='SELECT'?'change':'input',{bubbles:true}))"""

# The command prints these settings of a run beside the policy.
DEFAULTS = {"budget": 64 * 2**20, "network": "wifi", "loader": "cached"}
DEVICE = "iphone-8"
PLAIN = ["--device", DEVICE, "--policy", "lru,distance"]


class Page:
    def __init__(self, browser, folder):
        self.browser = browser
        self.folder = folder
        browser.allow_downloads(folder)

    def open(self, file, link=""):
        self.browser.driver.get("about:blank")
        self.browser.open(file.as_uri() + (f"#{link}" if link else ""))
        self.settle()

    def settle(self, seconds=PATIENCE):
        """Waits until both sides have answered."""
        deadline = time.monotonic() + seconds
        while not self.browser.run(SETTLED):
            if time.monotonic() > deadline:
                notice = self.browser.run("return document.getElementById('notice').textContent")
                require(False, f"the page has no figures after {seconds} s; it says '{notice}'")
            time.sleep(0.02)

    def state(self):
        return self.browser.run(STATE)

    def put(self, field, value):
        """Gives a field another value, and waits for the answer."""
        self.browser.run(PUT, field, str(value))
        self.settle()

    def click(self, element):
        self.browser.driver.find_element("id", element).click()

    def focus(self, element):
        self.browser.run("document.getElementById(arguments[0]).focus()", element)

    def text(self, element):
        return self.browser.run("return document.getElementById(arguments[0]).textContent", element).strip()

    def seek(self, seconds):
        self.browser.run("studio.pause();studio.seek(arguments[0])", seconds)
        time.sleep(0.15)

    def tap(self, element):
        """Clicks an element by a script, wherever it is on the page."""
        self.browser.run("document.getElementById(arguments[0]).click()", element)

    def get(self, element, name):
        """Returns a property of an element."""
        return self.browser.run("return document.getElementById(arguments[0])[arguments[1]]", element, name)

    # Hands

    def drag(self, element, distance, seconds):
        x, y, _, height = self.browser.run(MIDDLE, element)
        self.browser.drag(x, y + height / 3, distance, seconds)

    def mouse(self, kind, x, y):
        self.browser.mouse(kind, x, y, button="left", buttons=int(kind != "mouseReleased"), clickCount=1)

    def drag_with_mouse(self, element, distance, steps=12):
        x, y, _, height = self.browser.run(MIDDLE, element)
        y += height / 3
        self.mouse("mousePressed", x, y)
        for step in range(1, steps + 1):
            time.sleep(1 / 60)
            self.mouse("mouseMoved", x, y - distance * step / steps)
        self.mouse("mouseReleased", x, y - distance)

    def wheel(self, element, delta, times):
        x, y, *_ = self.browser.run(MIDDLE, element)
        self.browser.wheel(x, y, delta, times)

    def saved(self, button, name):
        """Saves a file by a button and returns its path."""
        file = self.folder / name
        file.unlink(missing_ok=True)
        self.tap(button)
        require(wait(file.exists), f"no file {name} was saved")
        time.sleep(0.2)
        return file


class Command:
    def __init__(self, folder):
        self.folder = folder
        self.studios = {}

    def studio(self, trace, *options):
        """The studio of a trace, made once."""
        key = (str(trace), options)
        if key not in self.studios:
            file = self.folder / f"studio-{len(self.studios)}.html"
            printed("studio", trace, *options, "--output", file)
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
        runs = json.loads(printed(*arguments, cwd=cwd))["runs"]
        by_name = {}
        for run in runs:
            policy = run["policy"]
            by_name[policy["name"] if isinstance(policy, dict) else policy] = run["figures"]
        return [by_name.get(policy.split(":")[0], runs[0]["figures"]) for policy in policies]


def compared(policies, *, device, seed=0, renditions="", **settings):
    """The setting of a page whose sides differ in the policy alone."""
    settings = {**DEFAULTS, "prefetch": None, **settings}
    network = settings.pop("network")
    parts = dict(part.split("=") for part in renditions.split(",") if part)
    a, b = ({"policy": policy, **settings} for policy in policies)
    return {"a": a, "b": b, "device": device, "network": network, "seed": seed,
            "side": int(parts["side"]) if parts else None, "format": parts.get("format")}


def differences(page, command):
    """The figures that differ between the page and the JSON of the command."""
    return [f"{name} is {page.get(name)!r} on the page and {value!r} in the command" for name,
        value in command.items() if name not in page or page[name] != value]


def check_figures(what, policies, sides, expected):
    """Fails unless both sides, each with its figures and its error, have the figures of the command."""
    for (figures, error), wanted, policy in zip(sides, expected, policies, strict=True):
        require(not error, f"{what}, {policy}: the page says '{error}'")
        found = differences(figures, wanted)
        require(not found, f"{what}, {policy}: {len(found)} figures differ: {'; '.join(found[:3])}")


@dataclasses.dataclass
class Studio:
    """Checks of the studio: its page, the command, the file that is opened, and the folder for screenshots."""
    page: Page
    command: Command
    file: Path
    pictures: Path = None

    @property
    def browser(self) -> Browser:
        return self.page.browser

    def opened(self, link=""):
        self.browser.emulate(color_scheme="light")
        self.browser.phone(False)
        self.browser.touches(False)
        self.page.open(self.file, link)

    def picture(self, name):
        if self.pictures:
            self.browser.driver.save_screenshot(str(self.pictures / f"studio-{name}.png"))

    def figures(self):
        return self.page.state()["figures"]

    def trace(self):
        """Saves the trace of the session and returns its path."""
        return self.page.saved("save-trace", "session.scroll")

    def as_command(self):
        self.page.tap("copy-command")
        wait(lambda: self.page.get("copy-dialog", "open"))
        text = self.browser.run("return document.getElementById('copy-area').value")
        self.browser.run("document.getElementById('copy-dialog').close()")
        return text

    def command_prints(self, what):
        """The lines of `copy as command` print what the page shows."""
        state = self.page.state()
        for line in self.as_command().splitlines():
            words = shlex.split(line)
            require(words[:2] == ["scrollsim", "run"], f"{what}: the command is '{line}'")
            folder = self.page.folder if words[2] == "session.scroll" else None
            extra = {"cwd": folder} if folder else {}
            runs = json.loads(printed(*words[1:], "--format", "json", **extra))["runs"]
            for run in runs:
                found = [differences(figures, run["figures"]) for figures in state["figures"]]
                require(any(not difference for difference in found),
                    f"{what}: '{line}' prints other figures: {min(found, key=len)[:3]}")

    def is_the_trace(self, what):
        """The scroll, saved as a trace, has the same figures in the command."""
        self.page.tap("finish")
        time.sleep(0.5)
        self.page.settle()
        self.trace()
        self.command_prints(what)

    def open_session(self, file):
        self.browser.run("document.getElementById('session-file').hidden=false")
        self.browser.driver.find_element("id", "session-file").send_keys(str(file))
        time.sleep(0.5)
        self.page.settle(60)
