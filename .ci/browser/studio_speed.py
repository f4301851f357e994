"""The times of answers, and of the main thread while the page scrolls: printed, without a limit."""
import json
import time
import urllib.request
from statistics import median_high

import websocket
from browser import printed, require
from studio_page import PLAIN, Studio

# Milliseconds from a change of the slider to both sides' figures, and on to both maps: 10 to warm up, 50 that count.
CHANGES = """const done=arguments[arguments.length-1],slider=document.getElementById('budget-a');
(async()=>{
  const times=[];
  for(let turn=0;turn<60;turn++){
    const begun=performance.now(),ids=[];
    slider.value=String(20+(turn*7)%50);
    slider.dispatchEvent(new Event('input',{bubbles:true}));
    ids.push(...studio.sides.map(s=>s.id));
    const until=holds=>new Promise(yes=>{const look=()=>holds()?yes(performance.now()-begun):setTimeout(look,0);look()});
    const figures=await until(()=>studio.sides.every((s,i)=>s.figured===ids[i]));
    const maps=await until(()=>studio.sides.every((s,i)=>s.pictured===ids[i]));
    if(turn>=10)times.push([figures,maps]);
    await new Promise(yes=>setTimeout(yes,30));}
  done(times);
})()"""

FIRST = """const find=name=>performance.getEntriesByName(name)[0]?.startTime;return find('first-answer')"""


class Tracing:
    """The browser's recording of its threads, over its protocol."""

    def __init__(self, browser):
        address = browser.driver.capabilities["goog:chromeOptions"]["debuggerAddress"]
        with urllib.request.urlopen(f"http://{address}/json/version") as answer:
            url = json.loads(answer.read())["webSocketDebuggerUrl"]
        self.socket = websocket.create_connection(url, suppress_origin=True, timeout=60)
        self.number = 0

    def ask(self, method, **parameters):
        self.number += 1
        self.socket.send(json.dumps({"id": self.number, "method": method, "params": parameters}))

    def start(self):
        self.ask("Tracing.start", transferMode="ReportEvents", traceConfig={
            "includedCategories": ["toplevel", "devtools.timeline", "disabled-by-default-devtools.timeline"]})

    def end(self):
        self.ask("Tracing.end")
        events = []
        while True:
            message = json.loads(self.socket.recv())
            if message.get("method") == "Tracing.dataCollected":
                events += message["params"]["value"]
            if message.get("method") == "Tracing.tracingComplete":
                break
        self.socket.close()
        return events


def frames(events, clock="dur"):
    """Milliseconds of the page's main thread, a number for every frame: `dur` on the wall's clock,
    `tdur` on the processor's, which other programs do not slow down."""
    named = {
        (event["pid"], event["tid"]): event["args"]["name"] for event in events if event.get("name") == "thread_name"}
    animated = {}
    for event in events:
        if event.get("name") == "FireAnimationFrame":
            animated.setdefault((event["pid"], event["tid"]), []).append(event["ts"])
    thread = max(animated, key=lambda key: len(animated[key]))
    starts = sorted(animated[thread])
    tasks = sorted((event["ts"], event["dur"], event.get(clock, 0))
        for event in events if (event.get("pid"), event.get("tid")) == thread
        and event.get("ph") == "X" and event["name"] in ("RunTask", "ThreadControllerImpl::RunTask"))
    # Of tasks in tasks only the outer ones count.
    outer, end = [], -1
    for start, duration, work in tasks:
        if start >= end:
            outer.append((start, duration, work))
            end = start + duration
    work = [0.0] * len(starts)
    index = 0
    for start, duration, spent in outer:
        while index + 1 < len(starts) and starts[index + 1] <= start + duration:
            index += 1
        if start + duration >= starts[0]:
            work[index] += spent / 1000
    return work[1:-1], named.get(thread)


class Speed(Studio):
    def opens(self):
        times = []
        for _ in range(5):
            self.browser.phone(False)
            self.page.open(self.file)
            times.append(self.browser.run(FIRST))
        print(f"        first answer after {median_high(times):.0f} ms in the median of 5, {max(times):.0f} at most")

    def answers(self):
        session = "Traces/recorded/photo-grid-session.scroll"
        waterfall = self.command.folder / "waterfall.scroll"
        printed("trace", "generate", "--style", "browsing",
            "--seed", "4", "--duration", "300s", "--viewport", "390x844", "--layout", "waterfall:columns=2:spacing=8",
            "--catalogue", "items=4000 seed=4 size=600..1200@4/3:6,450..900@3/4:3", "--output", waterfall)
        for trace, name, parts in [(session, "cached on a grid", {"loader": "cached", "prefetch": None}),
                (waterfall, "multi-level with ring on a waterfall", {"loader": "multi-level", "prefetch": "ring"})]:
            self.page.open(self.command.studio(trace, *PLAIN, "--budget", "64MiB"))
            self.browser.run("studio.set({a:arguments[0],b:arguments[0]})", parts)
            self.page.settle(60)
            self.browser.driver.set_script_timeout(300)
            times = self.browser.driver.execute_async_script(CHANGES)
            self.browser.driver.set_script_timeout(60)
            print(
                f"        {name}: both sides' figures after {median_high([t[0] for t in times]):.0f} ms, both maps after"
                f" {median_high([t[1] for t in times]):.0f} ms (median of {len(times)} changes)")

    def scrolls(self):
        for name, hands in [("a recorded scroll is played", self.play),
                ("a wheel scrolls", self.wheel), ("a finger scrolls", self.finger)]:
            self.browser.phone(False)
            self.browser.cdp("Emulation.setTouchEmulationEnabled", enabled=hands == self.finger)
            self.page.open(self.file)
            time.sleep(1)
            tracing = Tracing(self.browser)
            tracing.start()
            time.sleep(0.3)
            begun = time.monotonic()
            hands()
            seconds = time.monotonic() - begun
            events = tracing.end()
            for clock, words in [("tdur", "of the processor"), ("dur", "by the clock")]:
                work, thread = frames(events, clock)
                require(len(work) > 60, f"{name}: {len(work)} frames of {thread} were seen")
                work.sort()
                print(
                    f"        {name}: {work[len(work) // 2]:.1f} ms {words} a frame in the median,"
                    f" {work[len(work) * 95 // 100]:.1f} in the 95th percentile, {work[-1]:.1f} at most;"
                    f" {len(work) / seconds:.0f} frames a second")
            self.browser.is_silent(name)
        self.browser.touches(False)

    def play(self):
        self.browser.run("studio.seek(5);studio.play()")
        time.sleep(6)

    def wheel(self):
        for delta in [80, -60, 90]:
            self.page.wheel("phone-a", delta, 80)

    def finger(self):
        for _ in range(8):
            self.page.drag("phone-a", 160, 0.15)
            time.sleep(0.6)

    def check(self, checks):
        checks.all("speed", self.opens, self.answers, self.scrolls)
