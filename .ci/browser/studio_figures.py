"""The page's figures beside the command's, number by number, for every committed trace."""
from studio_command import compared, differences, root

# Two at a time on the two sides.
POLICIES = [("lru", "distance"), ("sieve", "s3fifo"), ("gdsf", "nscache-lru")]
DEVICE = "iphone-8"
PLAIN = ["--device", DEVICE, "--policy", "lru,distance"]
QUICK = ["Traces/photo-grid.scroll", "Traces/magazine.scroll", "Traces/recorded/slow-reading.scroll"]

# What else a scenario may have; each on one trace.
SCENARIOS = [
    ("Traces/carousel.scroll", {"loader": "main-thread"}),
    ("Traces/large-photos.scroll", {"loader": "multi-level", "network": "3g-lossy"}),
    ("Traces/photo-grid.scroll", {"prefetch": "ring", "budget": 16 * 2**20}),
    ("Traces/photo-grid.scroll", {"loader": "resolution-swap", "device": "iphone-5"}),
    ("Traces/tall-feed.scroll", {"prefetch": "velocity", "device": "pixel"}),
    ("Traces/photo-grid.scroll", {"renditions": "side=300,format=heic"}),
    ("Traces/photo-grid.scroll", {"seed": 7}),
]


class Figures:
    def __init__(self, page, command, is_quick):
        self.page = page
        self.command = command
        files = sorted(str(file.relative_to(root)) for file in (root / "Traces").rglob("*.scroll"))
        self.traces = QUICK if is_quick else files

    def set(self, setting):
        self.page.browser.run("studio.set(arguments[0])", setting)
        self.page.settle(60)

    def compare(self, trace, policies, what, **settings):
        state = self.page.state()
        expected = self.command.figures(trace, policies, **settings)
        for side, (figures, wanted) in enumerate(zip(state["figures"], expected)):
            error = state["errors"][side]
            self.page.require(not error, f"{what}, {policies[side]}: the page says '{error}'")
            found = differences(figures, wanted)
            self.page.require(
                not found, f"{what}, {policies[side]}: {len(found)} figures differ: {'; '.join(found[:3])}")

    def are_those_of_the_command(self, trace):
        self.page.open(self.command.studio(trace, *PLAIN))
        for policies in POLICIES:
            self.set(compared(policies, device=DEVICE))
            self.compare(trace, policies, trace, device=DEVICE)

    def with_settings(self):
        for trace, settings in SCENARIOS:
            device = settings.get("device", DEVICE)
            self.page.open(self.command.studio(trace, *PLAIN))
            renditions = dict(
                part.split("=") for part in settings.get("renditions", "").split(",") if part)
            own = {name: value for name, value in settings.items() if name not in ("renditions", "device")}
            self.set(compared(
                ("lru", "sieve"), device=device,
                side=int(renditions["side"]) if "side" in renditions else None,
                format=renditions.get("format"), **own))
            self.compare(
                trace, ("lru", "sieve"), f"{trace} with {settings}", **{**settings, "device": device})

    def check(self, checks):
        for trace in self.traces:
            checks.check(
                f"figures: {trace}, 6 policies", lambda: self.are_those_of_the_command(trace))
        checks.check("figures: other loaders, networks, prefetchers, pictures", self.with_settings)
