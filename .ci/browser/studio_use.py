"""The controls of the studio in use: each changes its setting, or says in a sentence why not."""
import time

from selenium.webdriver.common.keys import Keys
from browser import require, wait
from studio_page import Studio


class Use(Studio):
    """Every list, field and button, the time, why cells are blank, and the tours."""

    def selects_change_figures(self):
        """Every choice of every list gives figures, or a sentence beside it."""
        self.opened()
        ids = self.browser.run("return [...document.querySelectorAll('#controls select')].map(e=>e.id)")
        for field in ids:
            values = self.browser.run(
                "return [...document.getElementById(arguments[0]).options].map(o=>o.value)", field)
            before = self.page.browser.run("return document.getElementById(arguments[0]).value", field)
            changed = 0
            first = self.figures()
            for value in values:
                self.page.put(field, value)
                state = self.page.state()
                require(not state["notice"], f"{field} {value}: the page says '{state['notice']}'")
                for error in filter(None, state["errors"]):
                    require(error.endswith((".", "'", "?")) or " " in error, f"{field} {value}: '{error}'")
                changed += state["figures"] != first
            require(changed or field == "network" or len(values) < 2, f"{field} changes nothing")
            self.page.put(field, before)
            require(not any(self.page.state()["errors"]),
                f"{field}: '{self.page.state()['errors']}' stays after the choice was taken back")
        self.browser.is_silent("all lists")

    def texts_change_figures(self):
        self.opened()
        first = self.figures()
        self.page.put("budget-a", "16")
        small = self.figures()
        require(small != first, "another budget changes nothing")
        self.page.put("budget-text-a", "48MiB")
        require(self.page.state()["setting"]["a"]["budget"] == 48 * 2**20, "48MiB is not taken")
        self.browser.run(
            "const e=document.getElementById('budget-text-a');e.value='much';e.dispatchEvent(new Event('input'))")
        require(self.page.text("error-budget-a"), "no sentence says that 'much' is no size")
        self.page.put("network", "3g")
        require(not self.page.text("error-budget-a"), "the sentence stays beside a budget that is shown again")
        self.page.put("network", "wifi")
        self.page.put("budget-text-a", "64MiB")
        for field, value in [("set-policy-a", "countLimit=20"), ("set-loader-a", "lanes=1"), ("seed", "3")]:
            self.page.put(field, value)
            require(not any(self.page.state()["errors"]), f"{field} {value}: {self.page.state()['errors']}")
            self.page.put(field, "0" if field == "seed" else "")
        self.page.put("prefetch-a", "ring")
        ring = self.figures()
        self.page.put("set-prefetch-a", "forward=0.5")
        error = self.page.state()["errors"][0]
        require(error or self.figures() != ring, "a setting of the prefetcher changes nothing")
        self.page.put("set-prefetch-a", "")
        self.page.put("prefetch-a", "")
        self.page.put("set-policy-a", "nonsense=1")
        require("nonsense" in self.page.text("error-a"), f"beside A stands '{self.page.text('error-a')}'")
        self.page.put("set-policy-a", "")

    def formulas_are_edited_live(self):
        self.opened()
        self.page.put("policy-a", "score")
        good = self.figures()[0]
        for formula in ["", "1 +", "distance * (", "distnce * bytes"]:
            self.page.put("set-policy-a", formula)
            told = self.page.text("error-a")
            require(told or formula == "", f"no sentence says what is wrong with '{formula}'")
        self.picture("formula")
        self.browser.is_accessible("with a mistake in the formula")
        self.page.put("set-policy-a", "-idle")
        require(not self.page.text("error-a"), "the sentence stays after the formula was mended")
        require(self.figures()[0] != good, "another formula changes nothing")

    def event(self, seconds, kind):
        self.page.seek(seconds)
        self.page.click(f"event-{kind}")

    def take_away_first_event(self):
        self.browser.driver.find_elements("css selector", "#events button")[0].click()
        self.page.settle()

    def events_happen(self):
        self.opened()
        first = self.figures()
        self.event(20, "pressure")
        self.page.settle()
        warned = self.figures()
        require(warned != first, "memory pressure changes nothing")
        self.page.click("event-background")
        self.page.settle()
        require(self.figures() != warned, "a trip to the background changes nothing")
        buttons = self.browser.driver.find_elements("css selector", "#events button")
        require(len(buttons) == 2, f"{len(buttons)} events are listed; expected 2")
        for _ in range(2):
            self.take_away_first_event()
        require(self.figures() == first, "without the events the figures are others than before")

    def events_stay_within_the_scroll(self):
        """Nothing comes after the end, and a trip to the background begins and ends as one."""
        self.opened()
        first = self.figures()
        listed = lambda: [[event["time"], event["kind"]] for event in self.browser.run("return studio.setting.events")]
        end = self.browser.run("return studio.duration")
        self.event(end, "pressure")
        self.event(end - 3, "background")
        self.page.settle()
        require(not any(self.page.state()["errors"]), f"near the end: {self.page.state()['errors']}")
        require([kind for _, kind in listed()] == ["background", "warning"] and listed()[1][0] <= end,
            f"near the end the events are {listed()}; expected no return to the app")
        self.take_away_first_event()
        self.take_away_first_event()
        require(self.figures() == first, "without the events the figures are others than before")
        self.event(20, "background")
        self.event(25, "pressure")
        self.event(27, "background")
        self.page.settle()
        require(listed() == [[20, "background"], [25, "warning"], [30, "foreground"]],
            f"a trip with pressure in it is {listed()}")
        self.event(15, "background")
        self.page.settle()
        require(listed()[:3] == [[15, "background"], [19.999, "foreground"], [20, "background"]],
            f"two trips, one right before the other, are {listed()}")
        self.take_away_first_event()
        self.take_away_first_event()
        require([kind for _, kind in listed()] == ["warning"], f"without the trips the events are {listed()}")

    def a_side_that_cannot_run_shows_no_figures(self):
        """After a mistake A shows neither its former figures nor a command."""
        self.opened()
        self.browser.run("document.querySelector('#figures details').open=true")
        require(wait(lambda: self.page.text("command")), "no command stands above the figures")
        self.page.put("set-policy-a", "nonsense=1")
        told = [self.page.text(part) for part in ("blank-a", "peak-a", "hits-a", "missing-a", "command")]
        require(told == ["-", "-", "-", "-", ""], f"with a mistake A shows {told}")
        cells = self.browser.run(
            "return [...document.querySelectorAll('#figure-rows tr:not([hidden]) td:nth-child(2)')].map(c=>c.textContent)")
        require(cells and set(cells) == {"-"}, f"with a mistake the table says of A {sorted(set(cells))[:3]}")
        heard = wait(lambda: "A cannot run" in self.page.text("say"), 5)
        require(heard, f"screen readers hear '{self.page.text('say')}'")
        self.page.tap("copy-command")
        told = wait(lambda: self.page.text("copy-text"))
        require("nonsense" in told and self.page.get("copy-area", "hidden"), f"instead of a command it says '{told}'")
        self.browser.run("document.getElementById('copy-dialog').close()")
        self.page.put("set-policy-a", "")
        require(self.page.text("command").startswith("scrollsim run "), "the command does not come back")

    def plays_and_scrubs(self):
        self.opened()
        self.page.click("play")
        time.sleep(0.6)
        playing = self.page.state()
        require(playing["isPlaying"] and playing["time"] > 0.2, f"it plays: {playing['time']}")
        self.browser.run("document.activeElement.blur()")
        self.browser.press(Keys.SPACE)
        stopped = self.page.state()["time"]
        time.sleep(0.2)
        require(self.page.state()["time"] == stopped, "Space does not stop it")
        for key, expected in [(Keys.RIGHT, stopped + 0.5), (Keys.LEFT, stopped), (Keys.END, None), (Keys.HOME, 0)]:
            self.browser.press(key)
            now = self.page.state()["time"]
            expected = self.browser.run("return studio.duration") if expected is None else expected
            require(abs(now - expected) < 1e-6, f"a key leads to {now}; expected {expected}")
        self.page.put("scrub", "500")
        require(abs(self.page.state()["time"] - self.browser.run("return studio.duration/2")) < 1,
            f"the middle of the slider is {self.page.state()['time']} s")
        self.page.put("rate", "4")
        self.page.click("play")
        time.sleep(0.5)
        self.page.click("play")
        self.browser.is_silent("playing")

    def says_why(self):
        self.opened()
        self.page.put("budget-a", "24")
        moment = self.browser.run(
            """const {phone,scene}=studio.stage.view(studio.sides[1]);
            for(let t=1;t<studio.duration;t+=.25)if(phone.blanks(scene,t).length>2)return t;return -1""")
        require(moment > 0, "no cell is ever blank")
        self.page.seek(moment)
        self.page.click("why-b")
        told = wait(lambda: self.page.text("answer-text-b"))
        require(told and len(told) > 40, f"it says '{told}'")
        self.picture("why")
        self.browser.is_accessible("with an answer")
        self.browser.press(Keys.ESCAPE)
        require(self.page.get("answer-b", "hidden"), "Escape does not close it")
        # A click on a blank cell itself.
        place = self.browser.run(
            """const {phone,scene}=studio.stage.view(studio.sides[1]),c=phone.canvas.getBoundingClientRect();
            const item=phone.blanks(scene,studio.time)[0];
            for(let y=2;y<c.height;y+=4)for(let x=2;x<c.width;x+=4)
              if(phone.itemAt(scene,studio.time,x,y)===item)return [c.x+x,c.y+y,item];return null""")
        self.page.mouse("mousePressed", *place[:2])
        self.page.mouse("mouseReleased", *place[:2])
        told = wait(lambda: self.page.text("answer-text-b"))
        require(told.startswith(f"Item {place[2]} "), f"a click on item {place[2]} says '{told[:60]}'")

    def guides(self):
        self.opened()
        names = self.browser.run("return [...document.querySelectorAll('[data-guide]')].map(b=>b.dataset.guide)")
        require(len(names) == 3, f"there are the scenes {names}")
        for name in names:
            self.browser.run("document.querySelector(`[data-guide=${arguments[0]}]`).click()", name)
            texts = []
            ready = lambda: self.browser.run("return studio.guide.steps.length")
            require(wait(ready, 60), f"{name}: it does not begin within a minute")
            steps, seconds = self.browser.run(
                "return [studio.guide.steps.length,studio.guide.steps.reduce((s,x)=>s+x.seconds,0)]")
            require(45 <= seconds <= 75, f"{name} takes {seconds} s; expected about a minute")
            for step in range(steps):
                told = wait(lambda: self.browser.run("return studio.guide.index") == step
                    and self.browser.run("return studio.isPlaying") and self.page.text("guide-text"))
                require(told, f"{name}: step {step} says nothing")
                texts.append(told)
                if step == 1:
                    time.sleep(1.5)
                    self.picture(f"guide-{name}")
                    self.browser.is_accessible(f"scene {name}")
                self.page.click("guide-next")
            for text in texts:
                require("NaN" not in text and "undefined" not in text and "null" not in text, f"{name}: '{text}'")
                print(f"        {text}")
            require(self.page.get("guide", "hidden"), f"{name} does not end")
            self.browser.is_silent(name)

    def guides_are_told_after_a_mistake(self):
        """A tour is true with any earlier settings, and opening a session ends it."""
        self.opened()
        self.event(20, "pressure")
        self.page.put("set-policy-a", "nonsense=1")
        self.browser.run("document.querySelector('[data-guide=hit-rate]').click()")
        told = wait(lambda: "the higher hit rate" in self.page.text("guide-text") and self.page.text("guide-text"))
        more, less = self.figures()
        require(told and more["hitRate"] > less["hitRate"],
            f"it says '{told}', and the hit rates are {more['hitRate']} and {less['hitRate']}")
        require(not self.browser.run("return document.querySelectorAll('#events li').length"),
            "an event is listed that is not simulated")
        self.page.click("guide-next")
        wait(lambda: self.browser.run("return studio.guide.index===1&&studio.isPlaying"))
        self.page.click("guide-back")
        wait(lambda: self.browser.run("return studio.guide.index===0&&studio.isPlaying"))
        require("the higher hit rate" in self.page.text("guide-text"), "there is no way back in a scene")
        self.browser.run("studio.take({setting:studio.standard,time:1,live:null})")
        self.page.settle()
        require(self.page.get("guide", "hidden"), "a session leaves the scene open")
        self.browser.run("document.querySelector('[data-guide=main-thread]').click()")
        wait(lambda: self.browser.run("return studio.guide.steps.length"))
        self.page.click("guide-end")
        require(self.page.get("guide", "hidden"), "a scene cannot be left")
        self.browser.is_silent("scenes after a mistake")

    def check(self, checks):
        checks.all("page", self.selects_change_figures, self.texts_change_figures, self.formulas_are_edited_live,
            self.events_happen, self.events_stay_within_the_scroll, self.a_side_that_cannot_run_shows_no_figures,
            self.plays_and_scrubs, self.says_why, self.guides, self.guides_are_told_after_a_mistake)
