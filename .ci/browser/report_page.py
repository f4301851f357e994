"""The checks of a report from disk, and of the page of a sweep while it runs."""
import base64
import json
import math
import re
import time
from urllib.request import urlopen

from browser import LARGEST, PATIENCE, Keys, Part, wait
from checks import read, scrollsim

# The width of A4 between margins of 12 mm, and the largest number of printed pages of the demo.
PAPER, SHEETS = 702, 13

OUTLINE = """const all=name=>document.querySelectorAll(name);
return {headings:[...all('h1,h2,h3')].map(h=>h.textContent),tables:all('table').length,
rows:all('tr').length,svg:all('svg').length,details:all('details').length,
isScripted:document.documentElement.classList.contains('scripted'),
text:document.querySelector('main').textContent.length}"""

# Text in a drawing stands on the last shape before it that covers its middle, or on its own halo.
FAINT_TEXTS = r"""
const probe=document.createElement('canvas').getContext('2d',{willReadFrequently:true});
function rgba(color){probe.clearRect(0,0,1,1);probe.fillStyle='#000';probe.fillStyle=color;
  probe.fillRect(0,0,1,1);const d=probe.getImageData(0,0,1,1).data;return [d[0],d[1],d[2],d[3]/255]}
const over=(top,below)=>[0,1,2].map(i=>top[i]*top[3]+below[i]*(1-top[3])).concat(1);
function light(c){const f=c.slice(0,3).map(v=>{v/=255;return v<=.04045?v/12.92:((v+.055)/1.055)**2.4});
  return .2126*f[0]+.7152*f[1]+.0722*f[2]}
const contrast=(a,b)=>{const [x,y]=[light(a),light(b)].sort((p,q)=>q-p);return (x+.05)/(y+.05)};
function painted(element){
  const style=getComputedStyle(element),color=rgba(style.fill);
  color[3]*=Number(style.fillOpacity);
  for(let e=element;e&&e.nodeName!=='svg';e=e.parentElement)color[3]*=Number(getComputedStyle(e).opacity);
  return color}
function covers(shape,x,y){
  const b=shape.getBoundingClientRect(),style=getComputedStyle(shape);
  return x>=b.x&&x<=b.right&&y>=b.y&&y<=b.bottom&&!shape.closest('defs,clipPath')
    &&style.fill!=='none'&&style.visibility!=='hidden'
    &&shape.isPointInFill(new DOMPoint(x,y).matrixTransform(shape.getScreenCTM().inverse()))}
const page=rgba(getComputedStyle(document.body).backgroundColor),weak=[];
for(const svg of document.querySelectorAll('main svg')){
  const shapes=[];
  for(const text of svg.querySelectorAll('rect,path,circle,polygon,ellipse,text')){
    if(text.nodeName!=='text'){shapes.push(text);continue}
    const box=text.getBoundingClientRect(),style=getComputedStyle(text);
    if(!text.textContent.trim()||text.closest('defs')||!box.width||!text.checkVisibility())continue;
    let ground=page;
    for(const shape of shapes)
      if(covers(shape,box.x+box.width/2,box.y+box.height/2))ground=over(painted(shape),ground);
    if(style.paintOrder.startsWith('stroke')&&style.stroke!=='none'&&parseFloat(style.strokeWidth)>=2)
      ground=over(rgba(style.stroke),ground);
    const size=parseFloat(style.fontSize)*text.getScreenCTM().a;
    const least=size>=24||size>=18.66&&Number(style.fontWeight)>=700?3:4.5;
    const got=contrast(over(painted(text),ground),ground);
    if(got<least)weak.push(`'${text.textContent}' has ${got.toFixed(2)}:1 on rgb(${ground.slice(0,3)})`)}}
return weak"""

# The elements that are wider than a page of paper.
CUT = """return [...document.querySelectorAll('main *')].filter(e=>
e.checkVisibility({contentVisibilityAuto:true,visibilityProperty:true})
&&e.getBoundingClientRect().right>arguments[0]+1).map(e=>e.outerHTML.slice(0,80))"""

# The colors of the page and of its text, as three numbers each.
COLORS = """const [page,root]=[document.body,document.documentElement].map(e=>getComputedStyle(e));
const ground=page.backgroundColor==='rgba(0, 0, 0, 0)'?root.backgroundColor:page.backgroundColor;
return [ground,page.color].map(color=>color.match(/\\d+/g).slice(0,3).map(Number))"""


class Report(Part):
    """A report on disk."""

    def _opened(self):
        self.emulate()
        self.desk()
        self.open(self.file.as_uri())

    def is_silent_alone_and_small(self):
        self._opened()
        time.sleep(0.3)
        self.is_silent()
        self.requests_only(self.file.as_uri(), "data:,")
        assert not self.value("performance.getEntriesByType('resource').map(e=>e.name)")
        assert self.file.stat().st_size < LARGEST

    def is_complete_without_scripts(self):
        outline = f"JSON.stringify((()=>{{{OUTLINE}}})())"
        found = []
        for is_plain in [False, True]:
            self.cdp("Emulation.setScriptExecutionDisabled", value=is_plain)
            self._opened()
            result = self.cdp("Runtime.evaluate", returnByValue=True, expression=outline)
            found.append(json.loads(result["result"]["value"]))
        self.cdp("Emulation.setScriptExecutionDisabled", value=False)
        scripted, plain = found
        assert scripted.pop("isScripted") and not plain.pop("isScripted")
        assert plain == scripted and scripted["headings"] and scripted["tables"]

    def is_accessible(self):
        for look in self.looks():
            self.open(self.file.as_uri())
            self.unfold()
            ground, _ = self.run(COLORS)
            assert (sum(ground) < 384) == look.endswith("dark")
            self.passes_axe()
            weak = self.run(FAINT_TEXTS)
            assert not weak, f"{look}: {len(weak)} texts in drawings are faint: {weak[:3]}"
            self.fits()

    def has_names_and_tables(self):
        self._opened()
        # Folded content is not in the accessibility tree.
        self.unfold()
        for drawing in self.driver.find_elements("css selector", "svg:not([aria-hidden=true])"):
            assert drawing.accessible_name, drawing.get_attribute("outerHTML")[:80]
        for selector in ["figure:has(svg):not(:has(table))", "svg.chart:not(figure svg)"]:
            assert not self.driver.find_elements("css selector", selector), selector

    def works_with_keys(self):
        self._opened()
        self.is_visited_by_tab()
        for summary in self.driver.find_elements("css selector", "summary"):
            if not self.value("arguments[0].checkVisibility()", summary):
                continue
            was_open = self.run("arguments[0].focus();return arguments[0].parentElement.open", summary)
            self.press(Keys.ENTER)
            assert self.value("arguments[0].parentElement.open", summary) != was_open, summary.text
            if was_open:
                self.press(Keys.ENTER)
        self.is_visited_by_tab()

    def sorts_with_keys(self):
        self._opened()
        self.unfold()
        buttons = self.value("""[...document.querySelectorAll('table.sortable')]
            .map(t=>[...t.querySelectorAll('th button')].at(-1)).filter(b=>b)""")
        assert buttons
        for button in buttons:
            for expected in ["ascending", "descending"]:
                self.run("arguments[0].focus()", button)
                self.press(Keys.ENTER)
                order, is_numeric, cells = self.run(
                    """const th=arguments[0].closest('th'),rows=[...th.closest('table').tBodies[0].rows];
                    return [th.getAttribute('aria-sort'),th.classList.contains('n'),
                      rows.map(r=>r.cells[th.cellIndex].textContent)]""", button)
                assert order == expected
                values = [number(cell) for cell in cells]
                assert not is_numeric or values == sorted(values, reverse=expected == "descending")

    def keeps_still(self):
        self._opened()
        self.emulate(reduced_motion="reduce")
        self.unfold()
        self.is_still()

    def prints(self):
        self._opened()
        self.emulate("print", color_scheme="dark")
        ground, ink = self.run(COLORS)
        assert ground == [255, 255, 255] and sum(ink) < 384
        # As wide as A4 and Letter leave it, whichever is less.
        self.screen(PAPER, 900)
        assert not self.run(CUT, PAPER)
        self.desk()
        printed = base64.b64decode(self.cdp("Page.printToPDF")["data"])
        assert 0 < len(re.findall(rb"/Type\s*/Page\b(?!s)", printed)) <= SHEETS


def number(cell):
    """Returns a cell as the page's script reads it."""
    cell = re.sub(r"[\u2009\u202f ](?=\d{3})", "", cell)
    found = re.match(r"\s*[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?", cell, re.I)
    return float(found[0]) if found else math.inf


# A lossy network makes every seed a run of its own.
SPEC = """title: A sweep that is watched
axes:
  trace: [long.scroll]
  policy: [lru, fifo, sieve, arc]
  budget: [32MiB, 64MiB]
  device: [iphone-8, iphone-13-pro]
  network: [3g-lossy]
  seed: [0..{last}]
"""
RUNS_PER_SEED = 4 * 2 * 2
# The seconds that the watched sweep should take.
WATCHED = 5

PROGRESS = """return [window.isSamePage,document.getElementById('progress-bar').value,
document.getElementById('report').textContent,document.getElementById('progress-text').textContent]"""

# Unfolds, sorts, focuses and scrolls, as a reader of a growing page; false where there is nothing to sort.
MARK = """const report=document.getElementById('report'),details=report.querySelector('details.part');
const button=[...report.querySelectorAll('th button')].find(b=>b.checkVisibility());
if(!button)return false;
if(details)details.open=true;
button.click();button.focus({preventScroll:true});
button.scrollIntoView({block:'center',behavior:'instant'});
window.mark={details,button,sort:button.closest('th').getAttribute('aria-sort')};
return true"""

LOST = """const {details,button,sort}=window.mark,lost=[],box=button.getBoundingClientRect();
if(details&&!(details.isConnected&&details.open))lost.push('what was unfolded');
if(document.activeElement!==button)lost.push('the focus');
if(button.closest('th')?.getAttribute('aria-sort')!==sort)lost.push('the order of a table');
if(box.bottom<0||box.top>innerHeight)lost.push(`the place: it is ${Math.round(box.top)} points away`);
return lost"""

# The report as the program wrote it, without what its reader and script did to it.
PLAIN = """const copy=document.querySelector(arguments[0]).cloneNode(true);
copy.querySelectorAll('th button').forEach(b=>b.replaceWith(b.textContent));
copy.querySelectorAll('[aria-sort]').forEach(e=>e.removeAttribute('aria-sort'));
copy.querySelectorAll('details').forEach(d=>d.open=false);
copy.querySelectorAll('table.sortable>tbody').forEach(b=>{
  const rows=[...b.rows].sort((x,y)=>x.textContent<y.textContent?-1:1);b.textContent='';b.append(...rows)});
for(const e of copy.querySelectorAll('*'))
  for(const {name,value} of [...e.attributes].sort((x,y)=>x.name<y.name?-1:1)){
    e.removeAttribute(name);e.setAttribute(name,value)}
return copy.innerHTML.trim()"""


class WatchedSweep(Part):
    """The page of a sweep while the sweep runs."""

    def _start(self):
        """Starts a sweep of some seconds; returns its number of runs."""
        scrollsim("trace", "generate", "--style", "browsing", "--seed", "5", "--duration", "10min",
                  "--catalogue", "items=8000 seed=5 size=800x600", "--output", "long.scroll", cwd=self.folder)
        spec = self.folder / "watched.yml"
        spec.write_text(SPEC.format(last=9))
        seconds = read("sweep", spec, "--dry-run", cwd=self.folder)["estimate"]["seconds"]
        seeds = min(500, max(10, math.ceil(10 * WATCHED / seconds)))
        spec.write_text(SPEC.format(last=seeds - 1))
        _, said = self.command(
            "sweep", spec, "--store", "watched.sqlite", "--serve", "--stay", cwd=self.folder)
        self.url = wait(lambda: re.search(r"watch the report at (http://\S+)\n", said.read_text()), 20)[1]
        return RUNS_PER_SEED * seeds

    def grows_in_place(self):
        runs = self._start()
        self.emulate()
        self.desk()
        self.open(self.url)
        self.run("window.isSamePage=true")
        seen, contents, text = [], set(), ""
        is_marked = is_timed = False
        deadline = time.monotonic() + PATIENCE
        while not text.startswith("All "):
            assert time.monotonic() < deadline
            is_same_page, done, content, text = self.run(PROGRESS)
            assert is_same_page
            seen += [done] if seen[-1:] != [done] else []
            contents.add(content)
            is_timed = is_timed or re.search(r", about \d+ (s|min|h)\b.* left\.$", text)
            is_marked = is_marked or done > 0 and self.run(MARK)
            time.sleep(0.2)
        assert is_timed and len(contents) >= 3
        assert len(seen) >= 4 and seen == sorted(seen) and seen[-1] == runs
        assert is_marked and not self.run(LOST), self.run(LOST)
        self.is_silent()

    def ends_as_the_report_of_its_store(self):
        grown = self.run(PLAIN, "#report")
        self.requests()
        time.sleep(2.2)
        assert not [url for url in self.requests() if url.startswith(self.url)]
        self.open(self.url)
        assert self.run(PLAIN, "#report") == grown
        self.is_silent()
        scrollsim("report", "watched.sqlite", "--format", "html", "--output", "watched.html", cwd=self.folder)
        self.open((self.folder / "watched.html").as_uri())
        assert self.run(PLAIN, "main") == grown

    def has_accessible_progress(self):
        self.open(self.url)
        for _ in self.looks():
            self.passes_axe("#live")
