"""What goes in and out of the studio: links, files, commands, and what is damaged."""
import base64
import json
import shlex
import time
import zlib

from studio_command import differences


def packed(text):
    """A text as links hold it."""
    data = text if isinstance(text, bytes) else text.encode()
    compressor = zlib.compressobj(9, zlib.DEFLATED, -15)
    raw = compressor.compress(data) + compressor.flush()
    return base64.urlsafe_b64encode(raw).decode().rstrip("=")


class Sharing:
    def __init__(self, page, command, file):
        self.page = page
        self.browser = page.browser
        self.require = page.require
        self.command = command
        self.file = file

    def opened(self, link=""):
        self.browser.phone(False)
        self.browser.cdp("Emulation.setTouchEmulationEnabled", enabled=False)
        self.page.open(self.file, link)

    def trace(self):
        """Saves the trace of the session; where it is."""
        (self.page.folder / "session.scroll").unlink(missing_ok=True)
        self.page.allow_downloads()
        self.browser.run("document.getElementById('save-trace').click()")
        return self.page.downloaded("session.scroll")

    def as_command(self):
        self.browser.run("document.getElementById('copy-command').click()")
        self.page.wait(lambda: self.browser.run("return document.getElementById('copy-dialog').open"))
        text = self.browser.run("return document.getElementById('copy-area').value")
        self.browser.run("document.getElementById('copy-dialog').close()")
        return text

    def command_prints(self, what):
        """The lines of `copy as command` print what the page shows."""
        state = self.page.state()
        for line in self.as_command().splitlines():
            words = shlex.split(line)
            self.require(words[:2] == ["scrollsim", "run"], f"{what}: the command is '{line}'")
            folder = self.page.folder if words[2] == "session.scroll" else None
            extra = {"cwd": folder} if folder else {}
            runs = json.loads(self.command.printed(*words[1:], "--format", "json", **extra))["runs"]
            for run in runs:
                found = [differences(figures, run["figures"]) for figures in state["figures"]]
                self.require(
                    any(not difference for difference in found),
                    f"{what}: '{line}' prints other figures: {min(found, key=len)[:3]}")

    # The checks

    def is_the_trace(self, what):
        """What was scrolled, saved as a trace, has the same figures in the command."""
        self.browser.run("document.getElementById('finish').click()")
        time.sleep(0.5)
        self.page.settle()
        self.trace()
        self.command_prints(what)

    def long_session_is_a_file(self):
        """A link that would be too long says so, and offers a file, which holds as much."""
        before = self.page.state()
        self.page.allow_downloads()
        (self.page.folder / "session.json").unlink(missing_ok=True)
        self.browser.run("document.getElementById('copy-link').click()")
        told = self.page.wait(lambda: self.browser.run(
            "return document.getElementById('copy-dialog').open&&document.getElementById('copy-text').textContent"))
        self.require(told and "32 are the most" in told, f"of a link that is too long it says '{told}'")
        self.require(not self.browser.run("return location.hash"), "a link that is too long stands in the address")
        self.browser.run("document.getElementById('copy-save').click()")
        file = self.page.downloaded("session.json")
        self.browser.run("document.getElementById('copy-close').click()")
        self.opened()
        self.open_session(file)
        after = self.page.state()
        for part in ["setting", "figures", "samples"]:
            self.require(before[part] == after[part], f"{part} was {before[part]} and is {after[part]} from a file")
        print(f"        {told.split('.')[0]}; the file has {file.stat().st_size / 1000:.0f} kB")

    def links_hold_everything(self):
        self.opened()
        self.page.put("policy-a", "sieve")
        self.page.put("budget", "30")
        self.page.put("loader-b", "multi-level")
        self.page.seek(12)
        self.browser.run("document.getElementById('event-pressure').click()")
        self.page.settle()
        self.same_after_link("settings and events")
        self.command_prints_with_events()
        self.page.wheel("phone-a", 70, 30)
        time.sleep(0.5)
        self.browser.run("document.getElementById('finish').click()")
        time.sleep(0.5)
        self.page.settle()
        self.same_after_link("a scroll")

    def command_prints_with_events(self):
        self.trace()
        self.command_prints("settings and events")

    def same_after_link(self, what):
        before = self.page.state()
        self.browser.run("document.getElementById('copy-link').click()")
        link = self.page.wait(lambda: self.browser.run("return location.hash.slice(1)"))
        self.browser.run("document.getElementById('copy-dialog').close()")
        self.require(link and len(link) < 32768, f"{what}: the link has {len(link)} letters")
        self.opened(link)
        time.sleep(0.4)
        self.page.settle()
        after = self.page.state()
        for part in ["setting", "figures", "samples"]:
            self.require(
                before[part] == after[part], f"{what}: {part} was {before[part]} and is {after[part]}")
        self.page.is_silent(f"{what} from a link")
        print(f"        {what}: {len(link)} letters")

    def sessions_are_files(self):
        self.opened()
        self.page.put("budget", "33")
        self.page.allow_downloads()
        (self.page.folder / "session.json").unlink(missing_ok=True)
        self.browser.run("document.getElementById('save-session').click()")
        file = self.page.downloaded("session.json")
        before = self.page.state()
        self.opened()
        self.open_session(file)
        self.require(self.page.state()["setting"] == before["setting"], "a saved session is another one")

    def open_session(self, file):
        self.browser.run("document.getElementById('session-file').hidden=false")
        self.browser.driver.find_element("id", "session-file").send_keys(str(file))
        time.sleep(0.5)
        self.page.settle(60)

    def survives_damaged_links(self):
        self.opened()
        self.browser.run("document.getElementById('copy-link').click()")
        good = self.page.wait(lambda: self.browser.run("return location.hash.slice(1)"))
        scene = self.browser.run("return studio.fingerprint")
        session = lambda **parts: packed(json.dumps({"studio": 1, "scene": scene, **parts}))
        live = lambda **parts: session(live={"end": 100, "times": [0, 16], "offsets": [0, 64], "touches": [], **parts})
        links = {
            "letters": "%%%", "garbage": "A" * 4000, "cut": good[: len(good) // 2], "long": "A" * 40000,
            "turned": good[::-1], "no JSON": packed("{"), "a list": packed("[]"), "null": packed("null"),
            "no text": packed(b"\xff\xfe\xfd" * 50), "another version": packed('{"studio":2}'),
            "a bomb": packed(b" " * 20_000_000), "deep": packed("[" * 20_000),
            "wrong kinds": session(setting={"policyA": 5, "budget": "much", "events": 3, "side": -1}),
            "wrong numbers": session(setting={"budget": 1e300, "seed": -5}, time=-1e308),
            "no such names": session(setting={"policyA": "nothing", "device": "nokia", "loader": "x:y:z"}),
            "wrong events": session(setting={"events": [{"time": "x", "kind": "warning"}]}),
            "many events": session(setting={"events": [{"time": 1, "kind": "warning"}] * 5000}),
            "time back": live(times=[0, -5]), "not equally many": live(offsets=[0]),
            "far away": live(offsets=[0, 10**15]), "no numbers": live(times=[0, None]),
            "an end before": live(end=1), "an endless one": live(end=10**12), "no samples": live(times=[], offsets=[]),
        }
        for name, link in links.items():
            begun = time.monotonic()
            self.opened(link)
            told = self.page.wait(
                lambda: self.page.state()["notice"] or any(self.page.state()["errors"]), 8)
            self.require(told, f"{name}: no sentence says that something is wrong")
            self.page.put("policy-a", "lru")
            self.page.put("device", "iphone-5")
            self.page.put("loader", "cached")
            self.page.put("budget", "40")
            state = self.page.state()
            self.require(
                all(state["figures"]) and not any(state["errors"]),
                f"{name}: afterwards the page cannot be used: {state['errors']}")
            took = time.monotonic() - begun
            self.require(took < 10, f"{name}: it took {took:.1f} s")
            self.page.is_silent(name)
        print(f"        {len(links)} damaged links")

    def check(self, checks):
        checks.check("links: hold settings, events and scrolls", self.links_hold_everything)
        checks.check("files: sessions", self.sessions_are_files)
        checks.check("links: damaged ones end in a sentence", self.survives_damaged_links)
