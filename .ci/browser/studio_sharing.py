"""The links, files and commands of the studio, also damaged ones."""
import base64
import copy
import json
import random
import shlex
import time
import zlib

from browser import wait
from checks import root
from studio_page import Page

# Values for any place of a damaged session.
ANYTHING = [
    None, True, -1, 0, 0.5, 1e300, 2**53, 2**31, "", "x" * 3000, "score: 1 +", "lru:countLimit=0", "none",
    [], [[]], {}, {"a": 1}, "\u0000\n</script>", "\ud83d\ude00",
]


def mutate(value, draw):
    """Puts anything into some place of lists and objects, or takes that place away."""
    place = draw.choice(list(value) if isinstance(value, dict) else range(len(value)))
    if isinstance(value[place], (dict, list)) and value[place] and draw.random() < 0.8:
        mutate(value[place], draw)
    elif draw.random() < 0.15:
        del value[place]
    else:
        value[place] = draw.choice(ANYTHING)


def packed(text):
    """Returns a text, bytes or a session as links hold it."""
    text = text if isinstance(text, (str, bytes)) else json.dumps(text)
    compressor = zlib.compressobj(9, zlib.DEFLATED, -15)
    raw = compressor.compress(text.encode() if isinstance(text, str) else text) + compressor.flush()
    return base64.urlsafe_b64encode(raw).decode().rstrip("=")


class Sharing(Page):
    def links_hold_everything(self):
        self.opened()
        for field, value in [("policy-a", "sieve"), ("budget-a", "30"), ("loader-b", "multi-level")]:
            self.put(field, value)
        self.happens("pressure", 12)
        self._is_the_same_after_a_link()
        self.saved("save-trace")
        self.command_prints_the_same()
        self.wheel_on("phone-a", 70, 30)
        time.sleep(0.5)
        self.finish()
        self._is_the_same_after_a_link()

    def _is_the_same_after_a_link(self):
        before = self.state()
        self.opened(self.link())
        time.sleep(0.4)
        self.settle()
        self.has_session_of(before)
        self.is_silent()

    def survives_damaged_links(self):
        self.opened()
        good, scene = self.link(), self.value("studio.fingerprint")
        session = lambda **parts: packed({"studio": 2, "scene": scene, **parts})
        setting = lambda **parts: session(setting=parts)
        scroll = {"end": 100, "times": [0, 16], "offsets": [0, 64], "touches": []}
        live = lambda **parts: session(live=scroll | parts)
        warning = {"time": 1, "kind": "warning"}
        links = {
            "letters": "%%%", "garbage": "A" * 4000, "cut": good[: len(good) // 2], "long": "A" * 40000,
            "turned": good[::-1], "no JSON": packed("{"), "a list": packed("[]"), "null": packed("null"),
            "no text": packed(b"\xff\xfe\xfd" * 50), "another version": packed('{"studio":1}'),
            "a bomb": packed(b" " * 20_000_000), "deep": packed("[" * 20_000),
            "wrong kinds": setting(a={"policy": 5, "budget": "much"}, b=7, events=3, side=-1),
            "wrong numbers": session(setting={"b": {"budget": 1e300}, "seed": -5}, time=-1e308),
            "no such names": setting(a={"policy": "nothing", "loader": "x:y:z"}, device="nokia"),
            "wrong events": setting(events=[warning | {"time": "x"}]),
            "many events": setting(events=[warning] * 5000),
            "time back": live(times=[0, -5]), "not equally many": live(offsets=[0]),
            "far away": live(offsets=[0, 10**15]), "no numbers": live(times=[0, None]),
            "an end before": live(end=1), "an endless one": live(end=10**12),
            "no samples": live(times=[], offsets=[]),
        }
        for name, link in links.items():
            begun = time.monotonic()
            self.opened(link)
            assert wait(lambda: self.state()["notice"] or any(self.state()["errors"]), 8), name
            self.put("policy-a", "lru")
            self.put("device", "iphone-5")
            self.put("loader-a", "cached")
            self.put("budget-a", "40")
            self.is_fine()
            assert time.monotonic() - begun < 10, name
            self.is_silent()

    def survives_any_link(self):
        """A good session with anything else in any place of it, and links with other letters."""
        self.opened()
        self.put("loader-b", "multi-level")
        self.wheel_on("phone-a", 70, 20)
        self.tap("event-pressure")
        time.sleep(0.3)
        self.finish()
        good = self.value("JSON.parse(new Share(studio).text)")
        draw, told = random.Random(24), 0
        for turn in range(80):
            session = copy.deepcopy(good)
            for _ in range(draw.choice([1, 1, 3])):
                mutate(session, draw)
            link = packed(session)
            if turn % 4 == 0:
                at = draw.randrange(len(link))
                link = link[:at] + draw.choice("A_-z9%") + link[at + draw.choice([0, 1, 5]):]
            self.run("location.hash=arguments[0]", link)
            time.sleep(0.1)
            self.settle(10)
            told += bool(self.state()["notice"] or any(self.state()["errors"]))
            self.is_silent()
        assert told > 20
        print(f"        80 links, of which {told} ended in a sentence")
        self.take(None)
        self.is_fine()

    def gives_up_a_long_run(self):
        """A link may hold a scroll that takes long: the page says so, and a change cancels it."""
        self.opened()
        count = 300_000
        live = {"end": 12 * count, "times": [0] + [12] * (count - 1), "touches": [],
                "offsets": [0] + [-64_000 if step % 2 else 64_000 for step in range(count - 1)]}
        link = packed({"studio": 2, "scene": self.value("studio.fingerprint"), "live": live,
                       "setting": {side: {"loader": "multi-level"} for side in "ab"}})
        assert len(link) < 32768
        self.run("studio.sides.forEach(s=>{s.worker.isFirst=true});location.hash=arguments[0]", link)
        self.until("document.getElementById('state-a').textContent.startsWith('computing for')"
                   "||studio.scroll!==null&&studio.sides.every(s=>s.isSettled&&(s.figures||s.error))", 12)
        assert not self.state()["notice"]
        self.run("location.hash='';studio.recorded();location.hash=arguments[0]", link)
        wait(lambda: self.text("state-a") == "computing", 10)
        self.until("studio.sides[0].unseen>2", 10)
        self.tap("recorded")
        self.settle(30)
        self.is_fine()
        assert self.state()["mode"] == "Recorded"
        assert not self.value("studio.sides[0].worker.isFirst"), "the engine that takes long goes on"
        self.is_silent()

    def command_knows_profiles_and_budgets(self):
        """The line names the file of a custom device, and reads back any budget."""
        folder = self.folder / "it's mine"
        folder.mkdir()
        device, trace = folder / "my phone.yml", folder / "a trace.scroll"
        text = (root / "Sources/ScrollTraces/Devices/iphone-5.yml").read_text()
        assert "value: 170 MB/s" in text
        device.write_text(text.replace("value: 170 MB/s", "value: 17 MB/s"))
        trace.write_bytes((root / "Traces/carousel.scroll").read_bytes())
        self.open(self.studio(trace, "--device", device, "--policy", "lru,distance"))
        self.put("budget-text-a", "100000B")
        assert not self.text("error-budget-a")
        assert {str(device), str(trace), "100000B"} <= set(shlex.split(self.command_lines()[0]))
        self.command_prints_the_same()
