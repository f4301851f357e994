"""The studio's page in a browser, and the command beside it."""
import functools
import shlex
import time

from browser import MIDDLE, PATIENCE, Part, wait
from checks import read, root, scrollsim

# True if both sides have answered.
SETTLED = "'studio' in window&&studio.sides.every(s=>s.isSettled&&(s.figures||s.error))"

STATE = """{time:studio.time,isLive:studio.isLive,isPlaying:studio.isPlaying,
  setting:studio.setting,figures:studio.sides.map(s=>s.figures),errors:studio.sides.map(s=>s.error),
  reached:studio.sides.map(s=>s.reached),waits:studio.sides.map(s=>s.isWaiting),
  notice:document.getElementById('notice').hidden?'':document.getElementById('notice').textContent,
  samples:studio.scroll?studio.scroll.samples.count:0,mode:document.getElementById('mode').textContent}"""

# Gives a field values in turn as its user would; the states after both sides have answered each.
PUT = f"""const [id,values]=arguments,e=document.getElementById(id),states=[],end=Date.now()+{PATIENCE}e3;
(async()=>{{for(e.value of values){{
  e.dispatchEvent(new Event(e.tagName==='SELECT'?'change':'input',{{bubbles:true}}));
  do await new Promise(yes=>setTimeout(yes));while(!({SETTLED})&&Date.now()<end);
  states.push({STATE})}}}})().then(()=>done(states))"""

# The command prints these settings of a run beside the policy.
DEFAULTS = {"budget": 64 * 2**20, "network": "wifi", "loader": "cached"}
DEVICE = "iphone-8"
PLAIN = ["--device", DEVICE, "--policy", "lru,distance"]


@functools.cache
def studio(folder, *arguments):
    """Makes the studio of a trace once; returns its file."""
    file = folder / f"studio-{len(list(folder.glob('studio-*')))}.html"
    scrollsim("studio", *arguments, "--output", file)
    return file


def setting(policies, *, device, seed=0, renditions="", **settings):
    """Returns the setting of a page whose sides differ in the policy alone."""
    settings = {**DEFAULTS, "prefetch": None, **settings}
    parts = dict(part.split("=") for part in renditions.split(",") if part)
    common = {"device": device, "network": settings.pop("network"), "seed": seed,
              "side": int(parts["side"]) if parts else None, "format": parts.get("format")}
    return common | {side: {"policy": policy, **settings} for side, policy in zip("ab", policies)}


def differences(page, command):
    """Returns the figures of the command that the page has not, with both values."""
    return {name: (page.get(name), value) for name, value in command.items()
            if name not in page or page[name] != value}


class Page(Part):
    """The studio, and the vocabulary of its checks."""

    def open(self, file, link=""):
        self.browser.open("about:blank")
        self.browser.open(file.as_uri() + (f"#{link}" if link else ""))
        self.settle()

    def opened(self, link=""):
        """Opens the studio that is checked, as on a desk."""
        self.emulate(color_scheme="light")
        self.desk()
        self.touches(False)
        self.allow_downloads(self.folder)
        self.open(self.file, link)

    def studio(self, *arguments):
        return studio(self.folder, *arguments)

    def settle(self, seconds=PATIENCE):
        """Waits until both sides have answered."""
        assert wait(lambda: self.value(SETTLED), seconds), f"no figures; the page says {self.text('notice')}"

    # What it shows

    def state(self):
        return self.value(STATE)

    def figures(self):
        return self.state()["figures"]

    def is_fine(self):
        state = self.state()
        assert all(state["figures"]) and not any(state["errors"]), f"{state['errors']}"

    # What its user does

    def put(self, field, value):
        """Gives a field another value, and waits for the answer."""
        self.put_all(field, [value])

    def put_all(self, field, values):
        """Gives a field values in turn; returns the state after each answer."""
        states = self.result(PUT, field, [str(value) for value in values])
        self.settle(1)
        return states

    def type(self, field, value):
        """Does so while the field has the focus."""
        self.focus(field)
        self.put(field, value)

    def set(self, change):
        self.run("studio.set(arguments[0])", change)
        self.settle()

    def take(self, setting):
        """Opens a session on the scroll of the page."""
        self.run("studio.take({setting:arguments[0]??studio.standard,time:1,live:null})", setting)
        self.settle()

    def seek(self, seconds):
        self.run("studio.pause();studio.seek(arguments[0])", seconds)
        time.sleep(0.15)

    def happens(self, kind, seconds=None):
        """Adds an event, at the present moment unless another is given."""
        if seconds is not None:
            self.seek(seconds)
        self.tap(f"event-{kind}")
        self.settle()

    def finish(self):
        """Ends a scroll by hand."""
        self.tap("finish")
        time.sleep(0.5)
        self.settle()

    def drag_on(self, id, distance, seconds):
        x, y, _, height = self.run(MIDDLE, id)
        self.drag(x, y + height / 3, distance, seconds)

    def wheel_on(self, id, delta, times):
        x, y, *_ = self.run(MIDDLE, id)
        self.wheel(x, y, delta, times)

    def press_mouse(self, kind, x, y):
        self.mouse(kind, x, y, button="left", buttons=int(kind != "mouseReleased"), clickCount=1)

    def begin_tour(self, name):
        """Begins a tour; returns what it says first."""
        self.run("document.querySelector(`[data-guide=${arguments[0]}]`).click()", name)
        return self.until("studio.guide.steps.length&&studio.isPlaying") and self.text("guide-text")

    def turn_tour(self, button, step):
        """Goes to another step; returns what it says."""
        self.click(f"guide-{button}")
        self.until(f"studio.guide.index==={step}&&studio.isPlaying")
        return self.text("guide-text")

    # What leaves it

    def saved(self, button, name="session.scroll"):
        """Saves a file by a button and returns its path."""
        file = self.folder / name
        file.unlink(missing_ok=True)
        self.tap(button)
        assert wait(file.exists)
        time.sleep(0.2)
        return file

    def has_session_of(self, before):
        after = self.state()
        assert all(after[part] == before[part] for part in ["setting", "figures", "samples"])

    def link(self):
        self.tap("copy-link")
        link = self.until("location.hash.slice(1)")
        self.tap("copy-close")
        assert len(link) < 32768
        return link

    def command_lines(self):
        self.tap("copy-command")
        self.until("document.getElementById('copy-dialog').open")
        text = self.get("copy-area", "value")
        self.tap("copy-close")
        return text.splitlines()

    def command_prints_the_same(self):
        """The lines of `copy as command` print what the page shows."""
        shown = self.figures()
        for line in self.command_lines():
            program, *words = shlex.split(line)
            assert (program, words[0]) == ("scrollsim", "run")
            for run in read(*words, cwd=self.folder if words[1] == "session.scroll" else root)["runs"]:
                found = [differences(figures, run["figures"]) for figures in shown]
                assert not all(found), f"{line}: {min(found, key=len)}"

    def scroll_is_its_trace(self):
        """The scroll by hand, saved as a trace, has the same figures in the command."""
        self.finish()
        self.saved("save-trace")
        self.command_prints_the_same()

    def has_figures_of_command(self, trace, policies, **settings):
        """On another trace and other settings, the page has the figures of the command."""
        trace, settings = f"Traces/{trace}.scroll", {"device": DEVICE, **settings}
        self.open(self.studio(trace, *PLAIN))
        self.set(setting(policies, **settings))
        options = [word for name, value in (DEFAULTS | settings).items() for word in (f"--{name}", value)]
        for policy, figures in zip(policies, self.figures(), strict=True):
            (run,) = read("run", trace, "--policy", policy, *options)["runs"]
            found = differences(figures or {}, run["figures"])
            assert not found, f"{trace}, {policy}: {found}"
