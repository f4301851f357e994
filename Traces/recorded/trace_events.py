#!/usr/bin/env python3
"""Take the trace events and the pointer events of a real browser that scrolls, with what its page saw.

Three files, for the import of trace events and of pointer events:
  NAME.json            Chromium's trace events of three flicks and a drag, a small cut: of all events
                       that are about input only those that an import reads, and some it passes over
  NAME.csv             the same scroll as the page saw it, frame by frame, on the clock of the trace
  NAME-pointers.json   the pointer events of the same gestures on a page that does not scroll

What it needs is what record.py needs. Use:
    python3 trace_events.py --seed 3 --output chromium-flings
"""
import argparse, json, pathlib, random, tempfile, time

import record

CATEGORIES = ["input", "input.scrolling", "blink.user_timing"]
STEP = "InputHandlerProxy::HandleGestureScrollUpdate_Result"
TOUCHES = ("TOUCH_PRESSED", "TOUCH_RELEASED")
# One in so many of the others is kept.
OTHERS = 400

POINTERS = """<!doctype html><meta name=viewport content="width=device-width">
<style>body{margin:0;height:844px;touch-action:none}</style><body><script>
let events = [], movedAt = 0;
for (const type of ['pointerdown', 'pointermove', 'pointerup', 'pointercancel'])
  addEventListener(type, (event) => {
    movedAt = performance.now();
    const {type, timeStamp, pointerId, pointerType, isPrimary, clientX, clientY} = event;
    events.push({type, timeStamp, pointerId, pointerType, isPrimary, clientX, clientY});
  });
</script>"""


def gestures(tools, rng):
    """Two flicks onward, one back that catches the second, and a drag with a soft release."""
    for direction, speed, pause in ((1, 1500, 0.5), (1, 3000, 0.5), (-1, 2500, 0.6)):
        record.flick(tools, rng, direction, speed)
        time.sleep(pause)
    record.drag(tools, rng, 1, 300, 0.6, ease=2)
    record.wait_for_rest(tools)


def trace(tools, folder, seed):
    """The trace events of the gestures, and the rows of the page."""
    record.open_page(tools, folder, 60_000, "grid", starts_at_end=False)
    tools.call("Tracing.start", transferMode="ReportEvents",
               traceConfig={"recordMode": "recordUntilFull", "includedCategories": CATEGORIES})
    tools.evaluate("performance.mark('begin'), rows = [], 0")
    time.sleep(0.3)
    gestures(tools, random.Random(seed))
    time.sleep(0.3)
    rows = tools.evaluate("rows")
    begin = tools.evaluate("performance.getEntriesByName('begin')[0].startTime")
    tools.send("Tracing.end")
    events = []
    while True:
        message = json.loads(tools.socket.recv())
        if message.get("method") == "Tracing.dataCollected":
            events += message["params"]["value"]
        elif message.get("method") == "Tracing.tracingComplete":
            break
    mark = next(e for e in events if e["name"] == "begin" and "user_timing" in e["cat"])
    shift = mark["ts"] / 1000 - begin
    return events, [(t + shift, y, down) for t, y, down in rows]


def is_read(event):
    """Whether an import needs an event."""
    touch = event.get("args", {}).get("event_latency", {}).get("event_type")
    return event["name"] == STEP or touch in TOUCHES


def cut(events):
    """The events that an import reads, and some of the others."""
    for number, event in enumerate(sorted(events, key=lambda event: event["ts"])):
        if is_read(event) or number % OTHERS == 0:
            yield json.dumps(event, separators=(",", ":"))


def pointers(tools, folder, seed):
    page = folder / "pointers.html"
    page.write_text(POINTERS)
    tools.call("Page.navigate", url=page.as_uri())
    time.sleep(2)
    gestures(tools, random.Random(seed))
    return tools.evaluate("events")


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--seed", type=int, default=3)
    options.add_argument("--browser", default="chromium", help="the program to run")
    options.add_argument("--output", required=True, help="the beginning of the files' names")
    args = options.parse_args()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as name:
        folder = pathlib.Path(name)
        process, port = record.start_browser(args.browser, folder)
        try:
            tools = record.DevTools(port)
            print(tools.call("Browser.getVersion")["product"])
            events, rows = trace(tools, folder, args.seed)
            touched = pointers(tools, folder, args.seed)
        finally:
            process.terminate()
            process.wait()
    kept = list(cut(events))
    pathlib.Path(f"{args.output}.json").write_text('{"traceEvents":[\n' + ",\n".join(kept) + "\n]}\n")
    lines = [f"{t:.3f},{y},{down}" for t, y, down in record.thinned(rows)]
    pathlib.Path(f"{args.output}.csv").write_text("\n".join(["t_ms,scroll_y,touch", *lines, ""]))
    text = ",\n".join(json.dumps(event, separators=(",", ":")) for event in touched)
    pathlib.Path(f"{args.output}-pointers.json").write_text(f"[\n{text}\n]\n")
    print(f"{len(kept)} of {len(events)} events, {len(rows)} frames, {len(touched)} pointer events")


if __name__ == "__main__":
    main()
