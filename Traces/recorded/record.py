#!/usr/bin/env python3
"""Record real scrolling from a real browser as a CSV trace: t_ms,scroll_y,touch.

The finger is a seeded script; the scrolling (touch slop, drag, fling, catching a running
fling, stopping at the edges) is computed by the browser and read back from its own page.

What it needs (Debian or Ubuntu; any Chromium or Chrome will do):
    apt install chromium
    pip install websocket-client
Use:
    python3 record.py --plan session --minutes 5 --seed 1 --output session.csv

Rows: one per animation frame. t_ms is the frame's own time, counted from the first frame;
scroll_y is window.scrollY, or how far the pages have moved sideways; touch is 1 while the
finger is down.

--thin drops rows of long rests to save space. The rule: wherever scroll_y stays unchanged
with the finger up for THIN_MS or longer, only the first and the last row of that stretch are
kept. Shorter stretches (the slow end of a fling) and every frame with the finger down stay.
So a gap with equal scroll_y on both sides and touch 0 is a rest, and a gap over 25 ms whose
sides differ, or with the finger down, is a late frame: the recorder's fault, not the user's.
"""
import argparse, json, math, pathlib, random, subprocess, tempfile, time, urllib.request

import websocket  # from the pip package websocket-client

WIDTH, HEIGHT, COLUMNS, PAGES = 390, 844, 3, 60
MOVE_S = 0.008     # time between two touch moves
THIN_MS = 100      # rests at least this long are thinned
LATE_MS = 25       # a frame gap longer than this, while moving, counts as late

# %(cells)d: number of cells. The logger keeps its rows in `rows` until they are collected.
# A page of class `pages` scrolls sideways, a screen at a time (scroll snapping, as carousels of the
# web have it). One of class `scrubber` has a strip at its right side: a finger on it takes the
# content to the same place, as the handles of photo apps do.
PAGE = """<!doctype html><meta name=viewport content="width=device-width">
<style>body{margin:0}main{display:grid;grid-template-columns:repeat(3,1fr)}
i{aspect-ratio:1;box-shadow:inset 0 0 0 1px #fff}u{display:none}
.pages main{display:flex;width:100vw;height:100vh;overflow-x:scroll;scroll-snap-type:x mandatory}
.pages i{flex:0 0 100vw;aspect-ratio:auto;scroll-snap-align:start;scroll-snap-stop:always}
.scrubber u{display:block;position:fixed;top:0;right:0;width:40px;height:100vh;background:#0004;touch-action:none}
</style><body class="%(kind)s"><main></main><u></u><script>
const main = document.querySelector('main'), strip = document.querySelector('u');
const sideways = document.body.className === 'pages';
for (let n = 0; n < %(cells)d; n++) {
  const cell = document.createElement('i');
  cell.style.background = `hsl(${n * 47 %% 360} 50%% 60%%)`;
  main.append(cell);
}
const offset = () => sideways ? Math.round(main.scrollLeft) : scrollY;
const room = () => sideways ? main.scrollWidth - innerWidth : document.documentElement.scrollHeight - innerHeight;
strip.addEventListener('touchmove', (event) => {
  scrollTo(0, Math.min(1, Math.max(0, event.touches[0].clientY / innerHeight)) * room());
}, {passive: true});
let rows = [], down = 0, lastY = -1, movedAt = 0;
const finger = (value) => () => { down = value; };
addEventListener('touchstart', finger(1), {passive: true});
addEventListener('touchend', finger(0), {passive: true});
addEventListener('touchcancel', finger(0), {passive: true});
requestAnimationFrame(function frame(t) {
  const y = offset();
  if (y !== lastY || down) { lastY = y; movedAt = t; }
  rows.push([t, y, down]);
  requestAnimationFrame(frame);
});
</script>"""


def start_browser(program, folder):
    """Start headless Chromium with a fresh profile on a free loopback port; return it and the port."""
    port_file = folder / "profile" / "DevToolsActivePort"
    process = subprocess.Popen(
        [program, "--headless=new", "--no-sandbox", "--disable-gpu", "--no-first-run",
         "--disable-background-networking", "--remote-debugging-port=0",
         f"--user-data-dir={port_file.parent}", "about:blank"],
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    for _ in range(300):
        if port_file.exists() and "\n" in port_file.read_text():
            return process, int(port_file.read_text().split()[0])
        time.sleep(0.1)
    process.kill()
    raise SystemExit("the browser did not start")


class DevTools:
    """One page, driven through the DevTools protocol."""

    def __init__(self, port):
        direct = urllib.request.build_opener(urllib.request.ProxyHandler({}))
        targets = json.load(direct.open(f"http://127.0.0.1:{port}/json/list"))
        url = next(t["webSocketDebuggerUrl"] for t in targets if t["type"] == "page")
        self.socket = websocket.create_connection(url, suppress_origin=True, timeout=30)
        self.last_id = 0

    def send(self, method, **params):
        """Send without waiting for the answer, so that touches keep their rhythm."""
        self.last_id += 1
        self.socket.send(json.dumps({"id": self.last_id, "method": method, "params": params}))
        return self.last_id

    def call(self, method, **params):
        wanted = self.send(method, **params)
        while True:
            answer = json.loads(self.socket.recv())
            if answer.get("id") == wanted:
                return answer["result"]

    def evaluate(self, code):
        """Run JavaScript in the page and return its value."""
        return self.call("Runtime.evaluate", expression=code, returnByValue=True)["result"].get("value")


def open_page(tools, folder, content_height, kind, starts_at_end):
    """Emulate the touch screen and load the page."""
    tools.call("Emulation.setDeviceMetricsOverride", width=WIDTH, height=HEIGHT, deviceScaleFactor=1, mobile=True)
    tools.call("Emulation.setTouchEmulationEnabled", enabled=True)
    page = folder / "page.html"
    cells = PAGES if kind == "pages" else COLUMNS * math.ceil(content_height * COLUMNS / WIDTH)
    page.write_text(PAGE % {"cells": cells, "kind": kind})
    tools.call("Page.navigate", url=page.as_uri())
    time.sleep(4)  # load, lay out and paint before anything is recorded
    if starts_at_end:
        tools.evaluate("scrollTo(0, room()); 0")
        time.sleep(1)
    tools.evaluate("rows = []; 0")


def touch(tools, kind, *points):
    tools.send("Input.dispatchTouchEvent", type=kind, touchPoints=[{"x": x, "y": y} for x, y in points])


def drag(tools, rng, direction, distance, seconds, ease=1.0, sideways=False):
    """Move the finger; direction +1 scrolls on. ease 1: even speed, released moving
    (a flick); ease 2: slowing down to a stop before release (a drag without a fling)."""
    across = rng.uniform(150, 300)
    start = (WIDTH if sideways else HEIGHT) / 2 + direction * distance / 2  # centred on the screen
    move(tools, lambda progress: start - direction * distance * progress, across, seconds, ease, sideways)


def move(tools, place, across, seconds, ease=1.0, sideways=False):
    """Touch, move along `place` from 0 to 1, and lift."""
    def point(progress):
        return (place(progress), across) if sideways else (across, place(progress))
    begin = time.perf_counter()
    touch(tools, "touchStart", point(0))
    steps = max(2, round(seconds / MOVE_S))
    for step in range(1, steps + 1):
        time.sleep(max(0, begin + step * MOVE_S - time.perf_counter()))
        touch(tools, "touchMove", point(1 - (1 - step / steps) ** ease))
    touch(tools, "touchEnd")


def flick(tools, rng, direction, speed, sideways=False):
    """A drag released at `speed` pt/s: brief contact, but always past the touch slop."""
    distance = min(260 if sideways else 600, max(60, speed * rng.uniform(0.06, 0.10)))
    drag(tools, rng, direction, distance, distance / speed, sideways=sideways)


def wait_for_rest(tools):
    while tools.evaluate("performance.now() - movedAt") < 80:
        time.sleep(0.05)


def lognormal(rng, median, sigma, low, high):
    return min(high, max(low, rng.lognormvariate(math.log(median), sigma)))


def turned_at_edge(tools, direction):
    """Someone who reaches an end of the content turns round."""
    y, room = tools.evaluate("[offset(), room()]")
    return 1 if y < 5 else -1 if y > room - 5 else direction


def plan_session(tools, rng, end):
    """Browsing: bursts of flicks, mostly in the same direction, with lognormal dwells between."""
    direction = 1
    while time.perf_counter() < end:
        direction = turned_at_edge(tools, -direction if rng.random() < 0.13 else direction)
        flick(tools, rng, direction, lognormal(rng, 1400, 0.7, 100, 8000))
        while rng.random() > 1 / 1.6:  # geometric, mean 1.6 flicks; each catches the running fling
            time.sleep(rng.uniform(0.18, 0.35))
            flick(tools, rng, direction, lognormal(rng, 1400, 0.7, 100, 8000))
        wait_for_rest(tools)
        time.sleep(lognormal(rng, 1.1, 1.2, 0, 15))


def plan_to_and_fro(tools, rng, end):
    """Several screens down, the same number of flicks back up, again and again."""
    direction = 1
    while time.perf_counter() < end:
        flicks = rng.randint(3, 5) if direction > 0 else flicks
        for _ in range(flicks):
            flick(tools, rng, direction, rng.uniform(1800, 4500))
            time.sleep(rng.uniform(0.4, 0.9))
        wait_for_rest(tools)
        time.sleep(rng.uniform(0.3, 1.2))
        direction = -direction


def plan_slow_read(tools, rng, end):
    """Slow drags with a soft release, one in eight back up, and reading pauses."""
    while time.perf_counter() < end:
        direction = turned_at_edge(tools, -1 if rng.random() < 1 / 8 else 1)
        drag(tools, rng, direction, rng.uniform(120, 450), rng.uniform(0.5, 1.4), ease=2)
        wait_for_rest(tools)
        time.sleep(lognormal(rng, 2.0, 0.6, 0.6, 8))


def plan_one_fling(tools, rng, end):
    """One hard flick, then nothing until the end."""
    time.sleep(0.5)
    flick(tools, rng, 1, 6000)
    time.sleep(max(0, end - time.perf_counter()))


def plan_doom_scroll(tools, rng, end):
    """Flick after flick onward, a short look at each post, never back."""
    while time.perf_counter() < end:
        flick(tools, rng, 1, lognormal(rng, 1400, 0.4, 500, 4000))
        wait_for_rest(tools)
        time.sleep(lognormal(rng, 0.9, 0.7, 0.15, 5))


def plan_flick_and_catch(tools, rng, end):
    """Hard flicks that a finger stops in full flight, and moves a little to and fro."""
    direction = 1
    while time.perf_counter() < end:
        direction = turned_at_edge(tools, -direction if rng.random() < 0.2 else direction)
        flick(tools, rng, direction, lognormal(rng, 3600, 0.35, 1800, 8000))
        time.sleep(rng.uniform(0.12, 0.6))
        for way in (-1, 1):
            drag(tools, rng, way * direction, rng.uniform(30, 130), 0.3, ease=2)
            time.sleep(0.1)
        wait_for_rest(tools)
        time.sleep(lognormal(rng, 0.8, 0.6, 0.2, 4))


def plan_search(tools, rng, end):
    """Hard flicks past many screens, a long look, and back to where it began."""
    while time.perf_counter() < end:
        home = tools.evaluate("offset()")
        for _ in range(rng.randint(2, 5)):
            flick(tools, rng, 1, rng.uniform(2500, 5500))
            time.sleep(rng.uniform(0.5, 1.0))
        wait_for_rest(tools)
        time.sleep(lognormal(rng, 2.0, 0.4, 0.8, 5))
        while tools.evaluate("offset()") - home > HEIGHT and time.perf_counter() < end + 20:
            flick(tools, rng, -1, rng.uniform(2500, 5500))
            for _ in range(40):
                time.sleep(0.025)
                if tools.evaluate("offset()") - home < HEIGHT / 2:
                    break
        left = tools.evaluate("offset()") - home
        drag(tools, rng, 1 if left < 0 else -1, min(600, max(20, abs(left))), 0.4, ease=2)
        wait_for_rest(tools)
        time.sleep(lognormal(rng, 1.5, 0.5, 0.5, 5))
        drag(tools, rng, 1, 500, 0.7, ease=2)  # the next row of results
        wait_for_rest(tools)


def plan_scrubber(tools, rng, end):
    """The handle at the right side dragged to other places, and a few flicks there."""
    at = 0.0
    while time.perf_counter() < end:
        wanted = rng.uniform(0.02, 0.98)
        begin, span = at * HEIGHT, (wanted - at) * HEIGHT
        move(tools, lambda progress: begin + span * progress, WIDTH - 20, rng.uniform(0.5, 1.6), ease=2)
        time.sleep(lognormal(rng, 0.8, 0.5, 0.2, 3))
        for _ in range(rng.randint(0, 3)):
            flick(tools, rng, turned_at_edge(tools, rng.choice((1, -1))), lognormal(rng, 1200, 0.5, 300, 4000))
            wait_for_rest(tools)
            time.sleep(lognormal(rng, 0.9, 0.6, 0.2, 4))
        at = tools.evaluate("offset() / room()")


def plan_pages(tools, rng, end):
    """Page after page sideways, now and then one back."""
    direction = 1
    while time.perf_counter() < end:
        direction = turned_at_edge(tools, direction)
        way = -direction if rng.random() < 0.15 else direction
        flick(tools, rng, way, rng.uniform(900, 2200), sideways=True)
        wait_for_rest(tools)
        time.sleep(lognormal(rng, 0.8, 0.6, 0.2, 4))


def plan_scrollback(tools, rng, end):
    """From the end of a chat upward: bursts of flicks, looks, and now and then down again."""
    while time.perf_counter() < end:
        direction = turned_at_edge(tools, 1 if rng.random() < 0.15 else -1)
        for _ in range(rng.randint(1, 4)):
            flick(tools, rng, direction, lognormal(rng, 2200, 0.5, 500, 8000))
            time.sleep(rng.uniform(0.18, 0.45))
        wait_for_rest(tools)
        time.sleep(lognormal(rng, 1.0, 0.7, 0.2, 5))


PLANS = {"session": plan_session, "to-and-fro": plan_to_and_fro,
         "slow-read": plan_slow_read, "one-fling": plan_one_fling,
         "doom-scroll": plan_doom_scroll, "flick-and-catch": plan_flick_and_catch,
         "search": plan_search, "scrubber": plan_scrubber, "pages": plan_pages,
         "scrollback": plan_scrollback}


def thinned(rows):
    """Apply the rule of --thin (see the top of this file)."""
    kept, first = [], 0
    while first < len(rows):
        last = first
        while last + 1 < len(rows) and rows[last + 1][1:] == rows[first][1:]:
            last += 1
        rest = rows[first][2] == 0 and rows[last][0] - rows[first][0] >= THIN_MS
        kept += [rows[first], rows[last]] if rest else rows[first:last + 1]
        first = last + 1
    return kept


def statistics(rows):
    pairs = list(zip(rows, rows[1:]))
    steps = [b[1] - a[1] for a, b in pairs if b[1] != a[1]]
    gaps = [b[0] - a[0] for a, b in pairs if b[1] != a[1] or a[2] or b[2]]
    return {"seconds": round((rows[-1][0] - rows[0][0]) / 1000, 1), "rows": len(rows),
            "travel": sum(map(abs, steps)), "moving_frames": len(gaps),
            "reversals": sum(a * b < 0 for a, b in zip(steps, steps[1:])),
            "late_frames": sum(g > LATE_MS for g in gaps), "longest_gap_ms": round(max(gaps, default=0), 1)}


def write(path, rows):
    lines = [f"{t - rows[0][0]:.1f},{y},{down}" for t, y, down in rows]
    pathlib.Path(path).write_text("\n".join(["t_ms,scroll_y,touch", *lines, ""]))


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--plan", choices=PLANS, default="session")
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--minutes", type=float, default=5)
    options.add_argument("--content-height", type=int, default=200_000, help="about this many pt")
    options.add_argument("--thin", action="store_true", help="drop the inner rows of long rests")
    options.add_argument("--browser", default="chromium", help="the program to run")
    options.add_argument("--output", required=True)
    args = options.parse_args()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as name:
        folder = pathlib.Path(name)
        process, port = start_browser(args.browser, folder)
        try:
            tools = DevTools(port)
            print(tools.call("Browser.getVersion")["product"])
            kind = args.plan if args.plan in ("pages", "scrubber") else "grid"
            open_page(tools, folder, args.content_height, kind, args.plan == "scrollback")
            end = time.perf_counter() + args.minutes * 60
            PLANS[args.plan](tools, random.Random(args.seed), end)
            wait_for_rest(tools)
            rows = tools.evaluate("rows")
        finally:
            process.terminate()
            process.wait()
    rows = thinned(rows) if args.thin else rows
    write(args.output, rows)
    print(json.dumps(statistics(rows)))


if __name__ == "__main__":
    main()
