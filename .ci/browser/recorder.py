"""The checks of a recorder's page: a finger that flings, what is kept of it, and what goes wrong."""
import json
import re
import signal
import time

from browser import MIDDLE, WIDE, Part, command, printed, require, wait

# The texts of the page, and the place of its scrolled part.
SEEN = """const s=document.getElementById('scroller'),text=id=>document.getElementById(id).textContent;
return {state:text('state'),rows:Number(text('count').replace(/\\D/g,'')),phase:text('phase'),
  rate:text('rate'),width:s.clientWidth,height:s.clientHeight,offset:s.scrollTop,extent:s.scrollHeight,
  end:document.getElementById('end').hidden?null:text('end-title'),endText:text('end-text'),
  canSave:!document.getElementById('save').disabled}"""

# Where the items are that are on the page, in points of the content.
TILES = """const s=document.getElementById('scroller').getBoundingClientRect();
const top=document.getElementById('scroller').scrollTop;
return [...document.querySelectorAll('#items i')].map(e=>{const b=e.getBoundingClientRect();
  return [Number(e.textContent),b.x-s.x,b.y-s.y+top,b.width,b.height]})"""


class Recorder(Part):
    """Recordings in a browser, each by a command of its own."""

    process = None

    # The command

    def start(self, *options):
        """Starts a command and opens its page."""
        self.end()
        self.said = (self.folder / "recorder.txt").open("w+")
        self.process = command("trace", "record", "--port", "0", "--output", "my.scroll", *options, cwd=self.folder,
                               stderr=self.said)
        (self.folder / "my.scroll").unlink(missing_ok=True)
        address = wait(lambda: re.search(r"open (http://\S+/[a-z2-9]{8}),", self.words()))
        require(address, f"no address is printed, but '{self.words()}'")
        self.browser.open(address[1])
        require(wait(lambda: self.seen()["state"].startswith("Scroll")), f"the page is not ready: {self.seen()}")

    def words(self):
        self.said.seek(0)
        return self.said.read()

    def end(self):
        if self.process and self.process.poll() is None:
            self.process.kill()
            self.process.wait()

    def printed(self, *arguments):
        return printed(*arguments, cwd=self.folder)

    # The page

    def seen(self):
        return self.browser.run(SEEN)

    def screen(self, width, height, is_phone):
        self.browser.screen(width, height, is_phone, 2 if is_phone else 1)
        self.browser.touches(is_phone)

    def tap(self, control):
        x, y, *_ = self.browser.run(MIDDLE, control)
        self.browser.touch("touchStart", (x, y))
        self.browser.touch("touchEnd")

    def rest(self):
        """Waits until nothing moves."""
        places = [None, self.seen()["offset"]]
        while places[-1] != places[-2]:
            time.sleep(0.25)
            places.append(self.seen()["offset"])
        return places[-1]

    def saved(self):
        """Waits for the word of the page and for the end of the command; the trace in figures."""
        wait(lambda: self.seen()["end"])
        seen = self.seen()
        require(seen["end"] == "Saved", f"after Save the page says '{seen['end']}': {seen['endText']}")
        status = self.process.wait(10)
        require(status == 0, f"the command ends with {status}: {self.words()}")
        require("my.scroll is written" in self.words(), f"it says '{self.words()}'")
        return json.loads(self.printed("trace", "info", "my.scroll", "--format", "json"))

    def is_fine(self, name):
        self.browser.is_accessible(name)
        wide = self.browser.run(WIDE)
        require(not wide, f"{name}: the page is {wide} points wide, wider than its screen")
        self.browser.is_silent(name)
        if self.pictures:
            self.browser.driver.save_screenshot(str(self.pictures / f"recorder-{name}.png"))

    def has(self, info, **figures):
        """Compares parts of `trace info`; the page rounds its length to a point."""
        for name, expected in figures.items():
            is_same = abs(info[name] - expected) <= 1 if name == "contentPoints" else info[name] == expected
            require(is_same, f"the trace has {name} {info[name]}; expected {expected}")

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
            self.browser.drag(180, 640, 400, 0.1)
            before_it, last = last, self.rest()
            drags += 1
            flings += last - before_it > 460
        require(flings == 3, f"{flings} of {drags} drags go on by themselves, to {last}")
        self.browser.drag(180, 640, 200, 0.6, stops=True)
        before_it, last = last, self.rest()
        require(abs(last - before_it - 200) < 40, f"a drag of 200 points that stops went from {before_it} to {last}")
        seen = self.seen()
        require(seen["rows"] > 60, f"the page shows {seen['rows']} rows after three flings")
        require(seen["state"] == "It is recording.", f"the page says '{seen['state']}'")
        self.is_fine("phone-recording")
        self.is_hidden_for_a_while()
        self.tap("save")
        info = self.saved()
        self.is_fine("phone-saved")
        self.has(info, viewport=f"{seen['width']}x{seen['height']}", gestures=drags + 1, flings=flings, kind="recorded",
                 contentPoints=seen["extent"])
        require(abs(info["highestOffset"] - last) < 1 and info["lowestOffset"] == 0,
            f"the trace goes from {info['lowestOffset']} to {info['highestOffset']}, the page to {last}")
        require("Chrome/" in info["provenance"], f"the provenance is '{info['provenance']}'")
        events = [event["event"] for event in info["events"]]
        require(events == ["background", "foreground"], f"the trace has the events {events}")
        others = [url for url in self.browser.requests() + before if not url.startswith("http://127.0.0.1")]
        require(all(url.startswith(("data:", "blob:", "about:", "chrome:")) for url in others),
            f"{others[:1]} was asked for; expected nothing but the recorder")
        run = self.printed("run",
            "my.scroll", "--device", "iphone-8", "--policy", "lru", "--budget", "32MiB", "--format", "json", "--check")
        require(json.loads(run), "a run of the trace prints nothing")

    def has_the_layout(self, columns, gap):
        width = (self.seen()["width"] - (columns - 1) * gap) / columns
        tiles = self.browser.run(TILES)
        require(len(tiles) > 20, f"{len(tiles)} items are on the page")
        for item, x, y, wide, high in tiles:
            place = (item % columns * (width + gap), item // columns * (width + gap), width, width)
            require(all(abs(a - b) < 0.6 for a, b in zip(place, (x, y, wide, high))),
                f"item {item} is at {(x, y, wide, high)}; expected {place}")

    def is_hidden_for_a_while(self):
        """Another tab is in front of the page."""
        mine = self.browser.driver.current_window_handle
        self.browser.driver.switch_to.new_window("tab")
        time.sleep(0.3)
        self.browser.driver.close()
        self.browser.driver.switch_to.window(mine)
        require(wait(lambda: self.browser.run("return !document.hidden")), "the page stays hidden")
        time.sleep(0.2)

    def records_a_wheel(self):
        self.screen(1280, 900, False)
        self.browser.emulate(color_scheme="light")
        self.start("--layout", "waterfall:columns=4:spacing=8", "--title", "With a wheel")
        self.is_fine("desktop-light")
        seen = self.seen()
        self.browser.wheel(600, 500, 90, 30)
        require(self.rest() > 1500, f"30 steps of a wheel reach {self.seen()['offset']}")
        self.is_fine("desktop-recording")
        self.browser.driver.find_element("id", "save").click()
        info = self.saved()
        self.is_fine("desktop-saved")
        self.has(info, viewport=f"{seen['width']}x{seen['height']}", gestures=0, travelPoints=2700, lowestOffset=0,
                 title="With a wheel", layout="waterfall:columns=4:spacing=8", contentPoints=seen["extent"])

    def pages_through_a_carousel(self):
        self.screen(360, 740, True)
        self.start("--layout", "carousel", "--catalogue", "items=40 size=800x600")
        across = "return document.getElementById('scroller').scrollLeft"
        x, y = 300, 400
        self.browser.touch("touchStart", (x, y))
        for step in range(1, 9):
            time.sleep(1 / 60)
            self.browser.touch("touchMove", (x - 30 * step, y))
        self.browser.touch("touchEnd")
        require(wait(lambda: self.browser.run(across) == 360),
            f"a flick across ends at {self.browser.run(across)}; expected the next page, 360")
        time.sleep(0.3)
        self.tap("save")
        info = self.saved()
        require(info["highestOffset"] == 360, f"the trace reaches {info['highestOffset']}")

    def stops_where_the_screen_changes(self):
        self.screen(360, 740, True)
        self.start()
        self.browser.drag(180, 640, 400, 0.1)
        last = self.rest()
        height = self.seen()["height"]
        self.screen(740, 360, True)
        require(wait(lambda: "changed its size" in self.seen()["state"]),
            f"turned, the page says '{self.seen()['state']}'")
        self.tap("save")
        info = self.saved()
        require(info["viewport"] == f"360x{height}" and info["highestOffset"] <= last,
            f"the trace is on {info['viewport']} and reaches {info['highestOffset']}")

    def keeps_what_cannot_be_sent(self):
        self.screen(360, 740, True)
        self.start()
        self.browser.drag(180, 640, 400, 0.1)
        self.rest()
        self.end()
        self.tap("save")
        require(wait(lambda: self.seen()["end"] == "Not saved"),
            f"without a server the page says '{self.seen()['end']}'")
        # The console reports the unreachable address.
        self.browser.messages()
        self.is_fine("phone-not-saved")
        self.browser.allow_downloads(self.folder)
        self.tap("keep")
        kept = self.folder / "scroll.csv"
        require(wait(kept.exists), "the recording cannot be kept as a file")
        trace = self.printed("trace", "import", str(kept), "--catalogue", "items=3000")
        height = self.seen()["height"]
        require(f"viewport: 360x{height}\n" in trace, f"what was kept imports as {trace[:300]}")

    def stops_without_a_recording(self):
        self.screen(360, 740, True)
        self.start()
        self.process.send_signal(signal.SIGINT)
        status = self.process.wait(10)
        require(status == 130, f"Ctrl-C gives status {status}; expected 130")
        require(not (self.folder / "my.scroll").exists(), "an empty recording was written")

    def check(self, checks):
        try:
            checks.all("trace record", self.records_flings, self.records_a_wheel, self.pages_through_a_carousel,
                self.stops_where_the_screen_changes, self.keeps_what_cannot_be_sent, self.stops_without_a_recording)
        finally:
            self.end()
            self.browser.phone(False)
            self.browser.touches(False)
