"""The checks of a recorder's page: a finger that flings, what is kept of it, and what goes wrong."""
import json
import re
import signal
import subprocess
import time

# What is on the page, and where its scrolled part is.
SEEN = """const s=document.getElementById('scroller'),text=id=>document.getElementById(id).textContent;
return {state:text('state'),rows:Number(text('count').replace(/\\D/g,'')),phase:text('phase'),
  rate:text('rate'),width:s.clientWidth,height:s.clientHeight,offset:s.scrollTop,extent:s.scrollHeight,
  end:document.getElementById('end').hidden?null:text('end-title'),endText:text('end-text'),
  canSave:!document.getElementById('save').disabled}"""

# The middle of a control, where a finger taps.
MIDDLE = """const b=document.getElementById(arguments[0]).getBoundingClientRect();
return [b.x+b.width/2,b.y+b.height/2]"""

# Where the items are that are on the page, in points of the content.
TILES = """const s=document.getElementById('scroller').getBoundingClientRect();
const top=document.getElementById('scroller').scrollTop;
return [...document.querySelectorAll('#items i')].map(e=>{const b=e.getBoundingClientRect();
  return [Number(e.textContent),b.x-s.x,b.y-s.y+top,b.width,b.height]})"""

WIDE = """const w=document.documentElement;return w.scrollWidth>innerWidth?w.scrollWidth:0"""

PATIENCE = 15


class Recorder:
    """Recordings in a browser, each by a command of its own."""

    def __init__(self, browser, scrollsim, folder, pictures, require):
        self.browser = browser
        self.scrollsim = scrollsim
        self.folder = folder
        self.pictures = pictures
        self.require = require
        self.process = None

    # The command

    def start(self, *options):
        """Starts a command and opens its page."""
        self.end()
        self.said = (self.folder / "recorder.txt").open("w+")
        self.process = subprocess.Popen(
            [self.scrollsim, "trace", "record", "--port", "0", "--output", "my.scroll", *options],
            cwd=self.folder, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=self.said,
            # Whoever is started in the background of a script ignores Ctrl-C, and so would this.
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL))
        (self.folder / "my.scroll").unlink(missing_ok=True)
        address = self.wait(lambda: re.search(r"open (http://\S+/[a-z2-9]{8}),", self.words()))
        self.require(address, f"no address is printed, but '{self.words()}'")
        self.browser.open(address[1])
        self.require(
            self.wait(lambda: self.seen()["state"].startswith("Scroll")),
            f"the page is not ready: {self.seen()}")

    def words(self):
        self.said.seek(0)
        return self.said.read()

    def end(self):
        if self.process and self.process.poll() is None:
            self.process.kill()
            self.process.wait()

    def wait(self, holds):
        deadline = time.monotonic() + PATIENCE
        while not (value := holds()) and time.monotonic() < deadline:
            time.sleep(0.05)
        return value

    def printed(self, *arguments):
        done = subprocess.run(
            [self.scrollsim, *arguments], cwd=self.folder, capture_output=True, text=True)
        self.require(
            done.returncode == 0, f"scrollsim {arguments[0]} fails: {done.stderr.strip()}")
        return done.stdout

    # The page

    def seen(self):
        return self.browser.run(SEEN)

    def screen(self, width, height, is_phone):
        self.browser.cdp(
            "Emulation.setDeviceMetricsOverride", width=width, height=height,
            deviceScaleFactor=2 if is_phone else 1, mobile=is_phone)
        self.browser.cdp("Emulation.setTouchEmulationEnabled", enabled=is_phone)

    def touch(self, kind, *points):
        self.browser.cdp(
            "Input.dispatchTouchEvent", type=kind,
            touchPoints=[{"x": x, "y": y} for x, y in points])

    def tap(self, control):
        x, y = self.browser.run(MIDDLE, control)
        self.touch("touchStart", (x, y))
        self.touch("touchEnd")

    def drag(self, distance, seconds, *, stops=False):
        """A finger goes up by so many points, and lets go while it moves, or after a stop."""
        x, y = 180, 640
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

    def rest(self):
        """Waits until nothing moves."""
        places = [None, self.seen()["offset"]]
        while places[-1] != places[-2]:
            time.sleep(0.25)
            places.append(self.seen()["offset"])
        return places[-1]

    def saved(self):
        """Waits for the word of the page and for the end of the command; the trace in figures."""
        self.wait(lambda: self.seen()["end"])
        seen = self.seen()
        self.require(
            seen["end"] == "Saved", f"after Save the page says '{seen['end']}': {seen['endText']}")
        status = self.process.wait(10)
        self.require(status == 0, f"the command ends with {status}: {self.words()}")
        self.require("my.scroll is written" in self.words(), f"it says '{self.words()}'")
        return json.loads(self.printed("trace", "info", "my.scroll", "--format", "json"))

    def is_fine(self, name, *, whole=True):
        found = self.browser.violations()
        self.require(
            not found, f"{name}: axe-core finds {len(found)} mistakes: {'; '.join(found[:3])}")
        wide = self.browser.run(WIDE)
        self.require(not wide, f"{name}: the page is {wide} points wide, wider than its screen")
        messages = self.browser.messages()
        self.require(not messages, f"{name}: the console says {messages[:1]}; expected nothing")
        if self.pictures:
            self.browser.driver.save_screenshot(str(self.pictures / f"recorder-{name}.png"))

    # The checks

    def records_flings(self):
        self.screen(360, 740, True)
        self.start("--layout", "grid:columns=3:spacing=2")
        for scheme in ["dark", "light"]:
            self.browser.emulate(color_scheme=scheme)
            self.is_fine(f"phone-{scheme}")
        self.has_the_layout(3, 2)
        before = self.browser.requests()
        # On a busy machine a finger may seem to stop before it lets go: then it tries again.
        drags = flings = last = 0
        while flings < 3 and drags < 8:
            self.drag(400, 0.1)
            before_it, last = last, self.rest()
            drags += 1
            flings += last - before_it > 460
        self.require(flings == 3, f"{flings} of {drags} drags go on by themselves, to {last}")
        self.drag(200, 0.6, stops=True)
        before_it, last = last, self.rest()
        self.require(
            abs(last - before_it - 200) < 40,
            f"a drag of 200 points that stops went from {before_it} to {last}")
        seen = self.seen()
        self.require(seen["rows"] > 60, f"the page shows {seen['rows']} rows after three flings")
        self.require(seen["state"] == "It is recording.", f"the page says '{seen['state']}'")
        self.is_fine("phone-recording")
        self.is_hidden_for_a_while()
        self.tap("save")
        info = self.saved()
        self.is_fine("phone-saved")
        self.require(
            info["viewport"] == f"{seen['width']}x{seen['height']}",
            f"the trace is on {info['viewport']}; expected {seen['width']}x{seen['height']}")
        for name, expected in [("gestures", drags + 1), ("flings", flings), ("kind", "recorded")]:
            self.require(
                info[name] == expected, f"the trace has {name} {info[name]}; expected {expected}")
        self.require(
            abs(info["highestOffset"] - last) < 1 and info["lowestOffset"] == 0,
            f"the trace goes from {info['lowestOffset']} to {info['highestOffset']}, the page to {last}")
        self.require(
            abs(info["contentPoints"] - seen["extent"]) <= 1,
            f"the trace is {info['contentPoints']} points long, the page {seen['extent']}")
        self.require("Chrome/" in info["provenance"], f"the provenance is '{info['provenance']}'")
        events = [event["event"] for event in info["events"]]
        self.require(
            events == ["background", "foreground"], f"the trace has the events {events}")
        others = [url for url in self.browser.requests() + before if not url.startswith("http://127.0.0.1")]
        self.require(
            all(url.startswith(("data:", "blob:", "about:", "chrome:")) for url in others),
            f"{others[:1]} was asked for; expected nothing but the recorder")
        run = self.printed(
            "run", "my.scroll", "--device", "iphone-8", "--policy", "lru", "--budget", "32MiB",
            "--format", "json", "--check")
        self.require(json.loads(run), "a run of the trace prints nothing")

    def has_the_layout(self, columns, gap):
        width = (self.seen()["width"] - (columns - 1) * gap) / columns
        tiles = self.browser.run(TILES)
        self.require(len(tiles) > 20, f"{len(tiles)} items are on the page")
        for item, x, y, wide, high in tiles:
            place = (item % columns * (width + gap), item // columns * (width + gap), width, width)
            self.require(
                all(abs(a - b) < 0.6 for a, b in zip(place, (x, y, wide, high))),
                f"item {item} is at {(x, y, wide, high)}; expected {place}")

    def is_hidden_for_a_while(self):
        """Another tab is in front of the page."""
        mine = self.browser.driver.current_window_handle
        self.browser.driver.switch_to.new_window("tab")
        time.sleep(0.3)
        self.browser.driver.close()
        self.browser.driver.switch_to.window(mine)
        self.require(
            self.wait(lambda: self.browser.run("return !document.hidden")), "the page stays hidden")
        time.sleep(0.2)

    def records_a_wheel(self):
        self.screen(1280, 900, False)
        self.browser.emulate(color_scheme="light")
        self.start("--layout", "waterfall:columns=4:spacing=8", "--title", "With a wheel")
        self.is_fine("desktop-light")
        seen = self.seen()
        for _ in range(30):
            self.browser.cdp(
                "Input.dispatchMouseEvent", type="mouseWheel", x=600, y=500, deltaX=0, deltaY=90)
            time.sleep(0.02)
        self.require(self.rest() > 1500, f"30 steps of a wheel reach {self.seen()['offset']}")
        self.is_fine("desktop-recording")
        self.browser.driver.find_element("id", "save").click()
        info = self.saved()
        self.is_fine("desktop-saved")
        for name, expected in [
            ("gestures", 0), ("travelPoints", 2700), ("lowestOffset", 0), ("title", "With a wheel"), ("viewport", f"{seen['width']}x{seen['height']}"),
            ("layout", "waterfall:columns=4:spacing=8"),
        ]:
            self.require(
                info[name] == expected, f"the trace has {name} {info[name]}; expected {expected}")
        self.require(
            abs(info["contentPoints"] - seen["extent"]) <= 1,
            f"the trace is {info['contentPoints']} points long, the page {seen['extent']}")

    def pages_through_a_carousel(self):
        self.screen(360, 740, True)
        self.start("--layout", "carousel", "--catalogue", "items=40 size=800x600")
        across = "return document.getElementById('scroller').scrollLeft"
        x, y = 300, 400
        self.touch("touchStart", (x, y))
        for step in range(1, 9):
            time.sleep(1 / 60)
            self.touch("touchMove", (x - 30 * step, y))
        self.touch("touchEnd")
        self.require(
            self.wait(lambda: self.browser.run(across) == 360),
            f"a flick across ends at {self.browser.run(across)}; expected the next page, 360")
        time.sleep(0.3)
        self.tap("save")
        info = self.saved()
        self.require(info["highestOffset"] == 360, f"the trace reaches {info['highestOffset']}")

    def stops_where_the_screen_changes(self):
        self.screen(360, 740, True)
        self.start()
        self.drag(400, 0.1)
        last = self.rest()
        height = self.seen()["height"]
        self.screen(740, 360, True)
        self.require(
            self.wait(lambda: "changed its size" in self.seen()["state"]),
            f"turned, the page says '{self.seen()['state']}'")
        self.tap("save")
        info = self.saved()
        self.require(
            info["viewport"] == f"360x{height}" and info["highestOffset"] <= last,
            f"the trace is on {info['viewport']} and reaches {info['highestOffset']}")

    def keeps_what_cannot_be_sent(self):
        self.screen(360, 740, True)
        self.start()
        self.drag(400, 0.1)
        self.rest()
        self.end()
        self.tap("save")
        self.require(
            self.wait(lambda: self.seen()["end"] == "Not saved"),
            f"without a server the page says '{self.seen()['end']}'")
        # That the address cannot be reached is told on the console, too.
        self.browser.messages()
        self.is_fine("phone-not-saved")
        self.browser.cdp(
            "Browser.setDownloadBehavior", behavior="allow", downloadPath=str(self.folder))
        self.tap("keep")
        kept = self.folder / "scroll.csv"
        self.require(self.wait(kept.exists), "the recording cannot be kept as a file")
        trace = self.printed("trace", "import", str(kept), "--catalogue", "items=3000")
        height = self.seen()["height"]
        self.require(
            f"viewport: 360x{height}\n" in trace, f"what was kept imports as {trace[:300]}")

    def stops_without_a_recording(self):
        self.screen(360, 740, True)
        self.start()
        self.process.send_signal(signal.SIGINT)
        status = self.process.wait(10)
        self.require(status == 130, f"Ctrl-C gives status {status}; expected 130")
        self.require(not (self.folder / "my.scroll").exists(), "an empty recording was written")

    def check(self, checks):
        try:
            for name, body in [
                ("records flings of a finger, and a trip to the background", self.records_flings),
                ("records a wheel", self.records_a_wheel),
                ("pages through a carousel", self.pages_through_a_carousel),
                ("stops where the screen changes", self.stops_where_the_screen_changes),
                ("keeps what cannot be sent", self.keeps_what_cannot_be_sent),
                ("stops without a recording", self.stops_without_a_recording),
            ]:
                checks.check(f"trace record: {name}", body)
        finally:
            self.end()
            self.browser.phone(False)
            self.browser.cdp("Emulation.setTouchEmulationEnabled", enabled=False)
