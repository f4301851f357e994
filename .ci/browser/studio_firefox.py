"""The studio in Firefox from disk, over the browser's own protocol (Marionette): the same figures, and silence."""
import json
import shutil
import socket
import subprocess
import tempfile
import time

from browser import require, wait
from studio_figures import SCENARIOS
from studio_page import DEVICE, PLAIN, SETTLED, check_figures, compared

MORE = [("photo-grid", {}), ("magazine", {"prefetch": "ring"}), ("map-tiles", {"budget": 16 * 2**20}),
        ("recorded/photo-grid-session", {})]
POLICIES = ["lru", "distance"]

# The messages of the browser that concern pages from disk.
CONSOLE = """return Services.console.getMessageArray().filter(m=>m instanceof Ci.nsIScriptError
  &&(m.sourceName||'').startsWith('file:')||/blob:|Content-Security-Policy/.test(m.message||''))
  .map(m=>m.message||m.errorMessage)"""


class Marionette:
    """A Firefox without a window."""

    def __init__(self):
        self.profile = tempfile.mkdtemp()
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        with open(f"{self.profile}/user.js", "w") as preferences:
            preferences.write(f'user_pref("marionette.port", {port});\n')
            preferences.write('user_pref("datareporting.policy.dataSubmissionEnabled", false);\n')
        self.process = subprocess.Popen([shutil.which("firefox-esr"),
            "--headless", "--marionette", "--no-remote", "--remote-allow-system-access", "--profile", self.profile],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.socket = wait(lambda: self.connected(port))
        require(self.socket, "Firefox does not listen")
        self.rest = b""
        self.number = 0
        self.read()
        self.ask("WebDriver:NewSession", {"capabilities": {"alwaysMatch": {"acceptInsecureCerts": True}}})

    def connected(self, port):
        try:
            return socket.create_connection(("127.0.0.1", port), timeout=90)
        except OSError:
            return None

    def read(self):
        while b":" not in self.rest:
            self.rest += self.socket.recv(65536)
        length, _, self.rest = self.rest.partition(b":")
        while len(self.rest) < int(length):
            self.rest += self.socket.recv(65536)
        text, self.rest = self.rest[: int(length)], self.rest[int(length):]
        return json.loads(text)

    def ask(self, method, parameters):
        self.number += 1
        text = json.dumps([0, self.number, method, parameters]).encode()
        self.socket.sendall(str(len(text)).encode() + b":" + text)
        _, _, error, result = self.read()
        if error:
            raise RuntimeError(f"{method}: {error['message']}")
        return result

    def open(self, url):
        self.ask("WebDriver:Navigate", {"url": url})

    def run(self, script, *arguments):
        return self.ask(
            "WebDriver:ExecuteScript", {"script": script, "args": list(arguments), "sandbox": None})["value"]

    def run_as_browser(self, script):
        self.ask("Marionette:SetContext", {"value": "chrome"})
        try:
            return self.run(script)
        finally:
            self.ask("Marionette:SetContext", {"value": "content"})

    def close(self):
        try:
            self.ask("Marionette:Quit", {"flags": ["eForceQuit"]})
        except (OSError, RuntimeError, ValueError):
            self.process.kill()
        self.process.wait()
        shutil.rmtree(self.profile, ignore_errors=True)


class Firefox:
    def __init__(self, command, file):
        self.command = command
        self.file = file

    def settle(self):
        require(wait(lambda: self.browser.run(SETTLED)), "the page has no figures after a minute; it says "
                + self.browser.run("return document.getElementById('notice').textContent"))

    def gives_the_same(self):
        print(f"        {self.browser.run('return navigator.userAgent')}")
        for trace, settings in [*SCENARIOS, *MORE]:
            trace, settings = f"Traces/{trace}.scroll", {"device": DEVICE, **settings}
            self.browser.open(self.command.studio(trace, *PLAIN).as_uri())
            self.settle()
            self.browser.run("studio.set(arguments[0])", compared(POLICIES, **settings))
            self.settle()
            shown = self.browser.run("return studio.sides.map(s=>[s.figures,s.error])")
            check_figures(f"{trace} with {settings}", POLICIES, shown, self.command.figures(trace, POLICIES, **settings))

    def is_silent(self):
        self.browser.open(self.file.as_uri())
        self.settle()
        self.browser.run("studio.play()")
        time.sleep(1.5)
        self.browser.run("studio.scrolling().glide(600)")
        time.sleep(1)
        state = self.browser.run("return [studio.isLive,studio.sides.map(s=>s.reached),studio.sides.map(s=>s.error)]")
        require(state[0] and min(state[1]) > 0.3, f"live it comes to {state}")
        told = self.browser.run_as_browser(CONSOLE)
        require(not told, f"the console says {told[:2]}; expected nothing")

    def check(self, checks):
        self.browser = None
        try:
            self.browser = Marionette()
            checks.all("firefox", self.gives_the_same, self.is_silent)
        finally:
            if self.browser:
                self.browser.close()
