"""The profile of the machine: what the lab is set to, what it read, and what calibrate finds."""

import datetime
import json
import platform
from collections import defaultdict
from statistics import mean, median, stdev

from work import command, read_rows

# What calibrate measures besides decoding and is not set here.
MEASURED = {"memory.firstTouch", "memory.keptForReuse"}


def machine():
    """What the processor calls itself."""
    try:
        with open("/proc/cpuinfo") as file:
            name = next(
                line.split(":")[1].strip() for line in file if line.startswith("model name")
            )
    except (OSError, StopIteration):
        name = platform.processor() or platform.machine()
    return f"{name}, libjpeg-turbo and libpng"


def rate(readings, column):
    """Bytes per second of a kind of copy, and the standard error of that, relative.

    Each file counts with the median of its repetitions; the rate is bytes over time of all files, since
    a sum is what a run adds up.
    """
    times, bytes_ = defaultdict(list), {}
    for row in readings:
        times[row["file"]].append(float(row[column]))
        bytes_[row["file"]] = int(row["bitmap_bytes"])
    own = {name: median(values) for name, values in times.items()}
    value = sum(bytes_.values()) / sum(own.values()) * 1e3
    off = [own[name] / (bytes_[name] / value * 1e3) for name in own]
    return value, stdev(off) / len(off) ** 0.5


def figure(value, unit, error, source):
    """A figure as it stands in a profile."""
    known = "" if not error else f"error: {min(300, max(0.1, 100 * error)):.1f} %, "
    return f'{{value: {value:.6g} {unit}, {known}source: "{source}"}}'


def pairs(rows, group, value):
    """The values with one lane and with two, group by group."""
    found = defaultdict(dict)
    for row in rows:
        found[row[group]][row["lanes"]] = value(row)
    return [(lanes["1"], lanes["2"]) for lanes in found.values()]


def slower(beside, sharing):
    """What a lane that works takes from another one, as a share, and the standard error of that.

    Two things make it. Lanes share memory and caches: the processor takes longer for a decode, whichever
    way the machine's speed goes, since `beside` has both kinds in turn. And two lanes and the main thread
    share two cores: a decode waits for one now and then, which only an app shows, where the main thread
    has most to do while both lanes work. `sharing` has the wall over the processor's time of an app's
    decodes, the same with one lane taken off, for those that had another beside them.
    """
    work = [two / one - 1 for one, two in pairs(beside, "round", lambda row: float(row["cpu_ms"]))]
    waits = pairs(sharing, "scene", lambda row: float(row["wall_ms"]) / float(row["cpu_ms"]))
    shares = pairs(sharing, "scene", lambda row: int(row["side_by_side"]) / int(row["decodes"]))
    wait = [(two / one - 1) / share for (one, two), (_, share) in zip(waits, shares)]
    value = (1 + median(work)) * (1 + mean(wait)) - 1
    error = (stdev(work) ** 2 / len(work) + stdev(wait) ** 2 / len(wait)) ** 0.5
    return value, error


def side_by_side(beside, sharing, source):
    """The line of what one lane takes from another, none if it was not measured."""
    if not beside:
        return ""
    value, error = slower(beside, sharing)
    # Never quite nothing, because an error is a share of its figure.
    value = max(0.005, value)
    what = (
        f"measured: {len(beside) // 2} rounds of decodes on one thread and on two, and "
        f"{len(sharing)} runs with one lane and with two, {source}"
    )
    return f"  sideBySide: {figure(100 * value, '%', error / value, what)}\n"


def base(readings, measured, lanes, source):
    """The text of a profile with everything but decode times."""
    upload, upload_error = rate(readings, "upload_ms")
    redraw, redraw_error = rate(readings, "redraw_ms")
    count = len({row["file"] for row in readings})

    def found(name):
        if name not in measured:
            return ""
        one = measured[name]
        text = figure(one["value"], one["unit"], one["error"], f"measured: {one['what']}, {source}")
        return f"  {name.split('.')[1]}: {text}\n"

    copies = figure(
        upload / 1e6, "MB/s", upload_error, f"measured: {count} bitmaps copied, {source}"
    )
    return f"""\
name: base
summary: Everything but decode times.
screen:
  size: {{value: 390x844 pt, source: &lab "as the laboratory is set"}}
  scale: {{value: 2 px/pt, source: *lab}}
  refreshRate: {{value: 60 Hz, source: *lab}}
cores:
  performance: {{value: 4, source: "as the laboratory is set: more than it has lanes"}}
  efficiency: {{value: 0, source: *lab}}
{lanes}\
flash:
  latency: {{value: 0.2 ms, source: *lab}}
  bandwidth: {{value: 500 MB/s, source: *lab}}
  writeBandwidth: {{value: 500 MB/s, source: *lab}}
memory:
  total: {{value: 64 GB, source: *lab}}
  appLimit: {{value: 32 GB, source: *lab}}
  otherProcesses: {{value: 1 GB, source: *lab}}
  baseFootprint: {{value: 60 MB, source: *lab}}
  backgroundApps: []
  pageSize: {{value: 4 KiB, source: *lab}}
{found("memory.firstTouch")}{found("memory.keptForReuse")}\
mainThread:
  cellWork: {{value: 0.5 ms, source: *lab}}
  uploadBandwidth: {copies}
  redrawBandwidth: {figure(redraw / 1e6, "MB/s", redraw_error,
                           f"measured: {count} bitmaps redrawn, {source}")}
  lazyUploadBandwidth: {copies}
  pngEncode: {{value: 100 ms/MP, source: "estimate: nothing is encoded"}}
"""


UNKNOWN = """\
decode:
""" + "".join(
    f"""\
  {name}:
    any:
      fixed: {{value: 0 ms, source: "estimate: to be replaced"}}
      perMegapixel: {{value: 1 ms/MP, source: "estimate: to be replaced"}}
      perMegabyte: {{value: 1 ms/MB, source: "estimate: to be replaced"}}
""" for name in ("jpeg", "png")
)


def calibrate(scrollsim, folder, memory):
    """Writes the profile that is fitted to a folder's readings, and to decodes side by side if it has any;
    its path.

    What memory costs is measured once and kept.
    """
    readings = folder / "readings.csv"
    today, on = datetime.date.today().isoformat(), machine()
    if not memory.exists():
        memory.write_text(command(scrollsim, "calibrate", readings, "--measure", "--format", "json"))
    found = json.loads(memory.read_text())
    measured = {one["name"]: one for one in found["figures"] if one["name"] in MEASURED}
    before, after = folder / "base.yml", folder / "lab.yml"
    beside, sharing = (
        read_rows(folder / name) if (folder / name).exists() else []
        for name in ("beside.csv", "sharing.csv")
    )
    source = f"on {on}, {today}"
    text = base(
        read_rows(readings), measured, side_by_side(beside, sharing, source), source
    )
    before.write_text(text + UNKNOWN)
    command(
        scrollsim,
        "calibrate",
        readings,
        "--base",
        before,
        "--name",
        "lab",
        "--machine",
        on,
        "--date",
        today,
        "--output",
        after,
    )
    return after
