"""The checks of a report from disk, and of the page of a sweep while it runs."""
import base64
import json
import math
import re
import signal
import subprocess
import time
import urllib.request

from browser import LARGEST, PATIENCE, PHONE, Failed, Part, command, printed, require, wait
from run_map import RunMap
from selenium.webdriver.common.keys import Keys

# The width of A4 between margins of 12 mm, and the largest number of printed pages of the demo.
PAPER, SHEETS = 702, 13
# The seconds that the watched sweep should take.
WATCHED = 5

SPEC = """title: A sweep that is watched
axes:
  trace: [long.scroll]
  policy: [lru, fifo, sieve, arc]
  budget: [32MiB, 64MiB]
  device: [iphone-8, iphone-13-pro]
  # It loses something, so that every seed is a run of its own.
  network: [3g-lossy]
  seed: [0..{last}]
"""
RUNS_PER_SEED = 4 * 2 * 2



OUTLINE = """const all=name=>document.querySelectorAll(name);
return {headings:[...all('h1,h2,h3')].map(h=>h.textContent),tables:all('table').length,
rows:all('tr').length,svg:all('svg').length,details:all('details').length,
text:document.querySelector('main').textContent.length}"""

# Text in a drawing stands on the last shape before it that covers its middle, or on its own halo.
DRAWN_TEXT = r"""
const probe=document.createElement('canvas').getContext('2d',{willReadFrequently:true});
function rgba(color){probe.clearRect(0,0,1,1);probe.fillStyle='#000';probe.fillStyle=color;
  probe.fillRect(0,0,1,1);const d=probe.getImageData(0,0,1,1).data;return [d[0],d[1],d[2],d[3]/255]}
const over=(top,below)=>[0,1,2].map(i=>top[i]*top[3]+below[i]*(1-top[3])).concat(1);
function light(c){const f=c.slice(0,3).map(v=>{v/=255;return v<=.04045?v/12.92:((v+.055)/1.055)**2.4});
  return .2126*f[0]+.7152*f[1]+.0722*f[2]}
const contrast=(a,b)=>{const [x,y]=[light(a),light(b)].sort((p,q)=>q-p);return (x+.05)/(y+.05)};
const page=rgba(getComputedStyle(document.body).backgroundColor);
const faded=(element,property)=>{let o=Number(getComputedStyle(element)[property]);
  for(let e=element;e&&e.nodeName!=='svg';e=e.parentElement)o*=Number(getComputedStyle(e).opacity);return o};
const weak=[];let count=0;
for(const svg of document.querySelectorAll('main svg')){
  const shapes=[...svg.querySelectorAll('rect,path,circle,polygon,ellipse,text')];
  const boxes=new Map(shapes.map(s=>[s,s.getBoundingClientRect()]));
  shapes.forEach((text,index)=>{
    if(text.nodeName!=='text'||!text.textContent.trim()||text.closest('defs'))return;
    const box=text.getBoundingClientRect();
    if(!box.width||!text.checkVisibility())return;
    count++;
    const style=getComputedStyle(text);
    let ground=page;
    for(const shape of shapes.slice(0,index)){
      const b=boxes.get(shape),x=box.x+box.width/2,y=box.y+box.height/2;
      if(x<b.x||x>b.right||y<b.y||y>b.bottom)continue;
      if(shape.nodeName==='text'||shape.closest('defs,clipPath'))continue;
      const fill=getComputedStyle(shape);
      if(fill.fill==='none'||fill.visibility==='hidden')continue;
      const point=new DOMPoint(x,y).matrixTransform(shape.getScreenCTM().inverse());
      if(!shape.isPointInFill(point))continue;
      const color=rgba(fill.fill);color[3]*=faded(shape,'fillOpacity');
      ground=over(color,ground)}
    if(style.paintOrder.startsWith('stroke')&&style.stroke!=='none'&&parseFloat(style.strokeWidth)>=2)
      ground=over(rgba(style.stroke),ground);
    const ink=rgba(style.fill);ink[3]*=faded(text,'fillOpacity');
    const scale=text.getScreenCTM().a,size=parseFloat(style.fontSize)*scale;
    const least=size>=24||size>=18.66&&Number(style.fontWeight)>=700?3:4.5;
    const got=contrast(over(ink,ground),ground);
    if(got<least)weak.push(`'${text.textContent.trim()}' has ${got.toFixed(2)}:1 (${style.fill} on rgb(${ground.slice(0,3).map(Math.round)})), expected ${least}:1`)})}
return [count,weak]"""

FOCUSABLE = """return [...document.querySelectorAll(
'a[href],button,summary,input,select,textarea,[tabindex="0"]')]
.filter(e=>e.checkVisibility({contentVisibilityAuto:true,visibilityProperty:true})&&!e.disabled
  &&e.getClientRects().length)"""

FOCUSED = """const e=document.activeElement;
if(!e||e===document.body||e===document.documentElement)return null;
const s=getComputedStyle(e),b=e.getBoundingClientRect();
const said=e.nodeName.toLowerCase()+' '+(e.getAttribute('aria-label')||e.textContent||'').trim().slice(0,50);
window.visited??=new Set();const isNew=!visited.has(e);visited.add(e);
return {said,isNew,isOutlined:s.outlineStyle!=='none'&&parseFloat(s.outlineWidth)>=2,
isSeen:b.bottom>0&&b.top<innerHeight&&b.right>0&&b.left<innerWidth}"""

MOVING = """const moving=[];
for(const e of [document.documentElement,...document.body.querySelectorAll('*')]){
  for(const part of [undefined,'::before','::after']){
    const s=getComputedStyle(e,part);
    if(s.animationName!=='none'||s.transitionDuration.split(',').some(t=>parseFloat(t)>0)
      ||s.scrollBehavior==='smooth'){moving.push(e.nodeName);break}}}
if(document.querySelector('animate,animateTransform,animateMotion,set'))moving.push('SVG animation');
return moving"""


class Report(Part):
    """A report on disk."""

    def opened(self):
        self.url = self.file.as_uri()
        self.browser.emulate()
        self.browser.phone(False)
        self.browser.open(self.url)

    def is_silent_alone_and_small(self):
        self.opened()
        time.sleep(0.3)
        self.browser.is_silent("the page")
        others = [url for url in self.browser.requests() if url != self.url and url != "data:,"]
        require(not others, f"{others[:1]} was asked for; expected nothing but the file")
        entries = self.browser.run("return performance.getEntriesByType('resource').map(e=>e.name)")
        require(not entries, f"{entries[:1]} was loaded; expected nothing but the file")
        size = self.file.stat().st_size
        require(size < LARGEST, f"the file has {size} bytes; expected less than {LARGEST}")

    def is_complete_without_scripts(self):
        self.opened()
        scripted = self.browser.run(OUTLINE)
        require(scripted["headings"] and scripted["tables"], "the page has no heading or no table")
        is_run = "document.documentElement.classList.contains('scripted')"
        require(self.browser.run(f"return {is_run}"), "the page's script did not run")
        self.browser.cdp("Emulation.setScriptExecutionDisabled", value=True)
        try:
            self.browser.open(self.url)
            evaluated = self.browser.cdp("Runtime.evaluate",
                returnByValue=True, expression="JSON.stringify([(()=>{" + OUTLINE + "})()," + is_run + "])")
            plain, did_run = json.loads(evaluated["result"]["value"])
        finally:
            self.browser.cdp("Emulation.setScriptExecutionDisabled", value=False)
        require(not did_run, "scripts ran although they were switched off")
        for part, value in scripted.items():
            require(plain[part] == value,
                f"without scripts the page has other {part}: {plain[part]}; expected {value}")

    def is_accessible(self, scheme, is_phone):
        def body():
            self.opened()
            self.browser.emulate(color_scheme=scheme)
            self.browser.phone(is_phone)
            self.browser.picture(self.pictures, f"report-{'phone-' if is_phone else ''}{scheme}")
            self.browser.unfold()
            ground = self.browser.run("return getComputedStyle(document.body).backgroundColor")
            brightness = sum(int(part) for part in re.findall(r"\d+", ground)[:3]) / 3
            require((brightness < 128) == (scheme == "dark"), f"the background is {ground}; expected a {scheme} one")
            self.browser.is_accessible()
            count, weak = self.browser.run(DRAWN_TEXT)
            require(not weak, f"{len(weak)} of {count} texts in drawings are faint: {weak[:3]}")
            if is_phone:
                wide = self.browser.run(
                    """const w=document.documentElement;if(w.scrollWidth<=innerWidth&&innerWidth<=%d)return '';
                    const e=[...document.querySelectorAll('main *')].find(
                      e=>!e.closest('.scroll *')&&e.getBoundingClientRect().right>%d+1);
                    return `${w.scrollWidth} points, by ${e?e.outerHTML.slice(0,80):'?'}`"""
                    % (PHONE, PHONE))
                require(not wide, f"the page is {wide} wide; expected {PHONE}, without scrolling")

        return body

    def has_names_and_tables(self):
        self.opened()
        # Folded content is not in the accessibility tree.
        self.browser.unfold()
        drawings = self.browser.driver.find_elements("css selector", "svg")
        for drawing in drawings:
            if drawing.get_attribute("aria-hidden") == "true":
                continue
            require(drawing.accessible_name, f"a drawing has no name: {drawing.get_attribute('outerHTML')[:80]}")
        without = self.browser.run(
            """return [...document.querySelectorAll('figure')].filter(
            f=>f.querySelector('svg')&&!f.querySelector('table')).map(f=>f.textContent.slice(0,60))""")
        require(not without, f"{len(without)} figures have no table, the first: {without[:1]}")
        stray = self.browser.run(
            """return [...document.querySelectorAll('svg.chart')].filter(s=>!s.closest('figure'))
            .map(s=>s.textContent.slice(0,60))""")
        require(not stray, f"{len(stray)} charts are in no figure, the first: {stray[:1]}")

    def is_visited(self):
        """Goes through the page with Tab; everything that can be used must be met, and be seen."""
        # Where the page glides to what has the focus, it would be looked at too early.
        self.browser.emulate(reduced_motion="reduce")
        self.browser.run("window.visited=new Set()")
        expected = self.browser.run(FOCUSABLE)
        for _ in range(2 * len(expected) + 20):
            self.browser.press(Keys.TAB)
            focused = self.browser.run(FOCUSED)
            if focused is None:  # After the last comes the browser itself, then the first.
                continue
            if not focused["isNew"]:
                break
            require(focused["isOutlined"], f"'{focused['said']}' has no outline with the focus")
            require(focused["isSeen"], f"'{focused['said']}' is off the screen with the focus")
        missed = self.browser.run(
            """return arguments[0].filter(e=>!visited.has(e))
            .map(e=>e.nodeName+' '+e.textContent.slice(0,40))""", expected)
        require(not missed, f"Tab never comes to {len(missed)} of {len(expected)}: {missed[:2]}")

    def works_with_keys(self):
        self.opened()
        self.is_visited()
        for summary in self.browser.driver.find_elements("css selector", "summary"):
            if not self.browser.run("return arguments[0].checkVisibility()", summary):
                continue
            self.browser.run("arguments[0].focus()", summary)
            was = self.browser.run("return arguments[0].parentElement.open", summary)
            self.browser.press(Keys.ENTER)
            is_open = self.browser.run("return arguments[0].parentElement.open", summary)
            require(is_open != was, f"Enter does not unfold '{summary.text}'")
            if was:
                self.browser.press(Keys.ENTER)
        self.is_visited()

    def sorts_with_keys(self):
        self.opened()
        self.browser.unfold()
        tables = self.browser.driver.find_elements("css selector", "table.sortable")
        sorted_tables = 0
        for table in tables:
            buttons = table.find_elements("css selector", "th button")
            if not buttons:
                continue
            sorted_tables += 1
            for expected in ["ascending", "descending"]:
                self.browser.run("arguments[0].focus()", buttons[-1])
                self.browser.press(Keys.ENTER)
                state = self.browser.run(
                    """const [table,button]=arguments,th=button.closest('th');
                    const cells=[...table.tBodies[0].rows].map(r=>r.cells[th.cellIndex].textContent);
                    return [th.getAttribute('aria-sort'),th.classList.contains('n'),cells]""",
                    table, buttons[-1])
                require(state[0] == expected, f"Enter makes a column {state[0]}; expected {expected}")
                if state[1]:
                    values = [number(cell) for cell in state[2]]
                    require(values == sorted(values, reverse=expected == "descending"),
                        f"a column that is {expected} goes {state[2][:6]}")
        require(sorted_tables > 0, "no table can be sorted")

    def keeps_still(self):
        self.opened()
        self.browser.emulate(reduced_motion="reduce")
        self.browser.unfold()
        moving = self.browser.run(MOVING)
        require(not moving, f"{len(moving)} elements move, the first {moving[:1]}; expected none")

    def prints(self):
        self.opened()
        self.browser.emulate("print", color_scheme="dark")
        ground, ink = self.browser.run(
            """const s=getComputedStyle(document.body);
            const r=getComputedStyle(document.documentElement).backgroundColor;
            return [s.backgroundColor==='rgba(0, 0, 0, 0)'?r:s.backgroundColor,s.color]""")
        require(ground == "rgb(255, 255, 255)", f"paper would be {ground}; expected white")
        require(sum(int(part) for part in re.findall(r"\d+", ink)[:3]) < 384,
            f"ink would be {ink}; expected a dark one")
        # As wide as A4 and Letter leave it, whichever is less.
        self.browser.screen(PAPER, 900)
        cut = self.browser.run(
            """return [...document.querySelectorAll('main *')].filter(e=>
            e.checkVisibility({contentVisibilityAuto:true,visibilityProperty:true})
            &&e.getBoundingClientRect().right>%d+1).map(e=>e.outerHTML.slice(0,80))""" % PAPER)
        require(not cut, f"{len(cut)} elements are wider than paper, the first: {cut[:1]}")
        self.browser.picture(self.pictures, "report-print")
        self.browser.phone(False)
        printed = base64.b64decode(self.browser.cdp("Page.printToPDF")["data"])
        pages = len(re.findall(rb"/Type\s*/Page\b(?!s)", printed))
        require(0 < pages <= SHEETS, f"it would be printed on {pages} pages; expected {SHEETS} at most")

    def check(self, checks):
        checks.all("report", self.is_silent_alone_and_small, self.is_complete_without_scripts)
        for scheme in ["light", "dark"]:
            for is_phone in [False, True]:
                name = f"report: accessible, {scheme}{', on a phone' if is_phone else ''}"
                checks.check(name, self.is_accessible(scheme, is_phone))
        checks.all("report", self.has_names_and_tables, self.works_with_keys, self.sorts_with_keys, self.keeps_still,
                   self.prints)
        RunMap(self).check(checks)


def number(cell):
    """A cell as the page's script reads it."""
    text = re.sub(r"[\u2009\u202f ](?=\d{3})", "", cell)
    found = re.match(r"\s*[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?", text, re.IGNORECASE)
    return float(found.group()) if found else math.inf


class WatchedSweep(Part):
    """The page of a sweep while the sweep runs."""

    process = url = None

    def start(self):
        printed("trace", "generate", "--style", "browsing", "--seed", "5", "--duration", "10min", "--catalogue",
                "items=8000 seed=5 size=800x600", "--output", "long.scroll", cwd=self.folder)
        spec = self.folder / "watched.yml"
        spec.write_text(SPEC.format(last=9))
        plan = json.loads(printed("sweep", spec, "--dry-run", "--format", "json", cwd=self.folder))
        seconds = plan["estimate"]["seconds"]
        seeds = min(500, max(10, math.ceil(10 * WATCHED / seconds)))
        self.runs = RUNS_PER_SEED * seeds
        spec.write_text(SPEC.format(last=seeds - 1))
        said = self.folder / "said"
        self.process = command("sweep", "watched.yml", "--store", "watched.sqlite", "--serve", "--stay",
                               cwd=self.folder, stderr=said.open("w"))
        found = wait(lambda: re.search(r"watch the report at (http://\S+)\n", said.read_text())
                     or self.process.poll() is not None, 20)
        require(found and found is not True, f"the sweep does not print the address of its page: {said.read_text()}")
        self.url = found[1]

    def fetch(self, path):
        with urllib.request.urlopen(self.url + path) as answer:
            return answer.read().decode()

    def grows(self):
        self.start()
        self.browser.emulate()
        self.browser.phone(False)
        self.browser.open(self.url)
        self.browser.run("window.isSamePage=true")
        self.seen, self.contents = [], set()
        is_marked = is_timed = False
        deadline = time.monotonic() + PATIENCE
        while True:
            require(time.monotonic() < deadline, f"the page does not end; it says {self.seen[-1:]}")
            state = self.browser.run(
                """const bar=document.getElementById('progress-bar');
                return [window.isSamePage===true,bar.value,document.getElementById('report').textContent,
                document.getElementById('progress-text').textContent]""")
            require(state[0], "the page was loaded again; expected it to change in place")
            if not self.seen or self.seen[-1] != state[1]:
                self.seen.append(state[1])
            self.contents.add(state[2])
            is_timed = is_timed or re.search(r", about \d+ (s|min|h)\b.* left\.$", state[3])
            if not is_marked and state[1] > 0:
                is_marked = self.browser.run(MARK)
            if state[3].startswith("All "):
                break
            time.sleep(0.2)
        require(is_timed, "the page never said how long the rest takes")
        require(len(self.seen) >= 4, f"the number of runs went {self.seen}; expected it to grow")
        require(self.seen == sorted(self.seen), f"the number of runs went {self.seen}")
        require(self.seen[-1] == self.runs, f"{self.seen[-1]} runs are shown, not {self.runs}")
        require(len(self.contents) >= 3, f"{len(self.contents)} contents were shown; expected more")
        require(is_marked, "the page had nothing to unfold or sort while it grew")
        lost = self.browser.run(KEPT)
        require(not lost, f"while the page grew, the reader lost {lost}")
        self.browser.is_silent("the page")
        self.browser.picture(self.pictures, "watched")

    def ends(self):
        shown = self.browser.run(PLAIN)
        before = self.fetch("progress")
        self.browser.requests()
        time.sleep(2.2)
        late = [url for url in self.browser.requests() if url.startswith(self.url)]
        require(not late, f"the page asks on after the end: {late[:1]}")
        require(json.loads(before)["isComplete"], f"the sweep says {before}")
        self.browser.open(self.url)
        loaded = self.browser.run(PLAIN)
        require(shown == loaded, f"what grew is not what is loaded at the end: {difference(shown, loaded)}")
        self.browser.is_silent("the page")

    def is_the_report(self):
        printed("report", "watched.sqlite", "--format", "html", "--output", "watched.html", cwd=self.folder)
        loaded = self.browser.run(PLAIN)
        self.browser.open((self.folder / "watched.html").as_uri())
        kept = self.browser.run(PLAIN.replace("#report", "main"))
        require(loaded == kept, f"the page is not the report of its store: {difference(loaded, kept)}")

    def is_accessible(self):
        """Only the progress: the report below it has checks of its own."""
        self.browser.open(self.url)
        for scheme in ["light", "dark"]:
            self.browser.emulate(color_scheme=scheme)
            self.browser.is_accessible(within="#live")

    def stops(self):
        self.process.send_signal(signal.SIGINT)
        try:
            status = self.process.wait(10)
        except subprocess.TimeoutExpired:
            raise Failed("Ctrl-C after the end does not end it within 10 s") from None
        require(status == 0, f"Ctrl-C after the end gives status {status}; expected 0")

    def check(self, checks):
        try:
            if checks.all("sweep --serve", self.grows):
                checks.all("sweep --serve", self.ends, self.is_the_report, self.is_accessible, self.stops)
        finally:
            if self.process:
                self.process.kill()


# Unfolds, sorts, focuses and scrolls, as a reader of a growing page.
MARK = """const report=document.getElementById('report');
const details=report.querySelector('details.part'),button=[...report.querySelectorAll('th button')].find(
  b=>b.checkVisibility());
if(!button)return false;
if(details)details.open=true;
button.click();button.focus({preventScroll:true});
button.scrollIntoView({block:'center',behavior:'instant'});
window.mark={details,button,sort:button.closest('th').getAttribute('aria-sort')};
return true"""

KEPT = """const {details,button,sort}=window.mark,lost=[],box=button.getBoundingClientRect();
if(details&&!(details.isConnected&&details.open))lost.push('what was unfolded');
if(document.activeElement!==button)lost.push('the focus');
if(button.closest('th')?.getAttribute('aria-sort')!==sort)lost.push('the order of a table');
if(box.bottom<0||box.top>innerHeight)lost.push(`the place: it is ${Math.round(box.top)} points away`);
return lost.join(', ')"""

# The report as the program wrote it, without what its reader and script did to it.
PLAIN = """const copy=document.querySelector('#report').cloneNode(true);
copy.querySelectorAll('th button').forEach(b=>b.replaceWith(b.textContent));
copy.querySelectorAll('[aria-sort]').forEach(e=>e.removeAttribute('aria-sort'));
copy.querySelectorAll('details').forEach(d=>d.open=false);
copy.querySelectorAll('table.sortable>tbody').forEach(b=>{
  const rows=[...b.rows].sort((x,y)=>x.textContent<y.textContent?-1:1);b.textContent='';b.append(...rows)});
for(const e of copy.querySelectorAll('*'))
  for(const {name,value} of [...e.attributes].sort((x,y)=>x.name<y.name?-1:1)){
    e.removeAttribute(name);e.setAttribute(name,value)}
return copy.innerHTML.trim()"""


def difference(left, right):
    """The first place in which two texts differ."""
    place = next((i for i, (a, b) in enumerate(zip(left, right)) if a != b), min(len(left), len(right)))
    return f"'{left[max(0, place - 30):place + 40]}' and '{right[max(0, place - 30):place + 40]}'"
