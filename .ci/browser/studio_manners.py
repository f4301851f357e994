"""How the studio behaves: silent, alone, accessible, by keys alone, and what it may not do."""
import time

from selenium.webdriver.common.keys import Keys
from browser import LARGEST, PHONE, WIDE, require, wait
from studio_page import Studio

# The actions that are forbidden to a page from disk, with their results.
FORBIDDEN = """const done=arguments[arguments.length-1],tries={};
const after=(name,promise)=>promise.then(()=>{tries[name]='done'},()=>{tries[name]='refused'});
window.attempt='';
const script=document.createElement('script');script.textContent="window.attempt+='script '";
document.body.append(script);
const button=document.createElement('button');button.setAttribute('onclick',"window.attempt+='handler '");
document.body.append(button);button.click();button.remove();script.remove();
const styled=document.createElement('p');styled.setAttribute('style','position:fixed');
document.body.append(styled);
if(getComputedStyle(styled).position==='fixed')window.attempt+='style ';styled.remove();
// Scripts of the protocol itself may evaluate text; later ones may not.
setTimeout(()=>{try{new Function("window.attempt+='eval '")()}catch{}});
const image=new Promise((yes,no)=>{const i=new Image();i.onload=yes;i.onerror=no;
  i.src='http://127.0.0.1:9/picture.png'});
Promise.all([after('fetch',fetch('http://127.0.0.1:9/')),after('image',image),
  after('worker',new Promise((yes,no)=>{try{const w=new Worker('data:text/javascript,postMessage(1)');
    w.onmessage=yes;w.onerror=no}catch{no()}})),new Promise(yes=>setTimeout(yes,200))]).then(()=>done([window.attempt,tries]))"""

MOVING = """return document.getAnimations().length"""

# The element that the Tab key has reached, and whether its focus is visible.
VISITED = """const e=document.activeElement;
if(!e||e===document.body)return null;
const s=getComputedStyle(e),b=e.getBoundingClientRect();
return [e.id||e.className||e.textContent.trim().slice(0,20)||e.tagName,
  (s.outlineStyle!=='none'&&parseFloat(s.outlineWidth)>=2)||e.closest('.skip')!==null,b.width>0]"""

ALL_CONTROLS = """return [...document.querySelectorAll('button,select,input,summary,canvas[tabindex]')]
  .filter(e=>e.checkVisibility()&&!e.disabled).map(e=>e.id||e.className||e.textContent.trim().slice(0,20))"""


class Manners(Studio):
    def is_quiet_and_small(self):
        size = self.file.stat().st_size
        require(size < LARGEST, f"the page has {size} bytes; expected less than {LARGEST}")
        self.opened()
        time.sleep(0.5)
        self.browser.is_silent("opened")
        asked = [url for url in self.browser.requests() if not url.startswith(("file:", "blob:", "data:"))]
        require(not asked, f"the page asks for {asked[:1]}; expected nothing")
        print(f"        {size / 1e6:.2f} MB")

    def may_do_nothing_else(self):
        self.opened()
        attempt, tries = self.browser.driver.execute_async_script(FORBIDDEN)
        require(not attempt, f"the page was made to run: {attempt}")
        done = [name for name, result in tries.items() if result != "refused"]
        require(not done, f"{done} was not refused")
        told = self.browser.messages()
        refusals = [message for message in told if "Content Security Policy" in message]
        require(len(refusals) >= 5, f"{len(refusals)} refusals are on the console: {told[:3]}")

    def is_accessible(self):
        for name, is_phone in [("wide", False), ("phone", True)]:
            for scheme in ["light", "dark"]:
                self.opened()
                self.browser.emulate(color_scheme=scheme)
                self.browser.phone(is_phone)
                self.page.seek(self.browser.run("return studio.duration*.3"))
                time.sleep(0.4)
                self.picture(f"{name}-{scheme}")
                if is_phone:
                    wide = self.browser.run(WIDE)
                    require(not wide, f"on a phone of {PHONE} points the page is {wide} points wide")
                self.browser.unfold()
                self.browser.is_accessible(f"{name}, {scheme}")
        self.browser.phone(False)

    def keeps_still(self):
        self.opened()
        self.browser.emulate(reduced_motion="reduce")
        self.page.open(self.file)
        self.page.put("budget-a", "16")
        for moment in [3, 60]:
            self.page.seek(moment)
            moving = self.browser.run(MOVING)
            require(moving == 0, f"{moving} animations run, where none are wanted")

    def opens_where_the_sides_differ(self):
        """It opens paused at a moment at which one screen lacks images that the other shows."""
        self.opened()
        state = self.page.state()
        blanks = self.browser.run(
            """return studio.sides.map(s=>{const v=studio.stage.view(s);return v.phone.blanks(v.scene,v.time).length})""")
        require(not state["isPlaying"], "it plays at the start")
        require(state["time"] > 0 and blanks[0] != blanks[1] and max(blanks) > 0,
            f"it opens at {state['time']} s, where {blanks[0]} and {blanks[1]} cells are blank")
        print(f"        at {state['time']:.2f} s {blanks[0]} cells of A and {blanks[1]} of B are blank")

    def is_reached_by_keys(self):
        self.opened()
        self.browser.unfold()
        wanted = set(self.browser.run(ALL_CONTROLS))
        seen = set()
        for _ in range(len(wanted) + 30):
            self.browser.press(Keys.TAB)
            visited = self.browser.run(VISITED)
            if visited:
                name, is_marked, _ = visited
                require(is_marked, f"'{name}' has the focus, and nothing shows it")
                seen.add(name)
        missing = wanted - seen - {"session-file"}
        require(not missing, f"the Tab key never comes to {sorted(missing)[:5]}")

    def shows_all_figures(self):
        self.opened()
        self.browser.unfold()
        shown = self.browser.run(
            """return Object.fromEntries([...document.querySelectorAll('#figure-rows tr')].filter(r=>!r.hidden)
              .map(r=>[r.cells[0].textContent,[r.cells[1].textContent,r.cells[2].textContent]]))""")
        for side, figures in enumerate(self.figures()):
            for name, value in figures.items():
                if isinstance(value, (dict, list)):
                    continue
                text = self.browser.run("return arguments[0]===null?'never':String(arguments[0])", value)
                require(shown.get(name, ["", ""])[side] == text,
                    f"the table says {shown.get(name)} of {name}; expected {text}")
        said = wait(lambda: self.page.text("say"))
        require(said and "peak memory" in said, f"a screen reader hears '{said}'")

    def check(self, checks):
        checks.all("page", self.is_quiet_and_small, self.may_do_nothing_else, self.is_accessible,
            self.keeps_still, self.opens_where_the_sides_differ, self.shows_all_figures, self.is_reached_by_keys)
