"""The first screen, the height and the width of the report's pages, and the bars of their charts."""
from browser import Part
from checks import scrollsim

# The sizes of screens, and the largest height of a page with all details folded.
DESK, PHONE, TALLEST = (1400, 900), (390, 844), 8000

FEED, RECORDED = "Traces/tall-feed.scroll", "Traces/recorded/feed-to-and-fro.scroll"
# The sweeps of which every page is checked, with the present setting for `report --baseline`.
SWEEPS = {
    "demo": ("Traces/demo.yml", "lru, 64MiB"),
    "one-policy": (f"--trace {FEED} --policy lru --budget 16MiB..128MiB:x2 --device iphone-8", "64MiB"),
    "one-run": (f"--trace {FEED} --policy lru --budget 64MiB --device iphone-8", None),
    "sessions": ("--trace sessions:count=20:seed=1 --policy lru,sieve,fifo --budget 16MiB,32MiB,64MiB"
                 " --device iphone-8", "lru, 32MiB"),
    "devices": (f"--trace {RECORDED} --policy lru,sieve --budget 16MiB,64MiB --prefetch none,ring:ahead=2"
                " --device iphone-8,iphone-13-pro,iphone-15-pro", "lru, 16MiB, none"),
}

# The height and the lower ends of the recommendation and of the last card of a page.
SIZE = """const find=selector=>document.querySelectorAll(selector);
return [find('main')[0],find('header .answer p')[0],[...find('header .card table')].at(-1)]
  .map(e=>e?e.getBoundingClientRect().bottom+scrollY:1e9)"""

# Charts whose bars lie in one row; the bar of a sum has parts instead.
SINGLE = """return [...document.querySelectorAll('figure svg.chart')].filter(svg=>{
  const bars=[...svg.querySelectorAll('rect')].filter(r=>r.querySelector('title'));
  return bars.length&&new Set(bars.map(r=>r.getAttribute('y'))).size===1})
  .map(svg=>svg.querySelector('title').textContent)"""


class Screens(Part):
    """The pages of several sweeps, with and without a present setting."""

    def pages_of_sweeps(self):
        for name, (sweep, baseline) in SWEEPS.items():
            store, page = self.folder / f"{name}.sqlite", self.folder / f"{name}.html"
            scrollsim("sweep", *sweep.split(), "--store", store)
            for options in [[], ["--baseline", baseline]][:1 + bool(baseline)]:
                scrollsim("report", store, "--read", "Traces", "--output", page, *options)
                self._check(page, f"{name}{'-baseline' if options else ''}")

    def pages_of_single_runs(self):
        """They have no recommendation for each device."""
        for words in [["run", FEED], ["advise", FEED, "--for", "nuke"]]:
            page = self.folder / f"{words[0]}.html"
            scrollsim(*words, "--html", page)
            self._check(page, words[0], has_answer=False)

    def _check(self, page, name, has_answer=True):
        self.emulate(color_scheme="light")
        self.screen(*DESK)
        self.open(page.as_uri())
        self.picture()
        height, *answer = self.run(SIZE)
        assert height <= TALLEST, f"{name}: {height}"
        assert not has_answer or max(answer) <= DESK[1], f"{name}: {answer}"
        self.fits()
        self.unfold()
        single = self.run(SINGLE)
        assert not single, f"{name}: {single}"
        self.screen(*PHONE, True)
        self.open(page.as_uri())
        self.picture()
        assert not has_answer or self.run(SIZE)[1] <= PHONE[1], f"{name}: {self.run(SIZE)}"
        self.fits()
        self.unfold()
        self.fits()
