"""The tours of the studio: each shows its case, on the scroll of the page or on the built-in one."""
import re
import time

from studio_page import Page

# The figures of both sides after the first step, in which the case of a tour shows.
TOURS = {"main-thread": "a.hitchRatio>=5&&a.hitchRatio>4*b.hitchRatio",
         "hit-rate": "a.hitRate>b.hitRate&&a.blankSeconds>=b.blankSeconds+.1",
         "prefetch": "a.prefetches===0&&b.blankSeconds>=a.blankSeconds+.1"}
RECORDED = ["Traces/recorded/slow-reading.scroll", "--device", "iphone-12", "--policy", "lru,distance"]


class Tours(Page):
    def are_complete(self):
        self.opened()
        assert self.value("document.querySelectorAll('[data-guide]').length") == len(TOURS)
        for name in TOURS:
            texts = [self.begin_tour(name)]
            seconds = self.value("studio.guide.steps.map(step=>step.seconds)")
            assert 45 <= sum(seconds) <= 75
            for step in range(1, len(seconds)):
                texts.append(self.turn_tour("next", step))
                if step == 1:
                    time.sleep(1.5)
                    self.passes_axe()
            self.click("guide-next")
            assert self.get("guide", "hidden")
            assert all(texts) and not re.search("NaN|undefined|null", " ".join(texts))
            self.is_silent()

    def have_their_case(self):
        """A tour tells of the scroll of the page, or of the built-in one, from which it leads back."""
        elsewhere = [self._tours_elsewhere(file) for file in (self.studio(*RECORDED), self.file)]
        print(f"        of 3 tours {elsewhere[0]} and {elsewhere[1]} are on the built-in scroll")
        assert elsewhere[0] > 0 and elsewhere[1] < 3

    def _tours_elsewhere(self, file):
        """Returns the number of tours that do not tell of the scroll of the page."""
        self.open(file)
        before, title, elsewhere = self.state(), self.text("title"), 0
        for name, case in TOURS.items():
            told = self.begin_tour(name)
            is_elsewhere = self.text("title") != title
            elsewhere += is_elsewhere
            assert is_elsewhere == ("built-in" in told)
            self.turn_tour("next", 1)
            assert self.run(f"const [a,b]=studio.sides.map(s=>s.figures);return {case}")
            self.click("guide-end")
            self.until(f"document.getElementById('title').textContent==={title!r}")
            self.settle()
        self.take(before["setting"])
        assert self.figures() == before["figures"]
        self.is_silent()
        return elsewhere

    def are_told_after_a_mistake(self):
        """A tour is true with any earlier settings, and opening a session ends it."""
        self.opened()
        self.happens("pressure", 20)
        self.put("set-policy-a", "nonsense=1")
        assert "the higher hit rate" in self.begin_tour("hit-rate")
        more, less = self.figures()
        assert more["hitRate"] > less["hitRate"]
        assert not self.value("document.querySelectorAll('#events li').length")
        self.turn_tour("next", 1)
        assert "the higher hit rate" in self.turn_tour("back", 0)
        self.take(None)
        assert self.get("guide", "hidden")
        self.begin_tour("main-thread")
        self.click("guide-end")
        assert self.get("guide", "hidden")
        self.is_silent()
