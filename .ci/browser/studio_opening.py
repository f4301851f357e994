"""The studio of an app: what it has beside what is advised, on three axes; limits, settings and mistakes."""
import json
import re

from browser import wait
from checks import scrollsim
from studio_page import Page

TRACE = "Traces/recorded/slow-reading.scroll"
SCENE = ["--device", "iphone-12", "--network", "lte"]

# The texts of the axes, and whether all of them are in view above the bar with the time.
AXES = """const end=document.getElementById('transport').getBoundingClientRect().top;
const all=['a','b'].map(s=>['blank','hitches','peak','killed'].map(n=>document.getElementById(`${n}-${s}`)));
return [all.map(side=>side.map(e=>e.textContent)),all.flat().every(e=>{const b=e.getBoundingClientRect();
  return b.top>=0&&b.bottom<=end&&b.right<=innerWidth})]"""

OPTIONS = "[...document.getElementById(arguments[0]).options].map(o=>o.value)"
LIBRARIES = """Object.fromEntries(Object.entries(studio.facts.libraries)
  .map(([name,library])=>[name,library.policies.map(p=>p.split(':')[0])]))"""


class Opening(Page):
    """The page of an app with Nuke."""

    def _opened(self):
        self.file = self.studio(TRACE, *SCENE, "--loader", "nuke")
        self.opened()

    def has_what_the_command_advises(self):
        self._opened()
        advice = json.loads(scrollsim("advise", TRACE, *SCENE, "--for", "nuke", "--json"))
        assert [self.text("name-a"), self.text("name-b")] == ["What you have", "Advised"]
        changes = ", ".join(change["text"] for change in advice["changes"]) or "keep what you have"
        assert self.text("setting-b") == changes
        for name, figures in zip(("now", "advised"), self.figures(), strict=True):
            for figure in ["blankSeconds", "hitchRatio", "footprintPeakBytes", "killed"]:
                assert figures[figure] == advice[name]["runs"][0][figure]

    def axes_are_in_view(self):
        """The axes are texts of the first screen, on a desk and on a phone."""
        for width, height, is_phone in [(1400, 900, False), (1280, 720, False), (390, 844, True)]:
            self._opened()
            self.screen(width, height, is_phone)
            assert wait(lambda: self.run(AXES)[1], 2), width
            for (blank, hitches, peak, killed), figures in zip(self.run(AXES)[0], self.figures()):
                assert abs(float(blank) - figures["blankSeconds"]) < 0.051
                assert abs(float(hitches) - figures["hitchRatio"]) < 0.051
                assert abs(float(peak) * 2**20 / figures["footprintPeakBytes"] - 1) < 0.01
                assert (killed == "no") == (figures["killed"] is None)
            self.fits()
            self.passes_axe()

    def changes_have_names(self):
        self._opened()
        self.put("budget-b", "40")
        assert [self.text("name-a"), self.text("name-b")] == ["What you have", "Changed"]
        self.put("device", "iphone-17")
        self.run("studio.set({b:studio.standard.b})")
        self.settle()
        assert self.text("name-b") == "Advised for iphone-12, lte"

    def libraries_keep_their_policies(self):
        self._opened()
        for side in "ab":
            assert self.value(OPTIONS, f"policy-{side}") == ["nuke-clock", "nuke-lru"]
        known = self.value(LIBRARIES)
        assert len(known) > 8
        for loader in self.value(OPTIONS, "loader-b"):
            for before in ["cached", "nuke"]:
                self.put("loader-b", before)
                if before == "cached":
                    self.put("policy-b", "distance")
                self.put("loader-b", loader)
                policy = self.state()["setting"]["b"]["policy"].split(":")[0]
                offered = self.value(OPTIONS, "policy-b")
                if loader in known:
                    assert policy in known[loader] and set(offered) == set(known[loader])
                else:
                    assert len(offered) > 50

    def limits_have_units(self):
        self._opened()
        before = self.state()
        assert self.get("budget-text-a", "value") == "586 MiB"
        for text in ["64", "0", "1.5", "64 pages", "-3MiB"]:
            self.type("budget-text-a", text)
            told = self.text("error-budget-a")
            assert "expected a size such as" in told and text in told
        assert self.state() == before
        # A change that shows the limit again takes the sentence back.
        self.run("document.activeElement.blur()")
        self.put("network", "3g")
        assert not self.text("error-budget-a")
        self.put("network", "lte")
        self.type("budget-text-a", "64 MiB")
        setting = self.state()["setting"]
        assert setting["a"]["budget"] == 64 * 2**20 and setting["b"] == before["setting"]["b"]
        assert not self.text("error-budget-a")
        self.type("budget-text-a", "default")
        self.run("document.activeElement.blur()")
        self.put("device", "iphone-17")
        assert self.get("budget-text-a", "value") == "768 MiB"
        self.put("device", "iphone-12")
        assert self.figures() == before["figures"]
        assert "--budget" not in self.text("command").split("\n")[0]
        assert not re.search(r"\d{5,} ?B\b", self.value("document.body.innerText"))

    def sides_have_settings(self):
        """Each field of B changes B alone."""
        self._opened()
        for field, value, part in [
                ("prefetch-b", "ring", "prefetch"), ("set-prefetch-b", "ahead=3", "prefetch"),
                ("set-loader-b", "lanes=1:connections=1", "loader"), ("policy-b", "nuke-lru", "policy"),
                ("set-policy-b", "entryCostLimit=0.5", "policy"), ("budget-b", "41", "budget"),
                ("budget-text-b", "20MB", "budget")]:
            before = self.state()
            self.put(field, value)
            after = self.state()
            self.is_fine()
            assert after["setting"]["b"][part] != before["setting"]["b"][part], field
            assert after["setting"]["a"] == before["setting"]["a"], field
            assert after["figures"][0] == before["figures"][0], field
        _, _, of_b = self.text("command").split("scrollsim run ")
        assert "--budget 20000000B" in of_b and "ring:ahead=3" in of_b
        self.put("seed", "3")
        self.is_fine()

    def mistakes_say_why(self):
        """A wrong setting is named with what was expected, beside its field, on its side alone."""
        for side, other in ["ab", "ba"]:
            for field, name in {"set-loader": "lanes", "set-policy": "ttl", "set-prefetch": "ahead"}.items():
                self._opened()
                self.put(f"prefetch-{side}", "ring")
                before = self.state()
                for wrong, token, says in [
                        ("3", "'3' is not a setting", ["error"]),
                        ("nonsense=1", "nonsense", ["error", "state"]),
                        (f"{name}=much", "much", ["error", "state"])]:
                    self.type(f"{field}-{side}", wrong)
                    for place in says:
                        wait(lambda: token in self.text(f"{place}-{side}"), 3)
                        told = self.text(f"{place}-{side}")
                        assert token in told and re.search("expected|it takes", told)
                    assert wrong != "3" or self.state() == before
                    marked = self.value("[...document.querySelectorAll('input.bad')].map(e=>e.id)")
                    assert marked == [f"{field}-{side}"] and not self.text(f"error-{other}")
                self.put(f"{field}-{side}", "")
                assert not self.text(f"error-{side}")
        self.passes_axe()
