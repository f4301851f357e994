"""The first screen, the height and the width of the report's pages, and the bars of their charts."""
from browser import Part, printed, require

# The sizes of screens, and the largest height of a page with all details folded.
DESK, PHONE, TALLEST = (1400, 900), (390, 844), 8000

# The sweeps of which every page is checked, with the present setting for `report --baseline`.
PAGES = {
    "demo": (["Traces/demo.yml"], "lru, 64MiB"),
    "one-policy": (
        ["--trace", "Traces/tall-feed.scroll", "--policy", "lru", "--budget", "16MiB..128MiB:x2",
         "--device", "iphone-8"], "64MiB"),
    "one-run": (
        ["--trace", "Traces/tall-feed.scroll", "--policy", "lru", "--budget", "64MiB", "--device",
         "iphone-8"], None),
    "sessions": (
        ["--trace", "sessions:count=20:seed=1", "--policy", "lru,sieve,fifo", "--budget",
         "16MiB,32MiB,64MiB", "--device", "iphone-8"], "lru, 32MiB"),
    "devices": (
        ["--trace", "Traces/recorded/feed-to-and-fro.scroll", "--policy", "lru,sieve", "--budget",
         "16MiB,64MiB", "--device", "iphone-8,iphone-13-pro,iphone-15-pro", "--prefetch",
         "none,ring:ahead=2"], "lru, 16MiB, none"),
}

# Pages without a recommendation for each device.
SMALL = {"run", "advise"}

SIZE = """const main=document.querySelector('main');
return [main.getBoundingClientRect().bottom+scrollY,document.documentElement.scrollWidth]"""

# The lower ends of the recommendation and of the last card of a page.
ANSWER = """const bottom=e=>e?e.getBoundingClientRect().bottom+scrollY:1e9;
return [bottom(document.querySelector('header .answer p')),
  bottom([...document.querySelectorAll('header .card table')].at(-1))]"""

# Charts whose bars lie in one row; the bar of a sum has parts instead.
SINGLE = """return [...document.querySelectorAll('figure svg.chart')].filter(svg=>{
  const bars=[...svg.querySelectorAll('rect')].filter(r=>r.querySelector('title'));
  return bars.length&&new Set(bars.map(r=>r.getAttribute('y'))).size===1})
  .map(svg=>svg.querySelector('title').textContent)"""


class Screens(Part):
    """The pages of several sweeps, with and without a present setting."""

    def pages(self, name):
        """Makes the pages of a sweep: their names and files."""
        sweep, baseline = PAGES[name]
        store = self.folder / f"{name}.sqlite"
        printed("sweep", *sweep, "--store", store)
        for suffix, options in [("", []), ("-baseline", ["--baseline", baseline])]:
            if options and not baseline:
                continue
            page = self.folder / f"{name}{suffix}.html"
            printed("report", store, "--read", "Traces", "--output", page, *options)
            yield f"{name}{suffix}", page
        if name == "demo":
            page = self.folder / "run.html"
            printed("run", "Traces/tall-feed.scroll", "--html", page)
            yield "run", page
            page = self.folder / "advise.html"
            printed("advise", "Traces/tall-feed.scroll", "--for", "nuke", "--html", page)
            yield "advise", page

    def checked(self, name):
        def body():
            found = [f"{page} {problem}" for page,
                path in self.pages(name) for problem in [*self.on_a_desk(page, path), *self.on_a_phone(page, path)]]
            require(not found, "; ".join(found))

        return body

    def on_a_desk(self, page, path):
        """Yields the faults of a page on the screen of a desk."""
        self.browser.emulate(color_scheme="light")
        self.browser.screen(*DESK)
        self.browser.open(path.as_uri())
        self.browser.picture(self.pictures, f"{page}-desk")
        height, width = self.browser.run(SIZE)
        if height > TALLEST:
            yield f"is {height:.0f} points tall; expected {TALLEST} at most"
        if width > DESK[0]:
            yield f"is {width} points wide; expected {DESK[0]} at most"
        end = max(self.browser.run(ANSWER))
        if page not in SMALL and end > DESK[1]:
            yield f"has its answer down to {end:.0f} points; expected {DESK[1]} at most"
        self.browser.unfold()
        single = self.browser.run(SINGLE)
        if single:
            yield f"has charts with a single bar: {', '.join(single[:3])}"

    def on_a_phone(self, page, path):
        """Yields the faults of a page on a phone."""
        self.browser.screen(*PHONE, True)
        self.browser.open(path.as_uri())
        self.browser.picture(self.pictures, f"{page}-phone")
        end, _ = self.browser.run(ANSWER)
        if page not in SMALL and end > PHONE[1]:
            yield f"has its sentence down to {end:.0f} points on a phone; expected {PHONE[1]} at most"
        for state in ["folded", "unfolded"]:
            _, width = self.browser.run(SIZE)
            if width > PHONE[0]:
                yield f"is {width} points wide on a phone, {state}; expected {PHONE[0]} at most"
            self.browser.unfold()

    def check(self, checks):
        try:
            for name in PAGES:
                checks.check(f"screens: {name}", self.checked(name))
        finally:
            self.browser.phone(False)
