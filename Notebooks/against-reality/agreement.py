"""Whether the lab and the simulation agree where every duration is given."""

import math

# A device at 60 Hz whose profile comes with scrollsim.
DEVICE = "iphone-8"

FIGURES = [
    "requests",
    "hits",
    "joined",
    "prefetches",
    "appearances",
    "neverShown",
    "unfinished",
    "frames",
    "hitches",
    "hitchMilliseconds",
    "blankFrames",
    "p50Milliseconds",
    "p95Milliseconds",
    "blankSeconds",
]


def is_same(measured, predicted):
    """Integers and times are equal; sums of many shares may differ in the last bits."""
    if measured is None or predicted is None:
        return measured is predicted
    return math.isclose(measured, predicted, rel_tol=1e-9, abs_tol=1e-5)


def disagreements(shop, cells, *options):
    """A sentence for each cell that differs."""
    for cell in cells:
        predicted = shop.predict(cell, DEVICE)
        measured = shop.measure(cell, DEVICE, "given", *options)
        different = [
            f"{name} {measured[name]} instead of {predicted[name]}"
            for name in FIGURES
            if not is_same(measured[name], predicted[name])
        ]
        if different:
            yield f"{cell.name}: {', '.join(different)}"
