"""A real Chromium, and what all checks in a browser share."""
import argparse
import base64
import dataclasses
import json
import os
import shlex
import shutil
import signal
import subprocess
import sys
import sysconfig
import time
from pathlib import Path

from checks import built, root
from selenium import webdriver
from selenium.webdriver.common.action_chains import ActionChains

LARGEST = 2 * 1024 * 1024
PHONE = 360
PATIENCE = 60

# The middle of an element and its size, where a finger or the mouse touches it.
MIDDLE = """const e=document.getElementById(arguments[0]);e.scrollIntoView({block:'center',behavior:'instant'});
const b=e.getBoundingClientRect();return [b.x+b.width/2,b.y+b.height/2,b.width,b.height]"""
WIDE = "const w=document.documentElement;return w.scrollWidth>innerWidth?w.scrollWidth:0"
class Failed(Exception):
    """A check that failed, as a sentence."""


def require(holds, sentence):
    if not holds:
        raise Failed(sentence)


def printed(*arguments, cwd=root):
    """Runs scrollsim and returns its standard output."""
    done = subprocess.run([built(), *map(str, arguments)], cwd=cwd, capture_output=True, text=True)
    require(done.returncode == 0, f"scrollsim {shlex.join(map(str, arguments))} fails: {done.stderr.strip()}")
    return done.stdout


def command(*arguments, **options):
    """Starts scrollsim so that Ctrl-C ends it, which programs in the background of a script ignore."""
    return subprocess.Popen([built(), *arguments], stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL, preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL), **options)


def wait(holds, seconds=PATIENCE):
    """Waits until a value is true or the time is over; returns the value."""
    deadline = time.monotonic() + seconds
    while not (value := holds()) and time.monotonic() < deadline:
        time.sleep(0.05)
    return value


class Checks:
    """Runs checks, a line for each."""

    def __init__(self):
        self.failures = []

    def check(self, name, body):
        """Runs a check; returns whether it passed."""
        start = time.monotonic()
        try:
            body()
        except Failed as failure:
            self.failures.append(f"{name}: {failure}")
            print(f"FAILED  {name}: {failure}", flush=True)
            return False
        print(f"ok      {name} ({time.monotonic() - start:.1f} s)", flush=True)
        return True

    def all(self, title, *bodies):
        """Runs checks under a title, each with the name of its function; returns whether all passed."""
        return all([self.check(f"{title}: {body.__name__.replace('_', ' ')}", body) for body in bodies])

    def end(self):
        """Ends the script with a sentence if a check failed."""
        if self.failures:
            sys.exit(f"{sys.argv[0]}: {len(self.failures)} checks failed, the first: {self.failures[0]}")


def axe():
    """Returns the script of axe-core, from a package whose dependencies are not needed."""
    subprocess.run([sys.executable, "-m", "pip", "install", "--quiet",
        "--disable-pip-version-check", "--no-compile", "--no-deps", "axe-playwright-python==0.1.8"], check=True)
    return (Path(sysconfig.get_paths()["purelib"]) / "axe_playwright_python/axe.min.js").read_text()


def parser(name):
    """Returns a parser with the options of every check in a browser."""
    made = argparse.ArgumentParser(prog=name)
    made.add_argument("--pictures", type=folder, metavar="FOLDER", help="keep screenshots there")
    made.add_argument("--page", type=file, metavar="FILE", help="check this page instead")
    return made


def folder(text):
    path = Path(text).resolve()
    path.mkdir(parents=True, exist_ok=True)
    return path


def file(text):
    path = Path(text).resolve()
    if not path.is_file():
        raise argparse.ArgumentTypeError(f"there is no file '{text}'")
    return path


class Browser:
    """A Chromium without a window."""

    def __init__(self, axe):
        self.axe = axe
        options = webdriver.ChromeOptions()
        options.add_argument("--headless=new")
        options.add_argument("--window-size=1280,900")
        options.add_argument("--disable-dev-shm-usage")
        options.add_argument("--force-color-profile=srgb")
        if os.getuid() == 0:
            options.add_argument("--no-sandbox")
        options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
        options.binary_location = shutil.which("chromium")
        service = webdriver.ChromeService(shutil.which("chromedriver"))
        self.driver = webdriver.Chrome(options=options, service=service)
        self.driver.set_script_timeout(60)
        self.media = {}

    def close(self):
        self.driver.quit()

    def cdp(self, command, **arguments):
        return self.driver.execute_cdp_cmd(command, arguments)

    def run(self, script, *arguments):
        return self.driver.execute_script(script, *arguments)

    def open(self, url):
        self.messages()
        self.requests()
        self.driver.get(url)

    def messages(self):
        """The messages that were written to the console since the last call."""
        return [entry["message"] for entry in self.driver.get_log("browser")]

    def requests(self):
        """The addresses that were requested since the last call."""
        events = [json.loads(entry["message"]) for entry in self.driver.get_log("performance")]
        return [event["message"]["params"]["request"]["url"]
            for event in events if event["message"]["method"] == "Network.requestWillBeSent"]

    def emulate(self, media="", **features):
        """Emulates a medium and the preferences of its user; without arguments it resets both."""
        self.cdp("Emulation.setEmulatedMedia", media=media, features=[
            {"name": f"prefers-{name.replace('_', '-')}", "value": value} for name, value in features.items()])

    def screen(self, width, height, is_phone=False, scale=1):
        self.cdp("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=scale, mobile=is_phone)

    def touches(self, is_enabled=True):
        self.cdp("Emulation.setTouchEmulationEnabled", enabled=is_enabled)

    def phone(self, is_phone=True):
        if is_phone:
            self.screen(PHONE, 740, True, 2)
        else:
            self.cdp("Emulation.clearDeviceMetricsOverride")

    def is_silent(self, what):
        messages = self.messages()
        require(not messages, f"{what}: the console says {messages[:1]}; expected nothing")

    def touch(self, kind, *points):
        self.cdp("Input.dispatchTouchEvent", type=kind, touchPoints=[{"x": x, "y": y} for x, y in points])

    def drag(self, x, y, distance, seconds, stops=False):
        """A finger moves up by a distance, and lets go while it moves, or after a stop."""
        begin = time.perf_counter()
        self.touch("touchStart", (x, y))
        steps = max(2, round(seconds * 60))
        for step in range(1, steps + 1):
            time.sleep(max(0, begin + step / 60 - time.perf_counter()))
            self.touch("touchMove", (x, y - distance * step / steps))
        if stops:
            time.sleep(0.3)
            self.touch("touchMove", (x, y - distance))
        self.touch("touchEnd")

    def mouse(self, kind, x, y, **options):
        self.cdp("Input.dispatchMouseEvent", type=kind, x=x, y=y, **options)

    def wheel(self, x, y, delta, times):
        for _ in range(times):
            self.mouse("mouseWheel", x, y, deltaX=0, deltaY=delta)
            time.sleep(1 / 60)

    def allow_downloads(self, folder):
        self.cdp("Browser.setDownloadBehavior", behavior="allow", downloadPath=str(folder))

    def unfold(self):
        self.run("document.querySelectorAll('details').forEach(d=>d.open=true)")

    def press(self, *keys):
        ActionChains(self.driver).send_keys(*keys).perform()

    def is_accessible(self, what="", within="html"):
        """Fails if axe-core finds mistakes in a part of the page."""
        if not self.run("return 'axe' in window"):
            self.run(self.axe)
        found = self.driver.execute_async_script(
            """const done=arguments[arguments.length-1];
            // Rows of a table are alike; its first ones stand for all.
            axe.run({include:[arguments[0]],exclude:['tbody tr:nth-child(n+6)']},{resultTypes:['violations']}).then(
              r=>done(r.violations.map(v=>[v.id,v.help,v.nodes.length,v.nodes[0].target.join(' '),
                v.nodes[0].failureSummary])),
              e=>done([['axe',String(e),0,'','']]))""", within)
        mistakes = [f"{name} ({text}) at {count} places, the first {place}: {' '.join(summary.split())}" for name,
            text, count, place, summary in found]
        require(not found, f"{what}: axe-core finds {len(found)} mistakes: {'; '.join(mistakes[:3])}")

    def picture(self, folder, name):
        if folder:
            size = self.cdp("Page.getLayoutMetrics")["cssContentSize"]
            self.cdp("Runtime.evaluate", expression="scrollTo(0,0)")
            shot = self.cdp("Page.captureScreenshot", captureBeyondViewport=True,
                clip={"x": 0, "y": 0, "width": size["width"], "height": min(size["height"], 12000), "scale": 1})
            (folder / f"{name}.png").write_bytes(base64.b64decode(shot["data"]))


@dataclasses.dataclass
class Part:
    """Checks of one page: the browser, a folder for files, and the folder for screenshots."""
    browser: Browser
    folder: Path
    pictures: Path = None
    file: Path = None
