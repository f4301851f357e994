"""The scenes of the comparison: which recording scrolls over which pictures, and its cells."""

from dataclasses import dataclass, replace
from itertools import product

SECONDS = 12


@dataclass(frozen=True)
class Scene:
    """A recording's part of twelve seconds on a layout, and pictures of its own."""

    name: str
    recording: str
    start: int
    layout: str
    # Files, and items: behind the last file lie others like them, to where the recording gets.
    pictures: int
    items: int
    sizes: tuple
    # Whether the profile is fitted to readings of its pictures.
    calibrates: bool


SCENES = [
    Scene(
        "grid",
        "photo-grid-session",
        0,
        "grid:columns=3",
        156,
        1900,
        ((640, 640), (800, 600), (600, 800)),
        True,
    ),
    Scene(
        "feed",
        "feed-to-and-fro",
        0,
        "list:spacing=8",
        48,
        200,
        ((1200, 900), (1200, 1200), (1440, 960)),
        True,
    ),
    Scene(
        "catch",
        "flick-and-catch",
        12,
        "grid:columns=3:spacing=2",
        192,
        600,
        ((780, 780), (960, 720), (900, 900)),
        True,
    ),
    Scene(
        "doom",
        "doom-scroll",
        0,
        "grid:columns=3:aspect=1.25",
        96,
        400,
        ((720, 900), (810, 1080), (1000, 750)),
        False,
    ),
    Scene(
        "search",
        "search-and-return",
        48,
        "grid:columns=2",
        104,
        400,
        ((600, 840), (800, 800), (1024, 768)),
        False,
    ),
]

POLICIES = ["lru", "sieve", "nscache"]
BUDGETS = ["64MiB", "192MiB"]
PREFETCHES = ["none", "neighbours"]
LANES = [1, 2]


@dataclass(frozen=True)
class Cell:
    """One app on one scene."""

    scene: str
    policy: str
    budget: str
    prefetch: str
    lanes: int
    loader: str = "cached"

    @property
    def name(self):
        loader = "" if self.loader == "cached" else f"-{self.loader}"
        return f"{self.scene}-{self.policy}-{self.budget}-{self.prefetch}-{self.lanes}{loader}"

    def with_lanes(self, lanes):
        return replace(self, lanes=lanes)

    @property
    def predicted_policy(self):
        """What scrollsim calls the NSCache of this system."""
        return "nscache-corelibs" if self.policy == "nscache" else self.policy


def scene_of(cell):
    """The scene that a cell scrolls through."""
    return next(scene for scene in SCENES if scene.name == cell.scene)


def cell_of(row):
    """The cell of a row."""
    return Cell(row["scene"], row["policy"], row["budget"], row["prefetch"], int(row["lanes"]))


def all_cells():
    """All 120 cells, mixed so that the first few are of all kinds."""
    cells = [
        Cell(scene.name, *rest)
        for *rest, scene in product(POLICIES, BUDGETS, PREFETCHES, LANES, SCENES)
    ]
    # A step that shares no factor with 120 passes all of them.
    return [cells[index * 47 % len(cells)] for index in range(len(cells))]


def other_loaders():
    """Cells of the two other presets, which the agreement is held against, too."""
    return [
        Cell(scene.name, "lru" if loader == "nuke" else "none", budget, prefetch, lanes, loader)
        for loader, budgets, prefetches in [
            ("nuke", BUDGETS, PREFETCHES),
            ("background-decode", BUDGETS[:1], PREFETCHES[:1]),
        ]
        for budget, prefetch, lanes, scene in product(budgets, prefetches, LANES, SCENES)
    ]
