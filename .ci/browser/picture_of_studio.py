"""The picture of .ci/browser/picture-of-studio: opens the page, finds the moment, takes it."""
import base64
import io
import sys
import tempfile
from pathlib import Path

from PIL import Image

from browser import Browser, require
from studio_page import Page

WIDTH, HEIGHT = 1400, 880
LARGEST = 200_000

# The moment of a scroll at which the sides differ in most cells; of equals the first. On neither side
# more than half of the screen is blank then: one should see what is scrolled.
MOMENT = """
let found = null;
for (let time = 1; time < studio.duration; time += 0.05) {
  const [a, b] = studio.sides.map(
    (side, index) => studio.stage.views[index].phone.blanks(side.scene(studio.scroll), time));
  const { view } = studio.places;
  let shown = 0;
  const offset = studio.motion.offsetAt(time);
  studio.places.within(offset, offset + view.extent, () => { shown += 1; });
  if (Math.max(a.length, b.length) > shown / 2) continue;
  const [ofA, ofB] = [new Set(a), new Set(b)];
  const differing = a.filter((cell) => !ofB.has(cell)).length + b.filter((cell) => !ofA.has(cell)).length;
  if (differing > (found?.differing ?? 0)) {
    found = { time, differing, blank: [a.length, b.length], shown };
  }
}
return found"""


def smaller(shot):
    """The same pixels, packed better than a browser does in a hurry."""
    packed = io.BytesIO()
    Image.open(io.BytesIO(shot)).convert("RGB").save(packed, "PNG", optimize=True)
    return packed.getvalue()


def main():
    file, picture = map(Path, sys.argv[1:])
    browser = Browser("")
    try:
        with tempfile.TemporaryDirectory() as folder:
            page = Page(browser, require, Path(folder))
            browser.cdp(
                "Emulation.setDeviceMetricsOverride", width=WIDTH, height=HEIGHT, deviceScaleFactor=1,
                mobile=False)
            browser.cdp("Emulation.setScrollbarsHidden", hidden=True)
            browser.emulate(color_scheme="light", reduced_motion="reduce")
            page.open(file)
            require(page.wait(lambda: browser.run("return studio.sides.every(s=>s.picture&&s.tale)")),
                    "there are no maps; expected one of each side")
            found = browser.run(MOMENT)
            require(found, "no moment has a cell that only one side has; expected another scroll")
            page.seek(found["time"])
            # What was said of the figures has gone by then.
            page.wait(lambda: False, 1.5)
            page.is_silent("the picture")
            shot = smaller(base64.b64decode(browser.cdp("Page.captureScreenshot")["data"]))
        require(len(shot) < LARGEST, f"the picture has {len(shot)} bytes; expected less than {LARGEST}")
        picture.write_bytes(shot)
        print(f"{picture.name}: {len(shot)} bytes, at {found['time']:.2f} s, where A lacks "
              f"{found['blank'][0]} and B {found['blank'][1]} of {found['shown']} cells")
    finally:
        browser.close()


main()
