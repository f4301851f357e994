"""The studio in use: how it behaves, and its controls, each of which changes its setting or says why not."""
import time

from browser import Keys, wait
from checks import scrollsim
from studio_page import Page

# The scripts and styles that ran although they are forbidden, and the results of requests and workers.
FORBIDDEN = """const results={};window.ran='';
const after=(name,promise)=>promise.then(()=>{results[name]='done'},()=>{results[name]='refused'});
const add=(name,set)=>{const e=document.createElement(name);set(e);document.body.append(e);return e};
const added=[add('script',e=>{e.textContent="window.ran+='script '"}),
  add('button',e=>e.setAttribute('onclick',"window.ran+='handler '")),
  add('p',e=>e.setAttribute('style','position:fixed'))];
added[1].click();
if(getComputedStyle(added[2]).position==='fixed')window.ran+='style ';
added.forEach(e=>e.remove());
// Scripts of the protocol itself may evaluate text; later ones may not.
setTimeout(()=>{try{new Function("window.ran+='eval '")()}catch{}});
Promise.all([after('fetch',fetch('http://127.0.0.1:9/')),
  after('image',new Promise((yes,no)=>{const i=new Image();i.onload=yes;i.onerror=no;
    i.src='http://127.0.0.1:9/picture.png'})),
  after('worker',new Promise((yes,no)=>{try{const w=new Worker('data:text/javascript,postMessage(1)');
    w.onmessage=yes;w.onerror=no}catch{no()}})),
  new Promise(yes=>setTimeout(yes,200))]).then(()=>done([window.ran,results]))"""

# The figures of the table by name, each for both sides.
TABLE = """Object.fromEntries([...document.querySelectorAll('#figure-rows tr')].filter(r=>!r.hidden)
  .map(r=>[...r.cells].map(c=>c.textContent)).map(([name,...sides])=>[name,sides]))"""

# The blank cells of a side, and a place on one of them.
BLANKS = "studio.sides.map(s=>{const v=studio.stage.view(s);return v.phone.blanks(v.scene,v.time).length})"
MOMENT = """const {phone,scene}=studio.stage.view(studio.sides[1]);
for(let t=1;t<studio.duration;t+=.25)if(phone.blanks(scene,t).length>2)return t"""
BLANK_CELL = """const {phone,scene}=studio.stage.view(studio.sides[1]),c=phone.canvas.getBoundingClientRect();
const item=phone.blanks(scene,studio.time)[0];
for(let y=2;y<c.height;y+=4)for(let x=2;x<c.width;x+=4)
  if(phone.itemAt(scene,studio.time,x,y)===item)return [c.x+x,c.y+y,item]"""


class Manners(Page):
    def opens_silently_where_the_sides_differ(self):
        self.opened()
        time.sleep(0.5)
        self.is_silent()
        self.requests_only("file:", "blob:", "data:")
        state, (a, b) = self.state(), self.value(BLANKS)
        assert not state["isPlaying"] and state["time"] > 0 and a != b

    def may_do_nothing_else(self):
        self.opened()
        ran, results = self.result(FORBIDDEN)
        assert not ran and set(results.values()) == {"refused"}
        assert len([message for message in self.messages() if "Content Security Policy" in message]) >= 5

    def is_accessible(self):
        self.opened()
        for look in self.looks():
            self.open(self.file)
            self.seek(self.value("studio.duration*.3"))
            time.sleep(0.4)
            self.fits()
            self.unfold()
            self.passes_axe()

    def keeps_still(self):
        self.opened()
        self.emulate(reduced_motion="reduce")
        self.open(self.file)
        self.put("budget-a", "16")
        for moment in [3, 60]:
            self.seek(moment)
            self.is_still()

    def shows_all_figures_and_is_reached_by_keys(self):
        self.opened()
        self.unfold()
        shown = self.value(TABLE)
        for side, figures in enumerate(self.figures()):
            for name, value in figures.items():
                if not isinstance(value, (dict, list)):
                    assert shown[name][side] == self.value("String(arguments[0]??'never')", value), name
        assert "peak memory" in wait(lambda: self.text("say"))
        self.is_visited_by_tab()


class Use(Page):
    """Every list, field and button, the time, and why cells are blank."""

    def lists_change_figures(self):
        """Every choice of every list gives figures, or a sentence beside it; on half a minute of scroll."""
        part = self.folder / "part.scroll"
        scrollsim("trace", "cut", "Traces/photo-grid.scroll", "--from", "0s", "--to", "30s", "--output", part)
        self.open(self.studio(part, "--device", "iphone-5", "--policy", "lru,distance", "--budget", "16MiB"))
        for field in self.value("[...document.querySelectorAll('#controls select')].map(e=>e.id)"):
            values = self.value("[...document.getElementById(arguments[0]).options].map(o=>o.value)", field)
            before, first = self.get(field, "value"), self.figures()
            states = self.put_all(field, values)
            for state in states:
                assert not state["notice"] and all(" " in error for error in state["errors"] if error)
            changed = any(state["figures"] != first for state in states)
            assert changed or field == "network" or len(values) < 2, field
            self.put(field, before)
            self.is_fine()
        self.is_silent()

    def formulas_are_edited_live(self):
        self.opened()
        self.put("policy-a", "score")
        good = self.figures()[0]
        for formula in ["1 +", "distance * (", "distnce * bytes"]:
            self.put("set-policy-a", formula)
            assert self.text("error-a"), formula
        self.passes_axe()
        self.put("set-policy-a", "-idle")
        assert not self.text("error-a") and self.figures()[0] != good

    def a_side_that_cannot_run_shows_no_figures(self):
        """After a mistake A shows neither its former figures nor a command."""
        self.opened()
        self.run("document.querySelector('#figures details').open=true")
        self.until("document.getElementById('command').textContent")
        self.put("set-policy-a", "nonsense=1")
        assert {self.text(f"{figure}-a") for figure in ("blank", "peak", "hits", "missing")} == {"-"}
        assert not self.text("command") and {a for a, _ in self.value(TABLE).values()} == {"-"}
        self.until("document.getElementById('say').textContent.includes('A cannot run')", 5)
        assert self.command_lines() == [] and "nonsense" in self.text("copy-text")
        self.put("set-policy-a", "")
        assert self.text("command").startswith("scrollsim run ")

    def plays_and_scrubs(self):
        self.opened()
        self.click("play")
        time.sleep(0.6)
        state = self.state()
        assert state["isPlaying"] and state["time"] > 0.2
        self.run("document.activeElement.blur()")
        self.press(Keys.SPACE)
        stopped = self.state()["time"]
        time.sleep(0.2)
        assert self.state()["time"] == stopped
        end, later = self.value("studio.duration"), stopped + 0.5
        for key, expected in [(Keys.RIGHT, later), (Keys.LEFT, stopped), (Keys.END, end), (Keys.HOME, 0)]:
            self.press(key)
            assert abs(self.state()["time"] - expected) < 1e-6
        self.put("scrub", "500")
        assert abs(self.state()["time"] - end / 2) < 1
        self.put("rate", "4")
        self.click("play")
        time.sleep(0.5)
        self.click("play")
        self.is_silent()

    def says_why_a_cell_is_blank(self):
        self.opened()
        self.put("budget-a", "24")
        self.seek(self.run(MOMENT))
        self.click("why-b")
        assert len(wait(lambda: self.text("answer-text-b"))) > 40
        self.passes_axe()
        self.press(Keys.ESCAPE)
        assert self.get("answer-b", "hidden")
        x, y, item = self.run(BLANK_CELL)
        self.press_mouse("mousePressed", x, y)
        self.press_mouse("mouseReleased", x, y)
        assert wait(lambda: self.text("answer-text-b")).startswith(f"Item {item} ")


class Events(Page):
    """What happens to the app: pressure on its memory, and trips to the background."""

    def _listed(self):
        return [(event["time"], event["kind"]) for event in self.state()["setting"]["events"]]

    def _take_away(self, number):
        for _ in range(number):
            self.run("document.querySelector('#events button').click()")
            self.settle()

    def change_figures(self):
        self.opened()
        first = self.figures()
        self.happens("pressure", 20)
        warned = self.figures()
        self.happens("background")
        assert first != warned != self.figures()
        assert self.value("document.querySelectorAll('#events button').length") == 2
        self._take_away(2)
        assert self.figures() == first

    def stay_within_the_scroll(self):
        """Nothing comes after the end, and a trip to the background begins and ends as one."""
        self.opened()
        first, end = self.figures(), self.value("studio.duration")
        self.happens("pressure", end)
        self.happens("background", end - 3)
        self.is_fine()
        (_, kind), (last, other) = self._listed()
        assert (kind, other) == ("background", "warning") and last <= end
        self._take_away(2)
        assert self.figures() == first
        self.happens("background", 20)
        self.happens("pressure", 25)
        self.happens("background", 27)
        assert self._listed() == [(20, "background"), (25, "warning"), (30, "foreground")]
        self.happens("background", 15)
        assert self._listed()[:3] == [(15, "background"), (19.999, "foreground"), (20, "background")]
        self._take_away(2)
        assert [kind for _, kind in self._listed()] == ["warning"]
