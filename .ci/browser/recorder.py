"""The checks of a recorder's page: a finger that flings, what is kept of it, and what goes wrong."""
import re
import time

from browser import MIDDLE, Part, wait
from checks import read, scrollsim

# The size of the scrolled part, its offset, and the extent of its content.
SCROLLER = """const s=document.getElementById('scroller');
return [s.clientWidth,s.clientHeight,s.scrollTop,s.scrollHeight]"""

# The items on the page, with their places in points of the content.
TILES = """const s=document.getElementById('scroller'),at=s.getBoundingClientRect();
return [...document.querySelectorAll('#items i')].map(e=>{const b=e.getBoundingClientRect();
  return [Number(e.textContent),b.x-at.x,b.y-at.y+s.scrollTop,b.width,b.height]})"""


class Recorder(Part):
    """Recordings in a browser, each by a command of its own."""

    def _start(self, *options, is_phone=True):
        """Starts a command and opens its page."""
        self.screen(*((360, 740) if is_phone else (1280, 900)), is_phone)
        self.touches(is_phone)
        self.process, self.said = self.command(
            "trace", "record", "--port", "0", "--output", "my.scroll", *options, cwd=self.folder)
        self.open(wait(lambda: re.search(r"open (http://\S+/[a-z2-9]{8}),", self.said.read_text()))[1])
        self.until("document.getElementById('state').textContent.startsWith('Scroll')")

    def _tap(self, id):
        x, y, *_ = self.run(MIDDLE, id)
        self.touch("touchStart", (x, y))
        self.touch("touchEnd")

    def _rest(self):
        """Waits until nothing moves; returns the offset."""
        offset = None
        while offset != (offset := self.run(SCROLLER)[2]):
            time.sleep(0.25)
        return offset

    def _saved(self, press, **figures):
        """Saves the recording; returns the trace in figures, some of which are known."""
        press("save")
        self.until("!document.getElementById('end').hidden")
        assert self.text("end-title") == "Saved", self.text("end-text")
        assert self.process.wait(10) == 0 and "my.scroll is written" in self.said.read_text()
        info = read("trace", "info", "my.scroll", cwd=self.folder)
        for name, expected in figures.items():
            assert info[name] == expected
        return info

    def _is_fine(self):
        self.passes_axe()
        self.fits()
        self.is_silent()

    def _has_the_layout(self, columns, gap):
        width = (self.run(SCROLLER)[0] - (columns - 1) * gap) / columns
        tiles = self.run(TILES)
        assert len(tiles) > 20
        for item, *place in tiles:
            row, column = divmod(item, columns)
            expected = (column * (width + gap), row * (width + gap), width, width)
            assert all(abs(a - b) < 0.6 for a, b in zip(place, expected, strict=True))

    def _is_hidden_for_a_while(self):
        """Another tab is in front of the page."""
        mine = self.driver.current_window_handle
        self.driver.switch_to.new_window("tab")
        time.sleep(0.3)
        self.driver.close()
        self.driver.switch_to.window(mine)
        self.until("!document.hidden")
        time.sleep(0.2)

    def records_flings(self):
        self._start("--layout", "grid:columns=3:spacing=2")
        for scheme in ["dark", "light"]:
            self.emulate(color_scheme=scheme)
            self._is_fine()
        self._has_the_layout(3, 2)
        # On a busy machine a finger may seem to stop before it lets go: then it tries again.
        drags = flings = last = 0
        while flings < 3 and drags < 20:
            self.drag(180, 640, 400, 0.1)
            before, last = last, self._rest()
            drags += 1
            flings += last - before > 460
        assert flings == 3
        self.drag(180, 640, 200, 0.6, stops=True)
        before, last = last, self._rest()
        assert abs(last - before - 200) < 40
        assert int(re.sub(r"\D", "", self.text("count"))) > 60
        assert self.text("state") == "It is recording."
        self._is_fine()
        self._is_hidden_for_a_while()
        width, height, _, extent = self.run(SCROLLER)
        info = self._saved(self._tap, viewport=f"{width}x{height}", gestures=drags + 1, flings=flings,
                           kind="recorded", lowestOffset=0)
        self._is_fine()
        assert abs(info["highestOffset"] - last) < 1 and abs(info["contentPoints"] - extent) <= 1
        assert "Chrome/" in info["provenance"]
        assert [event["event"] for event in info["events"]] == ["background", "foreground"]
        self.requests_only("http://127.0.0.1", "data:", "blob:", "about:", "chrome:")
        scrollsim("run", "my.scroll", "--device", "iphone-8", "--budget", "32MiB", "--check", cwd=self.folder)

    def records_a_wheel(self):
        self.emulate(color_scheme="light")
        self._start("--layout", "waterfall:columns=4:spacing=8", "--title", "With a wheel", is_phone=False)
        self._is_fine()
        width, height, _, extent = self.run(SCROLLER)
        self.wheel(600, 500, 90, 30)
        assert self._rest() > 1500
        self._is_fine()
        info = self._saved(self.click, viewport=f"{width}x{height}", gestures=0, travelPoints=2700,
                           lowestOffset=0, title="With a wheel", layout="waterfall:columns=4:spacing=8")
        assert abs(info["contentPoints"] - extent) <= 1
        self._is_fine()

    def pages_through_a_carousel(self):
        self._start("--layout", "carousel", "--catalogue", "items=40 size=800x600")
        self.drag(300, 400, 0, 0.13, left=240)
        self.until("document.getElementById('scroller').scrollLeft===360")
        time.sleep(0.3)
        self._saved(self._tap, highestOffset=360)

    def stops_where_the_screen_changes(self):
        self._start()
        self.drag(180, 640, 400, 0.1)
        last, height = self._rest(), self.run(SCROLLER)[1]
        self.screen(740, 360, True)
        self.until("document.getElementById('state').textContent.includes('changed its size')")
        assert self._saved(self._tap, viewport=f"360x{height}")["highestOffset"] <= last

    def keeps_what_cannot_be_sent(self):
        self._start()
        self.drag(180, 640, 400, 0.1)
        self._rest()
        self.process.kill()
        self.process.wait()
        self._tap("save")
        self.until("document.getElementById('end-title').textContent==='Not saved'")
        # The console reports the unreachable address.
        self.messages()
        self._is_fine()
        self.allow_downloads(self.folder)
        self._tap("keep")
        assert wait((self.folder / "scroll.csv").exists)
        trace = scrollsim("trace", "import", "scroll.csv", "--catalogue", "items=3000", cwd=self.folder)
        assert f"viewport: 360x{self.run(SCROLLER)[1]}\n" in trace
