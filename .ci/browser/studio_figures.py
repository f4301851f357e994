"""The figures of the page beside those of the command, number by number.

`.ci/release/studio-equality` compares the engine with the command for every committed trace.
"""
from studio_page import DEVICE, PLAIN, Studio, check_figures, compared

# Two at a time on the two sides.
POLICIES = [("lru", "distance"), ("sieve", "s3fifo"), ("gdsf", "nscache-lru")]
TRACES = ["photo-grid", "magazine", "recorded/slow-reading"]
# Other settings of a scenario; each on one trace.
SCENARIOS = [
    ("carousel", {"loader": "main-thread"}),
    ("large-photos", {"loader": "multi-level", "network": "3g-lossy"}),
    ("photo-grid", {"prefetch": "ring", "budget": 16 * 2**20}),
    ("photo-grid", {"loader": "resolution-swap", "device": "iphone-5"}),
    ("tall-feed", {"prefetch": "velocity", "device": "pixel"}),
    ("photo-grid", {"renditions": "side=300,format=heic"}),
    ("photo-grid", {"seed": 7}),
]


class Figures(Studio):
    def are_those_of_the_command(self, trace, pairs, **settings):
        trace, settings = f"Traces/{trace}.scroll", {"device": DEVICE, **settings}
        self.page.open(self.command.studio(trace, *PLAIN))
        for policies in pairs:
            self.browser.run("studio.set(arguments[0])", compared(policies, **settings))
            self.page.settle()
            state = self.page.state()
            check_figures(f"{trace} with {settings}",
                policies, zip(state["figures"], state["errors"]), self.command.figures(trace, policies, **settings))

    def check(self, checks):
        for trace in TRACES:
            checks.check(f"figures: {trace}, 6 policies", lambda: self.are_those_of_the_command(trace, POLICIES))
        for trace, settings in SCENARIOS:
            checks.check(f"figures: {trace} with {settings}",
                lambda: self.are_those_of_the_command(trace, [("lru", "sieve")], **settings))
