"""What the rows say: measured, predicted, band and noise of each cell, and what of the goals holds."""

from collections import defaultdict
from statistics import median
from typing import NamedTuple

FRAME = 1000 / 60
FIGURES = ["hit_rate", "p50_ms", "late_p50_ms", "blank_s"]
CLOCKS = {"real": "in real time", "cpu": "by processor time"}
# At least so many of a hundred cells keep a limit; so many of a hundred bands cover what was measured,
# and are at most so many times as wide as the noise of repeats.
KEPT, COVERED, WIDEST = 90, (80, 97), 3


def number(text):
    """A figure; infinite for an image that was never shown."""
    return float(text) if text else float("inf")


def within(figure, measured, predicted):
    """Whether a prediction keeps the limit of its figure."""
    off = abs(measured - predicted) if measured != predicted else 0
    if figure == "hit_rate":
        return off <= 0.01 + 1e-9
    if figure == "blank_s":
        return off <= max(0.2 * measured, 0.017)
    return off <= max(0.15 * measured, FRAME + 0.001)


class Cell:
    """The repeats of one cell on one clock."""

    def __init__(self, rows):
        quiet = [row for row in rows if not row["disturbed"]]
        self.rows, self.isQuiet = quiet or rows, bool(quiet)
        first = rows[0]
        self.clock, self.scene = first["clock"], first["scene"]
        self.calibrates = first["calibrates"] == "yes"
        self.name = " ".join(
            first[key] for key in ("scene", "policy", "budget", "prefetch", "lanes")
        )
        self.pair = tuple(first[key] for key in ("scene", "budget", "prefetch", "lanes"))
        self.policy = first["policy"]
        self.requests = int(first["requests"])

    def values(self, figure):
        return [number(row[figure]) for row in self.rows]

    def measured(self, figure):
        return median(self.values(figure))

    def predicted(self, figure):
        """The median of what was predicted before each repeat: the machine is not always as fast."""
        return median(number(row[f"{figure}_predicted"]) for row in self.rows)

    def noise(self, figure):
        """Between the largest and the smallest of the repeats; none of one run."""
        values = self.values(figure)
        return max(values) - min(values) if len(values) > 1 else None

    def unsure(self, figure):
        """The same of what was predicted before each repeat."""
        values = [number(row[f"{figure}_predicted"]) for row in self.rows]
        return max(values) - min(values)

    def bands(self, figure):
        """The band of each repeat that has one, beside what it measured."""
        return [
            (float(row[f"{figure}_low"]), float(row[f"{figure}_high"]), number(row[figure]))
            for row in self.rows
            if row[f"{figure}_low"] and row[f"{figure}_high"]
        ]

    def band(self, figure):
        """From the median of the lower ends to that of the upper ones; None without a band."""
        found = self.bands(figure)
        return tuple(median(one[end] for one in found) for end in (0, 1)) if found else None

    def keeps(self, figure):
        return within(figure, self.measured(figure), self.predicted(figure))

    def covered(self, figure):
        """Of each repeat that has a band, whether it holds what was measured."""
        return [low <= measured <= high for low, high, measured in self.bands(figure)]


def cells(rows, clock=None):
    """The cells of some rows, in their order."""
    groups = defaultdict(list)
    for row in rows:
        if clock in (None, row["clock"]):
            key = ("clock", "scene", "policy", "budget", "prefetch", "lanes")
            groups[tuple(row[name] for name in key)].append(row)
    return [Cell(group) for group in groups.values()]


def percent(parts):
    """Of the hundred; None of nothing."""
    parts = list(parts)
    return 100 * sum(parts) / len(parts) if parts else None


def covered(group, figure):
    """Of a hundred runs of some cells, how many bands hold what was measured; None without bands."""
    return percent(held for cell in group for held in cell.covered(figure))


def counted(rows, clock, calibrates):
    """The quiet cells of a clock whose pictures were or were not read for the profile."""
    return [cell for cell in cells(rows, clock) if cell.isQuiet and cell.calibrates == calibrates]


def summary(rows):
    """A line for every figure, clock and kind of cell."""
    for clock, words in CLOCKS.items():
        for calibrates, whose in [(False, "other pictures"), (True, "calibrated pictures")]:
            group = counted(rows, clock, calibrates)
            if not group:
                continue
            for figure in FIGURES:
                if not rows[0][f"{figure}_predicted"] and figure == "late_p50_ms":
                    continue
                kept = percent(cell.keeps(figure) for cell in group)
                covers = covered(group, figure)
                line = f"{words}, {whose}: {figure} kept in {kept:.0f} % of {len(group)} cells"
                if covers is not None:
                    line += f", covered by the band in {covers:.0f} % of the runs"
                yield line


class Order(NamedTuple):
    """Pairs of policies whose blank time differs by more than the noise of their repeats."""

    # Pairs, and those of them that are ordered as predicted.
    pairs: int
    right: int
    # The same of pairs that the prediction tells apart: by more than it differs from repeat to repeat
    # itself, since each repeat is predicted from newer readings. Of the rest it says that they are alike.
    decided: int
    decided_right: int

    def __str__(self):
        text = (
            f"For {self.pairs} pairs of policies, blank time differs by more than noise. For {self.decided} of them "
            f"the predictions, too, differ by more than they vary between repeats: {self.decided_right} of these are "
            "in the right order"
        )
        left, right = self.pairs - self.decided, self.right - self.decided_right
        return text + (f", and {right} of the other {left}." if left else ".")


def order_kept(rows, clock):
    """How many pairs of policies are ordered as predicted. Of one run alone the noise is not known."""
    groups = defaultdict(list)
    for cell in cells(rows, clock):
        if cell.isQuiet and cell.noise("blank_s") is not None:
            groups[cell.pair].append(cell)
    right = pairs = decided = decided_right = 0
    for group in groups.values():
        for first in range(len(group)):
            for second in range(first):
                one, other = group[first], group[second]
                measured = one.measured("blank_s") - other.measured("blank_s")
                predicted = one.predicted("blank_s") - other.predicted("blank_s")
                noise = max(one.noise("blank_s"), other.noise("blank_s"))
                if abs(measured) <= max(noise, 0.005) or predicted == 0:
                    continue
                is_right = measured * predicted > 0
                pairs, right = pairs + 1, right + is_right
                if abs(predicted) > max(one.unsure("blank_s"), other.unsure("blank_s")):
                    decided, decided_right = decided + 1, decided_right + is_right
    return Order(pairs, right, decided, decided_right)
