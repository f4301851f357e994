"""A studio that is open in Chromium: what it shows, and hands that use it."""
import time

from selenium.webdriver.common.action_chains import ActionChains

# Whether all that was asked for has come.
SETTLED = """return 'studio' in window&&studio.sides.every(s=>s.isSettled&&(s.figures||s.error))"""

STATE = """return {time:studio.time,isLive:studio.isLive,isPlaying:studio.isPlaying,
  setting:studio.setting,figures:studio.sides.map(s=>s.figures),errors:studio.sides.map(s=>s.error),
  reached:studio.sides.map(s=>s.reached),waits:studio.sides.map(s=>s.isWaiting),
  notice:document.getElementById('notice').hidden?'':document.getElementById('notice').textContent,
  samples:studio.scroll?studio.scroll.samples.count:0,mode:document.getElementById('mode').textContent}"""

MIDDLE = """const e=document.getElementById(arguments[0]);e.scrollIntoView({block:'center',behavior:'instant'});
const b=e.getBoundingClientRect();return [b.x+b.width/2,b.y+b.height/2,b.width,b.height]"""

# Sets a field as its user would, and says that it was changed.
PUT = """const e=document.getElementById(arguments[0]);e.value=arguments[1];
e.dispatchEvent(new Event(e.tagName==='SELECT'?'change':'input',{bubbles:true}))"""

PATIENCE = 60


class Page:
    def __init__(self, browser, require, folder):
        self.browser = browser
        self.require = require
        self.folder = folder

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
                self.require(False, f"the page has no figures after {seconds} s; it says '{notice}'")
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
        return self.browser.run(
            "return document.getElementById(arguments[0]).textContent", element).strip()

    def seek(self, seconds):
        self.browser.run("studio.pause();studio.seek(arguments[0])", seconds)
        time.sleep(0.15)

    def wait(self, holds, seconds=PATIENCE):
        deadline = time.monotonic() + seconds
        while not (value := holds()) and time.monotonic() < deadline:
            time.sleep(0.05)
        return value

    def is_silent(self, what):
        messages = self.browser.messages()
        self.require(not messages, f"{what}: the console says {messages[:1]}; expected nothing")

    # Hands

    def touch(self, kind, *points):
        self.browser.cdp(
            "Input.dispatchTouchEvent", type=kind, touchPoints=[{"x": x, "y": y} for x, y in points])

    def drag(self, element, distance, seconds):
        """A finger moves up on an element by so many points, and lets go while it moves."""
        x, y, _, height = self.browser.run(MIDDLE, element)
        y += height / 3
        begin = time.perf_counter()
        self.touch("touchStart", (x, y))
        steps = max(2, round(seconds * 60))
        for step in range(1, steps + 1):
            time.sleep(max(0, begin + step / 60 - time.perf_counter()))
            self.touch("touchMove", (x, y - distance * step / steps))
        self.touch("touchEnd")

    def drag_with_mouse(self, element, distance, steps=12):
        x, y, _, height = self.browser.run(MIDDLE, element)
        y += height / 3
        self.mouse("mousePressed", x, y)
        for step in range(1, steps + 1):
            time.sleep(1 / 60)
            self.mouse("mouseMoved", x, y - distance * step / steps)
        self.mouse("mouseReleased", x, y - distance)

    def mouse(self, kind, x, y):
        buttons = 0 if kind == "mouseReleased" else 1
        self.browser.cdp(
            "Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", buttons=buttons, clickCount=1)

    def wheel(self, element, delta, times):
        x, y, _, _ = self.browser.run(MIDDLE, element)
        for _ in range(times):
            self.browser.cdp(
                "Input.dispatchMouseEvent", type="mouseWheel", x=x, y=y, deltaX=0, deltaY=delta)
            time.sleep(1 / 60)

    def press(self, *keys):
        ActionChains(self.browser.driver).send_keys(*keys).perform()

    def allow_downloads(self):
        self.browser.cdp(
            "Browser.setDownloadBehavior", behavior="allow", downloadPath=str(self.folder))

    def downloaded(self, name):
        file = self.folder / name
        self.require(self.wait(file.exists), f"no file {name} was saved")
        time.sleep(0.2)
        return file
