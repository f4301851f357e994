"""The profile of the machine: what the lab is set to, what it read, and what calibrate finds."""

import datetime
import json
import platform
from collections import defaultdict
from statistics import median, stdev

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


def side_by_side(rows, source):
    """The line of what one lane takes from another, none if it was not measured: by the wall, since two
    lanes, the main thread and the system share the cores."""
    if not rows:
        return ""
    walls = defaultdict(dict)
    for row in rows:
        walls[row["round"]][row["lanes"]] = float(row["wall_ms"])
    longer = [wall["2"] / wall["1"] - 1 for wall in walls.values()]
    # Never quite nothing, because an error is a share of its figure.
    value = max(0.005, median(longer))
    error = stdev(longer) / len(longer) ** 0.5 / value
    what = f"measured: {len(longer)} rounds of decodes on one thread and on two, by the wall, {source}"
    return f"  sideBySide: {figure(100 * value, '%', error, what)}\n"


def base(readings, measured, beside, source):
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
{side_by_side(beside, source)}\
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


def calibrate(scrollsim, readings, beside, memory, folder):
    """Writes the profile that is fitted to readings, and to decodes side by side if there are any; its
    path.

    What memory costs is measured once and kept.
    """
    today, on = datetime.date.today().isoformat(), machine()
    if not memory.exists():
        memory.write_text(command(scrollsim, "calibrate", readings, "--measure", "--format", "json"))
    found = json.loads(memory.read_text())
    measured = {one["name"]: one for one in found["figures"] if one["name"] in MEASURED}
    before, after = folder / "base.yml", folder / "lab.yml"
    lanes = read_rows(beside) if beside.exists() else []
    text = base(read_rows(readings), measured, lanes, f"on {on}, {today}")
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
