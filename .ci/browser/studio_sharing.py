"""The links, files and commands of the studio, also damaged ones."""
import base64
import json
import random
import shlex
import time
import zlib

from browser import require, wait
from checks import root
from studio_page import Studio

# True if the page shows the session of a link.
SETTLED_LINK = "return studio.scroll!==null&&studio.sides.every(s=>s.isSettled&&(s.figures||s.error))"

# Values for any place of a damaged session.
ANYTHING = [
    None, True, -1, 0, 0.5, 1e300, 2**53, 2**31, "", "x" * 3000, "score: 1 +", "lru:countLimit=0", "none",
    [], [[]], {}, {"a": 1}, "\u0000\n</script>", "\ud83d\ude00",
]


def mutate(value, draw):
    """Puts anything into some place of lists and objects."""
    while True:
        places = list(value.keys() if isinstance(value, dict) else range(len(value)))
        if not places:
            return
        place = draw.choice(places)
        inner = value[place]
        if isinstance(inner, (dict, list)) and inner and draw.random() < 0.8:
            value = inner
            continue
        if draw.random() < 0.15:
            del value[place]
        else:
            value[place] = draw.choice(ANYTHING)
        return


def packed(text):
    """A text as links hold it."""
    data = text if isinstance(text, bytes) else text.encode()
    compressor = zlib.compressobj(9, zlib.DEFLATED, -15)
    raw = compressor.compress(data) + compressor.flush()
    return base64.urlsafe_b64encode(raw).decode().rstrip("=")


class Sharing(Studio):
    def links_hold_everything(self):
        self.opened()
        self.page.put("policy-a", "sieve")
        self.page.put("budget-a", "30")
        self.page.put("loader-b", "multi-level")
        self.page.seek(12)
        self.page.tap("event-pressure")
        self.page.settle()
        self.same_after_link("settings and events")
        self.trace()
        self.command_prints("settings and events")
        self.page.wheel("phone-a", 70, 30)
        time.sleep(0.5)
        self.page.tap("finish")
        time.sleep(0.5)
        self.page.settle()
        self.same_after_link("a scroll")

    def same_after_link(self, what):
        before = self.page.state()
        self.page.tap("copy-link")
        link = wait(lambda: self.browser.run("return location.hash.slice(1)"))
        self.browser.run("document.getElementById('copy-dialog').close()")
        require(link and len(link) < 32768, f"{what}: the link has {len(link)} letters")
        self.opened(link)
        time.sleep(0.4)
        self.page.settle()
        after = self.page.state()
        for part in ["setting", "figures", "samples"]:
            require(before[part] == after[part], f"{what}: {part} was {before[part]} and is {after[part]}")
        self.browser.is_silent(f"{what} from a link")
        print(f"        {what}: {len(link)} letters")

    def sessions_are_files(self):
        self.opened()
        self.page.put("budget-a", "33")
        file = self.page.saved("save-session", "session.json")
        before = self.page.state()
        self.opened()
        self.open_session(file)
        require(self.page.state()["setting"] == before["setting"], "a saved session is another one")

    def survives_damaged_links(self):
        self.opened()
        self.page.tap("copy-link")
        good = wait(lambda: self.browser.run("return location.hash.slice(1)"))
        scene = self.browser.run("return studio.fingerprint")
        session = lambda **parts: packed(json.dumps({"studio": 2, "scene": scene, **parts}))
        live = lambda **parts: session(live={"end": 100, "times": [0, 16], "offsets": [0, 64], "touches": [], **parts})
        links = {
            "letters": "%%%", "garbage": "A" * 4000, "cut": good[: len(good) // 2], "long": "A" * 40000,
            "turned": good[::-1], "no JSON": packed("{"), "a list": packed("[]"), "null": packed("null"),
            "no text": packed(b"\xff\xfe\xfd" * 50), "another version": packed('{"studio":1}'),
            "a bomb": packed(b" " * 20_000_000), "deep": packed("[" * 20_000),
            "wrong kinds": session(setting={"a": {"policy": 5, "budget": "much"}, "b": 7, "events": 3, "side": -1}),
            "wrong numbers": session(setting={"b": {"budget": 1e300}, "seed": -5}, time=-1e308),
            "no such names": session(setting={"a": {"policy": "nothing", "loader": "x:y:z"}, "device": "nokia"}),
            "wrong events": session(setting={"events": [{"time": "x", "kind": "warning"}]}),
            "many events": session(setting={"events": [{"time": 1, "kind": "warning"}] * 5000}),
            "time back": live(times=[0, -5]), "not equally many": live(offsets=[0]),
            "far away": live(offsets=[0, 10**15]), "no numbers": live(times=[0, None]),
            "an end before": live(end=1), "an endless one": live(end=10**12), "no samples": live(times=[], offsets=[]),
        }
        for name, link in links.items():
            begun = time.monotonic()
            self.opened(link)
            told = wait(lambda: self.page.state()["notice"] or any(self.page.state()["errors"]), 8)
            require(told, f"{name}: no sentence says that something is wrong")
            self.page.put("policy-a", "lru")
            self.page.put("device", "iphone-5")
            self.page.put("loader-a", "cached")
            self.page.put("budget-a", "40")
            state = self.page.state()
            require(all(state["figures"]) and not any(state["errors"]),
                f"{name}: afterwards the page cannot be used: {state['errors']}")
            took = time.monotonic() - begun
            require(took < 10, f"{name}: it took {took:.1f} s")
            self.browser.is_silent(name)
        print(f"        {len(links)} damaged links")

    def survives_any_link(self):
        """A good session with anything else in any place of it, and links with other letters."""
        self.opened()
        self.page.put("loader-b", "multi-level")
        self.page.wheel("phone-a", 70, 20)
        self.page.tap("event-pressure")
        time.sleep(0.3)
        self.page.tap("finish")
        time.sleep(0.5)
        self.page.settle()
        good = self.browser.run("return JSON.parse(new Share(studio).text)")
        seed = 24
        draw = random.Random(seed)
        told = 0
        for turn in range(80):
            session = json.loads(json.dumps(good))
            for _ in range(draw.choice([1, 1, 3])):
                mutate(session, draw)
            link = packed(json.dumps(session))
            if turn % 4 == 0:
                at = draw.randrange(len(link))
                link = link[:at] + draw.choice("A_-z9%") + link[at + draw.choice([0, 1, 5]):]
            begun = time.monotonic()
            self.browser.run("location.hash=arguments[0]", link)
            time.sleep(0.1)
            self.page.settle(10)
            state = self.page.state()
            told += bool(state["notice"] or any(state["errors"]))
            took = time.monotonic() - begun
            require(took < 10, f"seed {seed}, link {turn}: it took {took:.1f} s")
            self.browser.is_silent(f"seed {seed}, link {turn}")
        require(told > 20, f"seed {seed}: only {told} links were anything to complain about")
        self.browser.run("studio.take({setting:studio.standard,time:1,live:null})")
        self.page.settle()
        require(all(self.page.state()["figures"]) and not any(self.page.state()["errors"]),
            f"seed {seed}: afterwards the page cannot be used: {self.page.state()['errors']}")
        print(f"        80 links, of which {told} ended in a sentence")

    def gives_up_a_long_run(self):
        """A link may hold a scroll that takes long: the page says so, and goes on with something else."""
        self.opened()
        scene = self.browser.run("return studio.fingerprint")
        count = 300_000
        live = {"end": 12 * count, "times": [0] + [12] * (count - 1),
            "touches": [], "offsets": [0] + [64_000 if step % 2 == 0 else -64_000 for step in range(count - 1)]}
        link = packed(json.dumps({"studio": 2, "scene": scene, "setting": {side: {"loader": "multi-level"} for side in "ab"}, "live": live}))
        require(len(link) < 32768, f"the link has {len(link)} letters")
        begun = time.monotonic()
        self.browser.run("studio.sides.forEach(s=>{s.worker.isFirst=true});location.hash=arguments[0]", link)
        told = wait(
            lambda: self.page.text("state-a").startswith("computing for") or self.browser.run(SETTLED_LINK), 12)
        took = time.monotonic() - begun
        said = self.page.text("state-a")
        require(told and not self.page.state()["notice"], f"after {took:.0f} s it says '{said}'")
        # A change during the run cancels it.
        self.browser.run("location.hash='';studio.recorded();location.hash=arguments[0]", link)
        wait(lambda: self.page.text("state-a") == "computing", 10)
        wait(lambda: self.browser.run("return studio.sides[0].unseen>2"), 10)
        begun = time.monotonic()
        self.page.tap("recorded")
        self.page.settle(30)
        state = self.page.state()
        require(all(state["figures"]) and state["mode"] == "Recorded", f"afterwards it is {state['mode']}")
        require(not self.browser.run("return studio.sides[0].worker.isFirst"), "the engine that takes long goes on")
        print(
            f"        {count} samples in {len(link)} letters: after {took:.1f} s '{said}';"
            f" given up, and {time.monotonic() - begun:.1f} s after the change there are figures")
        self.browser.is_silent("a long run")

    def command_knows_profiles_and_budgets(self):
        """The line names the file of a device of one's own, and reads back any budget."""
        folder = self.page.folder / "it's mine"
        folder.mkdir(exist_ok=True)
        device = folder / "my phone.yml"
        text = (root / "Sources/ScrollTraces/Devices/iphone-5.yml").read_text()
        require("value: 170 MB/s" in text, "the flash of iphone-5 is another one")
        device.write_text(text.replace("value: 170 MB/s", "value: 17 MB/s"))
        trace = folder / "a trace.scroll"
        trace.write_bytes((root / "Traces/carousel.scroll").read_bytes())
        file = self.command.studio(trace, "--device", device, "--policy", "lru,distance")
        self.page.open(file)
        self.page.put("budget-text-a", "100000B")
        require(not self.page.text("error-budget-a"), self.page.text("error-budget-a"))
        line = self.as_command().splitlines()[0]
        words = shlex.split(line)
        require(str(device) in words and str(trace) in words and "100000B" in words, f"it is '{line}'")
        self.command_prints("a custom device")

    def check(self, checks):
        checks.all("links", self.links_hold_everything, self.sessions_are_files, self.survives_damaged_links,
                   self.survives_any_link, self.gives_up_a_long_run, self.command_knows_profiles_and_budgets)
