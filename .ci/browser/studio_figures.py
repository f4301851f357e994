"""The figures of the page beside those of the command, number by number, in Chromium and in Firefox.

`.ci/release/studio-equality` compares the engine with the command for every committed trace.
"""
import json
import shutil
import socket
import subprocess
import tempfile
import time
from pathlib import Path

from browser import Browser, wait
from studio_page import Page

TRACES = ["photo-grid", "magazine", "recorded/slow-reading"]
# Two policies at a time on the two sides.
POLICIES = [("lru", "distance"), ("sieve", "s3fifo"), ("gdsf", "nscache-lru")]
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
OF_FIREFOX = [("photo-grid", {}), ("magazine", {"prefetch": "ring"}), ("map-tiles", {"budget": 16 * 2**20}),
              ("recorded/photo-grid-session", {})]


class Figures(Page):
    def equal_the_command_on_traces(self):
        for trace in TRACES:
            for policies in POLICIES:
                self.has_figures_of_command(trace, policies)

    def equal_the_command_in_scenarios(self):
        for trace, settings in SCENARIOS:
            self.has_figures_of_command(trace, ("lru", "sieve"), **settings)


class Marionette(Browser):
    """A Firefox without a window, over its own protocol."""

    def __init__(self):
        self.profile = Path(tempfile.mkdtemp())
        # Firefox chooses a port and writes it down.
        (self.profile / "user.js").write_text(
            'user_pref("marionette.port", 0);user_pref("datareporting.policy.dataSubmissionEnabled", false);')
        self.process = subprocess.Popen(
            ["firefox-esr", "--headless", "--marionette", "--no-remote", "--remote-allow-system-access",
             "--profile", self.profile], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        port = self.profile / "MarionetteActivePort"
        wait(lambda: port.exists() and port.read_text())
        address = ("127.0.0.1", int(port.read_text()))
        self.stream = socket.create_connection(address, timeout=90).makefile("rwb")
        self.read()
        self.ask("WebDriver:NewSession")

    def read(self):
        length = b"".join(iter(lambda: self.stream.read(1), b":"))
        return json.loads(self.stream.read(int(length)))

    def ask(self, method, **parameters):
        text = json.dumps([0, 1, method, parameters]).encode()
        self.stream.write(b"%d:%s" % (len(text), text))
        self.stream.flush()
        _, _, error, result = self.read()
        assert not error, f"{method}: {error['message']}"
        return result

    def open(self, url):
        self.ask("WebDriver:Navigate", url=url)

    def run(self, script, *arguments):
        return self.ask("WebDriver:ExecuteScript", script=script, args=arguments, sandbox=None)["value"]

    def messages(self):
        """The messages of the browser that concern pages from disk."""
        self.ask("Marionette:SetContext", value="chrome")
        messages = self.value("""Services.console.getMessageArray().filter(
            m=>m instanceof Ci.nsIScriptError&&(m.sourceName||'').startsWith('file:')
              ||/blob:|Content-Security-Policy/.test(m.message||'')).map(m=>m.message||m.errorMessage)""")
        self.ask("Marionette:SetContext", value="content")
        return messages

    def close(self):
        self.process.kill()
        self.process.wait()
        shutil.rmtree(self.profile, ignore_errors=True)


class Firefox(Page):
    def figures_equal_the_command(self):
        print(f"        {self.value('navigator.userAgent')}")
        for trace, settings in SCENARIOS + OF_FIREFOX:
            self.has_figures_of_command(trace, ("lru", "distance"), **settings)

    def plays_and_scrolls_silently(self):
        self.open(self.file)
        self.run("studio.play()")
        time.sleep(1.5)
        self.run("studio.scrolling().glide(600)")
        time.sleep(1)
        state = self.state()
        assert state["isLive"] and min(state["reached"]) > 0.3 and not any(state["errors"])
        self.is_silent()
