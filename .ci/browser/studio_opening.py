"""The studio as it opens: what an app has beside what is advised, on three axes; limits, mistakes, tours."""
import json
import re

from browser import printed, require, wait
from studio_page import Studio

TRACE = "Traces/recorded/slow-reading.scroll"
SCENE = ["--device", "iphone-12", "--network", "lte"]

# The texts of an axis of both sides, and whether all of them are in view above the bar with the time.
AXES = """const all=['blank','hitches','peak','killed'].flatMap(n=>['a','b'].map(s=>document.getElementById(`${n}-${s}`)));
const end=document.getElementById('transport').getBoundingClientRect().top;
return [all.map(e=>e.textContent),all.every(e=>{const b=e.getBoundingClientRect();return b.top>=0&&b.bottom<=end&&b.right<=innerWidth})]"""

OPTIONS = "return [...document.getElementById(arguments[0]).options].map(o=>o.value)"

# Types into a field without waiting for an answer.
TYPE = """const e=document.getElementById(arguments[0]);e.focus();e.value=arguments[1];
e.dispatchEvent(new Event('input',{bubbles:true}))"""


class Opening(Studio):
    def opened(self):
        """The page of an app with Nuke."""
        self.browser.emulate(color_scheme="light")
        self.browser.phone(False)
        self.page.open(self.command.studio(TRACE, *SCENE, "--loader", "nuke"))

    def settings(self):
        setting = self.page.state()["setting"]
        return setting["a"], setting["b"]

    def has_and_advised(self):
        """B has what the command advises, and both have the figures that it prints."""
        self.opened()
        advice = json.loads(printed("advise", TRACE, *SCENE, "--for", "nuke", "--json"))
        titles = [self.page.text(f"name-{side}") for side in "ab"]
        require(titles == ["What you have", "Advised"], f"the sides are {titles}")
        changes = ", ".join(change["text"] for change in advice["changes"]) or "keep what you have"
        require(self.page.text("setting-b") == changes, f"of B it says '{self.page.text('setting-b')}'")
        for side, name, figures in zip("ab", ("now", "advised"), self.figures()):
            run = advice[name]["runs"][0]
            for figure, expected in [("blankSeconds", run["blankSeconds"]), ("hitchRatio", run["hitchRatio"]),
                    ("footprintPeakBytes", run["footprintPeakBytes"]), ("killed", run["killed"])]:
                require(figures[figure] == expected,
                    f"{figure} of {side} is {figures[figure]}; the command advises with {expected}")

    def axes_are_in_view(self):
        """The three axes are texts of the first screen, on a desk and on a phone."""
        for width, height, is_phone in [(1400, 900, False), (1280, 720, False), (390, 844, True)]:
            self.opened()
            self.browser.screen(width, height, is_phone)
            self.opened_at(width, height)
        self.browser.phone(False)

    def opened_at(self, width, height):
        texts, is_seen = wait(lambda: (found := self.browser.run(AXES))[1] and found, 2) or self.browser.run(AXES)
        require(is_seen, f"on {width} x {height} points the axes are not in view")
        for side, figures in enumerate(self.figures()):
            shown = texts[side::2]
            require(
                abs(float(shown[0]) - figures["blankSeconds"]) < 0.051
                and abs(float(shown[1]) - figures["hitchRatio"]) < 0.051
                and abs(float(shown[2]) * 2**20 / figures["footprintPeakBytes"] - 1) < 0.01
                and (shown[3] == "no") == (figures["killed"] is None),
                f"side {side} shows {shown} of {figures['blankSeconds']}, {figures['hitchRatio']}, "
                f"{figures['footprintPeakBytes']} and {figures['killed']}")
        wide = self.browser.run("return document.documentElement.scrollWidth")
        require(wide <= width, f"on {width} points the page is {wide} points wide")
        self.browser.is_accessible(f"on {width} points")

    def changes_are_called_so(self):
        self.opened()
        self.page.put("budget-b", "40")
        require(self.page.text("name-b") == "Changed", f"another limit is '{self.page.text('name-b')}'")
        require(self.page.text("name-a") == "What you have", f"A is '{self.page.text('name-a')}'")
        self.page.put("device", "iphone-17")
        self.browser.run("studio.set({b:studio.standard.b})")
        self.page.settle()
        require(
            self.page.text("name-b") == "Advised for iphone-12, lte", f"on another phone B is '{self.page.text('name-b')}'")

    def libraries_keep_their_policies(self):
        self.opened()
        own = ["nuke-clock", "nuke-lru"]
        for side in "ab":
            found = self.browser.run(OPTIONS, f"policy-{side}")
            require(found == own, f"for Nuke {side} offers {found}; expected {own}")
        known = dict(self.browser.run("return Object.entries(studio.facts.libraries).map(([n,l])=>[n,l.policies.map(p=>p.split(':')[0])])"))
        for loader in self.browser.run(OPTIONS, "loader-b"):
            for before in ["cached", "nuke"]:
                self.page.put("loader-b", before)
                if before == "cached":
                    self.page.put("policy-b", "distance")
                self.page.put("loader-b", loader)
                policy = self.settings()[1]["policy"].split(":")[0]
                found = self.browser.run(OPTIONS, "policy-b")
                if loader in known:
                    require(policy in known[loader] and set(found) == set(known[loader]),
                        f"after {before}, {loader} has {policy} and offers {found}; it can have {known[loader]}")
                else:
                    require(len(found) > 50, f"{loader} offers {found}")
        require(len(known) > 8, f"only {sorted(known)} are libraries")

    def limits_have_units(self):
        self.opened()
        shown = lambda side="a": self.browser.run("return document.getElementById(arguments[0]).value", f"budget-text-{side}")
        require(shown() == "586 MiB", f"15 % of 4 GB is '{shown()}'")
        before = self.page.state()
        for text in ["64", "0", "1.5", "64 pages", "-3MiB"]:
            self.browser.run(TYPE, "budget-text-a", text)
            told = self.page.text("error-budget-a")
            require("expected a size such as" in told and text in told, f"of the limit {text} it says '{told}'")
        self.page.settle()
        require(self.page.state() == before, "a limit without a unit has run")
        self.browser.run(TYPE, "budget-text-a", "64 MiB")
        self.page.settle()
        require(self.settings()[0]["budget"] == 64 * 2**20 and not self.page.text("error-budget-a"), "64 MiB is refused")
        require(self.settings()[1] == before["setting"]["b"], "the limit of A changes B")
        self.browser.run(TYPE, "budget-text-a", "default")
        self.page.settle()
        self.browser.run("document.activeElement.blur()")
        self.page.put("device", "iphone-17")
        require(shown() == "768 MiB", f"the default on an iphone-17 is '{shown()}'")
        self.page.put("device", "iphone-12")
        require(self.figures() == before["figures"], "the default has other figures than at the start")
        require("--budget" not in self.page.text("command").split("\n")[0], "the command repeats the default limit")
        text = self.browser.run("return document.body.innerText")
        require(not re.search(r"\d{5,} ?B\b", text), "a limit is printed in bytes")

    def sides_have_settings(self):
        """Each field of B changes B alone."""
        self.opened()
        for field, value, part in [("prefetch-b", "ring", "prefetch"), ("set-prefetch-b", "ahead=3", "prefetch"),
                ("set-loader-b", "lanes=1:connections=1", "loader"), ("set-policy-b", "entryCostLimit=0.5", "policy"),
                ("policy-b", "nuke-lru", "policy"), ("budget-b", "41", "budget"), ("budget-text-b", "20MB", "budget")]:
            before = self.page.state()
            self.page.put(field, value)
            after = self.page.state()
            require(not any(after["errors"]), f"{field}={value}: {after['errors']}")
            require(
                after["setting"]["b"][part] != before["setting"]["b"][part], f"{field}={value} changes nothing of B")
            require(after["setting"]["a"] == before["setting"]["a"] and after["figures"][0] == before["figures"][0],
                f"{field}={value} changes A")
        lines = self.page.text("command").split("scrollsim run ")[1:]
        require(
            len(lines) == 2 and "--budget 20000000B" in lines[1] and "ring:ahead=3" in lines[1], f"the command is {lines}")

    def mistakes_say_why(self):
        """A wrong setting is named with what was expected, beside its field, on its side alone."""
        for side in "ab":
            other = "b" if side == "a" else "a"
            for field in ["set-loader", "set-policy", "set-prefetch"]:
                self.opened()
                self.page.put(f"prefetch-{side}", "ring")
                before = self.page.state()
                self.browser.run(TYPE, f"{field}-{side}", "3")
                self.page.settle()
                told = self.page.text(f"error-{side}")
                require("'3' is not a setting" in told and "expected NAME=VALUE, such as" in told, f"{field} of {side}: '{told}'")
                require(self.page.state() == before, f"{field} of {side}: a bare 3 has run")
                self.is_marked(field, side)
                for wrong in ["nonsense=1", {"set-loader": "lanes", "set-policy": "entryCostLimit", "set-prefetch": "ahead"}[field] + "=much"]:
                    self.browser.run(TYPE, f"{field}-{side}", wrong)
                    self.page.settle()
                    name, value = wrong.split("=")
                    token = value if value == "much" else name
                    for place in [f"error-{side}", f"state-{side}"]:
                        told = wait(lambda: token in self.page.text(place) and self.page.text(place), 3)
                        require(
                            told and re.search("expected|it takes", told), f"{field} of {side}, {wrong}: {place} says '{self.page.text(place)}'")
                    self.is_marked(field, side)
                    require(not self.page.text(f"error-{other}"), f"{field} of {side}: the other side says something, too")
                self.page.put(f"{field}-{side}", "")
                require(not self.page.text(f"error-{side}"), f"{field} of {side}: the sentence stays")
        self.browser.is_accessible("after mistakes")

    def is_marked(self, field, side):
        marked = self.browser.run("return [...document.querySelectorAll('input.bad')].map(e=>e.id)")
        require(marked == [f"{field}-{side}"], f"a mistake in {field}-{side} marks {marked}")

    def tours_have_their_case(self):
        """A tour tells of the scroll of the page, or of the built-in one, from which it leads back."""
        recorded = self.command.studio(TRACE, "--device", "iphone-12", "--policy", "lru,distance")
        found = [self.tours_elsewhere(file) for file in (recorded, self.file)]
        print(f"        of 3 tours {found[0]} and {found[1]} on the built-in scroll")
        require(found[0] > 0 and found[1] < 3, f"of 3 tours {found} leave the scroll of the page")

    def tours_elsewhere(self, file):
        """Returns the number of tours that do not tell of the scroll of the page."""
        self.page.open(file)
        before, title = self.page.state(), self.page.text("title")
        elsewhere = 0
        for name, has_case in [("main-thread", "a.hitchRatio>=5&&a.hitchRatio>4*b.hitchRatio"),
                ("hit-rate", "a.hitRate>b.hitRate&&a.blankSeconds>=b.blankSeconds+.1"),
                ("prefetch", "a.prefetches===0&&b.blankSeconds>=a.blankSeconds+.1")]:
            self.browser.run("document.querySelector(`[data-guide=${arguments[0]}]`).click()", name)
            told = wait(lambda: self.browser.run("return studio.guide.steps.length&&studio.isPlaying")
                and self.page.text("guide-text"))
            require(told, f"{name}: it does not begin")
            is_elsewhere = self.page.text("title") != title
            elsewhere += is_elsewhere
            require(is_elsewhere == ("built-in" in told),
                f"{name} says '{told}' on the scroll '{self.page.text('title')}'")
            self.page.click("guide-next")
            wait(lambda: self.browser.run("return studio.guide.index===1&&studio.isPlaying"))
            holds = self.browser.run(f"const [a,b]=studio.sides.map(s=>s.figures);return {has_case}")
            require(holds, f"{name}: its case is not in the figures of {self.page.text('title')}")
            self.page.click("guide-end")
            wait(lambda: self.page.text("title") == title)
            self.page.settle()
        self.browser.run("studio.take({setting:arguments[0],time:0,live:null})", before["setting"])
        self.page.settle()
        require(self.page.state()["figures"] == before["figures"], "after the tours the scroll is another one")
        self.browser.is_silent("tours")
        return elsewhere

    def check(self, checks):
        checks.all("opening", self.has_and_advised,
            self.axes_are_in_view, self.changes_are_called_so, self.libraries_keep_their_policies,
            self.limits_have_units, self.sides_have_settings, self.mistakes_say_why, self.tours_have_their_case)
