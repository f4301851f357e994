#!/usr/bin/env python3
"""Compares rows that were made anew with the committed ones.

    compare.py ROWS.csv...

Prints the summary of both. Exit status 1 if, of the cells that were quiet, fewer keep a limit than of
the committed ones, by more than luck explains.
"""

import sys

from verdict import CLOCKS, counted, percent, summary
from work import HERE, read_rows

FIGURES = ["hit_rate", "p50_ms", "blank_s"]


def groups(rows, clock):
    """The quiet cells of a clock, with known and with unknown pictures."""
    return counted(rows, clock, True) + counted(rows, clock, False)


def main():
    new = [row for path in sys.argv[1:] for row in read_rows(path)]
    old = read_rows(HERE / "rows.csv")
    for line in summary(new):
        print(line)
    failed = False
    for clock, words in CLOCKS.items():
        now, before = groups(new, clock), groups(old, clock)
        if not now or not before:
            print(
                f"{words}: {len(now)} quiet cells now, {len(before)} committed: nothing to compare"
            )
            # None is quiet where some were committed: nothing was found out.
            failed = failed or bool(before)
            continue
        for figure in FIGURES:
            kept = percent(cell.keeps(figure) for cell in now) / 100
            expected = percent(cell.keeps(figure) for cell in before) / 100
            # Three standard errors of a share among so many cells, and never less than one cell.
            luck = max(1 / len(now), 3 * (max(expected * (1 - expected), 0.02) / len(now)) ** 0.5)
            print(f"{words}: {figure} kept in {kept:.0%}, committed {expected:.0%}")
            failed = failed or kept < expected - luck
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
