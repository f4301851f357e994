"""A real Chromium, and the vocabulary of all checks in a browser.

A check is a method of a `Part`. It fails by `assert` or by any other error. The output then has the line and
its local values, so that most assertions need no sentence.
"""
import argparse
import base64
import json
import shutil
import subprocess
import sys
import sysconfig
import time
import traceback
from pathlib import Path

from checks import built, root
from selenium import webdriver
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys

LARGEST = 2 * 1024 * 1024
DESK, PHONE = 1280, 360
PATIENCE = 60

# The middle of an element and its size, where a finger or the mouse touches it.
MIDDLE = """const e=document.getElementById(arguments[0]);
e.scrollIntoView({block:'center',behavior:'instant'});
const b=e.getBoundingClientRect();return [b.x+b.width/2,b.y+b.height/2,b.width,b.height]"""

FOCUSABLE = """return [...document.querySelectorAll(
'a[href],button,summary,input,select,textarea,[tabindex="0"]')]
.filter(e=>e.checkVisibility({contentVisibilityAuto:true,visibilityProperty:true})&&!e.disabled
  &&e.getClientRects().length)"""

FOCUSED = """const e=document.activeElement;
if(!e||e===document.body||e===document.documentElement)return null;
const s=getComputedStyle(e),b=e.getBoundingClientRect();
const isNew=!visited.has(e);visited.add(e);
return {name:`${e.nodeName} ${e.id} ${(e.ariaLabel||e.textContent).trim().slice(0,50)}`,isNew,
  isOutlined:s.outlineStyle!=='none'&&parseFloat(s.outlineWidth)>=2||e.closest('.skip')!==null,
  isSeen:b.bottom>0&&b.top<innerHeight&&b.right>0&&b.left<innerWidth}"""

MOVING = """const moving=document.getAnimations().map(a=>String(a.effect?.target?.nodeName));
for(const e of [document.documentElement,...document.body.querySelectorAll('*')]){
  for(const part of [undefined,'::before','::after']){
    const s=getComputedStyle(e,part);
    if(s.animationName!=='none'||s.transitionDuration.split(',').some(t=>parseFloat(t)>0)
      ||s.scrollBehavior==='smooth'){moving.push(e.nodeName);break}}}
if(document.querySelector('animate,animateTransform,animateMotion,set'))moving.push('SVG animation');
return moving"""

# Rows of a table are alike; its first ones stand for all. The others are away while axe-core reads the page.
AXE = """const rest=[...document.querySelectorAll('tbody tr:nth-child(n+6)')].map(row=>[row.parentElement,row]);
rest.forEach(([,row])=>row.remove());
axe.run(arguments[0],{resultTypes:['violations']})
  .then(r=>r.violations.map(v=>`${v.id} (${v.help}) at ${v.nodes.length} places, the first `
    +`${v.nodes[0].target.join(' ')}: ${v.nodes[0].failureSummary}`),e=>[String(e)])
  .then(mistakes=>{rest.forEach(([body,row])=>body.append(row));done(mistakes)})"""


def require(holds, sentence):
    assert holds, sentence


def wait(holds, seconds=PATIENCE):
    """Waits until a value is true or the time is over; returns the value."""
    deadline = time.monotonic() + seconds
    while not (value := holds()) and time.monotonic() < deadline:
        time.sleep(0.02)
    return value


def explained(error):
    """Returns an error, and the lines of the checks that it comes from with their local values."""
    lines = [f"{type(error).__name__} {str(error)[:1000]}"]
    for frame in traceback.TracebackException.from_exception(error, capture_locals=True).stack[1:]:
        if root / ".ci" in Path(frame.filename).parents:
            lines.append(f"        {Path(frame.filename).name}:{frame.lineno}: {frame.line}")
            lines += [f"          {name} = {value[:300]}" for name, value in frame.locals.items()]
    return "\n".join(lines)


class Checks:
    """Runs checks, a line for each."""

    def __init__(self):
        self.failures = []

    def check(self, name, body):
        Checks.running, start = name, time.monotonic()
        try:
            body()
            print(f"ok      {name} ({time.monotonic() - start:.1f} s)", flush=True)
        except Exception as error:
            self.failures.append(name)
            print(f"FAILED  {name}: {explained(error)}", flush=True)

    def all(self, title, part):
        """Runs the methods of a part in the order of the source, but those with an underscore."""
        for name in vars(type(part)):
            if not name.startswith("_"):
                self.check(f"{title}: {name.replace('_', ' ')}", getattr(part, name))

    def end(self):
        """Ends the script with a sentence if a check failed."""
        if self.failures:
            sys.exit(f"{sys.argv[0]}: {len(self.failures)} checks failed, the first: {self.failures[0]}")


def axe():
    """Returns the script of axe-core, from a package whose dependencies are not needed."""
    subprocess.run([sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check",
                    "--no-compile", "--no-deps", "axe-playwright-python==0.1.8"], check=True)
    return (Path(sysconfig.get_paths()["purelib"]) / "axe_playwright_python/axe.min.js").read_text()


def parser():
    """Returns a parser with the options of every check in a browser."""
    path = lambda text: Path(text).resolve()
    made = argparse.ArgumentParser()
    made.add_argument("--pictures", type=path, metavar="FOLDER", help="keep screenshots there")
    made.add_argument("--page", type=path, metavar="FILE", help="check this page instead")
    return made


class Browser:
    """A Chromium without a window."""

    def __init__(self, axe, pictures=None):
        self.axe, self.pictures, self.processes = axe, pictures, []
        options = webdriver.ChromeOptions()
        # Root has no sandbox.
        for option in ["headless=new", f"window-size={DESK},900", "disable-dev-shm-usage", "no-sandbox",
                       "force-color-profile=srgb"]:
            options.add_argument(f"--{option}")
        options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
        options.binary_location = shutil.which("chromium")
        self.driver = webdriver.Chrome(options, webdriver.ChromeService(shutil.which("chromedriver")))
        self.driver.set_script_timeout(300)

    def close(self):
        self.driver.quit()
        for process in self.processes:
            process.kill()

    def command(self, *words, cwd):
        """Starts scrollsim until the browser is closed; returns its process and the file of its messages."""
        messages = cwd / f"messages-{len(self.processes)}"
        with messages.open("w") as file:
            process = subprocess.Popen([built(), *words], cwd=cwd, stdin=subprocess.DEVNULL,
                                       stdout=subprocess.DEVNULL, stderr=file)
        self.processes.append(process)
        return process, messages

    # Protocol and scripts

    def cdp(self, command, **arguments):
        return self.driver.execute_cdp_cmd(command, arguments)

    def run(self, script, *arguments):
        return self.driver.execute_script(script, *arguments)

    def value(self, expression, *arguments):
        return self.run(f"return {expression}", *arguments)

    def until(self, expression, seconds=PATIENCE):
        """Waits for a value of the page; fails without one."""
        value = wait(lambda: self.value(expression), seconds)
        assert value, f"'{expression}' is {value} after {seconds} s"
        return value

    def result(self, script, *arguments):
        """Runs a script that calls `done` with its result."""
        done = "const done=arguments[arguments.length-1];"
        return self.driver.execute_async_script(done + script, *arguments)

    def open(self, url):
        self.messages()
        self.requests()
        self.driver.get(url)

    def messages(self):
        """The messages that were written to the console since the last call."""
        return [entry["message"] for entry in self.driver.get_log("browser")]

    def requests(self):
        """The addresses that were requested since the last call."""
        events = [json.loads(entry["message"])["message"] for entry in self.driver.get_log("performance")]
        return [event["params"]["request"]["url"] for event in events
                if event["method"] == "Network.requestWillBeSent"]

    # Media, screens, files

    def emulate(self, media="", **features):
        """Emulates a medium and the preferences of its user; without arguments it resets both."""
        features = [{"name": f"prefers-{name.replace('_', '-')}", "value": features[name]} for name in features]
        self.cdp("Emulation.setEmulatedMedia", media=media, features=features)

    def screen(self, width, height, is_phone=False):
        self.width = width
        self.cdp("Emulation.setDeviceMetricsOverride", width=width, height=height,
                 deviceScaleFactor=1 + is_phone, mobile=is_phone)

    def touches(self, is_enabled=True):
        self.cdp("Emulation.setTouchEmulationEnabled", enabled=is_enabled)

    def phone(self):
        self.screen(PHONE, 740, True)

    def desk(self):
        self.width = DESK
        self.cdp("Emulation.clearDeviceMetricsOverride")

    def looks(self):
        """Yields the names of light and dark, on a desk and on a phone, while each is emulated."""
        for screen in [self.desk, self.phone]:
            for scheme in ["light", "dark"]:
                screen()
                self.emulate(color_scheme=scheme)
                yield f"{screen.__name__}-{scheme}"

    def allow_downloads(self, folder):
        self.cdp("Browser.setDownloadBehavior", behavior="allow", downloadPath=str(folder))

    def picture(self):
        """Keeps a picture of the whole page, with the name of the check."""
        if self.pictures:
            size = self.cdp("Page.getLayoutMetrics")["cssContentSize"]
            clip = {"x": 0, "y": 0, "width": size["width"], "height": min(size["height"], 12000), "scale": 1}
            shot = self.cdp("Page.captureScreenshot", captureBeyondViewport=True, clip=clip)
            self.pictures.mkdir(parents=True, exist_ok=True)
            name = f"{Checks.running}, {len(list(self.pictures.iterdir())):03}.png"
            (self.pictures / name).write_bytes(base64.b64decode(shot["data"]))

    # Elements, by their `id`

    def get(self, id, name):
        """Returns a property of an element."""
        return self.value("document.getElementById(arguments[0])[arguments[1]]", id, name)

    def text(self, id):
        return self.get(id, "textContent").strip()

    def focus(self, id):
        self.run("document.getElementById(arguments[0]).focus()", id)

    def click(self, id):
        self.driver.find_element("id", id).click()

    def tap(self, id):
        """Clicks an element by a script, wherever it is on the page."""
        self.run("document.getElementById(arguments[0]).click()", id)

    def unfold(self):
        self.run("document.querySelectorAll('details').forEach(d=>d.open=true)")

    # Hands

    def press(self, *keys):
        ActionChains(self.driver).send_keys(*keys).perform()

    def touch(self, kind, *points):
        self.cdp("Input.dispatchTouchEvent", type=kind, touchPoints=[{"x": x, "y": y} for x, y in points])

    def drag(self, x, y, up, seconds, left=0, stops=False, end="touchEnd"):
        """A finger moves, and lets go while it moves, or after a stop."""
        begin = time.perf_counter()
        self.touch("touchStart", (x, y))
        steps = max(2, round(seconds * 60))
        for step in range(1, steps + 1):
            time.sleep(max(0, begin + step / 60 - time.perf_counter()))
            self.touch("touchMove", (x - left * step / steps, y - up * step / steps))
        if stops:
            time.sleep(0.3)
            self.touch("touchMove", (x - left, y - up))
        self.touch(end)

    def mouse(self, kind, x, y, **options):
        self.cdp("Input.dispatchMouseEvent", type=kind, x=x, y=y, **options)

    def wheel(self, x, y, delta, times):
        for _ in range(times):
            self.mouse("mouseWheel", x, y, deltaX=0, deltaY=delta)
            time.sleep(1 / 60)

    # What every page keeps

    def is_silent(self):
        messages = self.messages()
        assert not messages, f"the console has {messages[:1]}"

    def requests_only(self, *beginnings):
        others = [url for url in self.requests() if not url.startswith(beginnings)]
        assert not others, f"the page requests {others[:1]}"

    def fits(self):
        wide = self.value("Math.max(document.documentElement.scrollWidth,innerWidth)")
        assert wide <= self.width, f"the page is {wide} points wide; the screen has {self.width}"

    def is_still(self):
        moving = self.run(MOVING)
        assert not moving, f"{len(moving)} elements move, the first {moving[0]}"

    def passes_axe(self, within="html"):
        """Fails if axe-core finds mistakes in a part of the page, of which it takes a picture."""
        self.picture()
        if not self.value("'axe' in window"):
            self.run(self.axe)
        mistakes = self.result(AXE, within)
        assert not mistakes, f"axe-core finds {len(mistakes)} mistakes: {mistakes[:3]}"

    def is_visited_by_tab(self):
        """Goes through the page with Tab: all that can be used is met, has an outline, and is in view."""
        # Where the page glides to what has the focus, it would be looked at too early.
        self.emulate(reduced_motion="reduce")
        self.run("window.visited=new Set()")
        expected = self.run(FOCUSABLE)
        for _ in range(2 * len(expected) + 20):
            self.press(Keys.TAB)
            focused = self.run(FOCUSED)
            # After the last comes the browser itself, then the first.
            if focused and not focused["isNew"]:
                break
            assert not focused or focused["isOutlined"] and focused["isSeen"], f"{focused}"
        missed = self.value("arguments[0].filter(e=>!visited.has(e)).map(e=>e.outerHTML)", expected)
        assert not missed, f"Tab never comes to {len(missed)} of {len(expected)}: {missed[0]}"


class Part:
    """Checks of a page, which have all abilities of the browser."""

    def __init__(self, browser, folder, file=None):
        self.browser, self.folder, self.file = browser, folder, file

    def __getattr__(self, name):
        return getattr(self.browser, name)
