"""The checks of a run's map: zoom, what is under the pointer, and the place of a stall."""
import re

from browser import require
from selenium.webdriver.common.keys import Keys

# The first map of the page, its parts, and where the pointer is in it.
MAP = """const map=document.querySelector('[data-plot]'),section=map.closest('section');
const svg=map.querySelector('svg'),box=svg.closest('.scroll'),readout=map.querySelector('output');
const [left,top,right,bottom]=map.dataset.plot.split(' ').map(Number);
const [first,end]=map.dataset.items.split(' ').map(Number),seconds=Number(map.dataset.seconds);
const states=JSON.parse(map.dataset.states);
const wide=svg.viewBox.baseVal.width;
const shape=name=>[...svg.children].filter(e=>e.nodeName===name&&
  e.style.pointerEvents==='none').at(-1);
"""

SIZE = MAP + """const letters=svg.querySelector('text').getBoundingClientRect().height;
return [svg.getBoundingClientRect().width,box.scrollWidth,readout.textContent,letters]"""

# A place on the screen for shares of the plot, and what the map should say there.
PLACE = MAP + """svg.scrollIntoView({block:'center',behavior:'instant'});
const view=svg.getBoundingClientRect(),scale=view.width/wide,[across,down]=arguments;
return [view.left+(left+across*(right-left))*scale,view.top+(top+down*(bottom-top))*scale,
  across*seconds,first+Math.floor(down*(end-first))]"""

READOUT = MAP + """return [readout.textContent,shape('path').getAttribute('visibility')]"""

# A place on a stretch of a state, as elements lie there, and that state's name.
STATE = MAP + """svg.scrollIntoView({block:'center',behavior:'instant'});
const view=svg.getBoundingClientRect(),scale=view.width/wide;
for(const [state,name] of Object.entries(states)){
  const path=document.getElementById(map.id.replace(/place$/,'')+state);
  if(!path||state==='resident')continue;
  for(let y=top+1;y<bottom;y+=2)for(let x=left+1;x<right;x+=3){
    const [px,py]=[view.left+x*scale,view.top+y*scale];
    if(document.elementsFromPoint(px,py).includes(path))return [px,py,name]}}
return null"""

STALLS = MAP + """return [...section.querySelectorAll('a[data-from]')].map(a=>({
  from:Number(a.dataset.from),to:Number(a.dataset.to),
  item:a.dataset.item===undefined?null:Number(a.dataset.item),
  leads:document.querySelector(a.getAttribute('href'))===map}))"""

FOLLOW = MAP + "[...section.querySelectorAll('a[data-from]')][arguments[0]].focus()"

# Where the mark lies: in seconds and items, and whether the reader sees it.
MARKED = MAP + """const mark=shape('rect'),number=name=>Number(mark.getAttribute(name));
const b=mark.getBoundingClientRect(),v=box.getBoundingClientRect();
const time=x=>(x-left)/(right-left)*seconds,item=y=>first+(y-top)/(bottom-top)*(end-first);
return {isShown:mark.getAttribute('visibility')==='visible',
  from:time(number('x')+3),to:time(number('x')+number('width')-3),
  upper:item(number('y')+3),lower:item(number('y')+number('height')-3),
  isSeen:b.right>v.left&&b.left<v.right&&b.bottom>v.top&&b.top<v.bottom
    &&b.bottom>0&&b.top<innerHeight,
  isFocused:document.activeElement===box,text:readout.textContent}"""


class RunMap:
    """The first map of a page."""

    def __init__(self, report):
        self.report = report
        self.browser = report.browser

    def opened(self):
        self.report.opened()
        self.browser.emulate(reduced_motion="reduce")
        self.browser.run("document.querySelector('[data-plot]').closest('details').open=true")

    def point(self, x, y):
        self.browser.mouse("mouseMoved", x, y)

    def zooms(self):
        self.opened()
        once, _, _, letters = self.browser.run(SIZE)
        for button, factor in [("larger", 2), ("larger", 4), ("smaller", 2), ("larger", 4), ("whole", 1)]:
            self.browser.run(MAP + f"map.querySelector('[data-zoom={button}]').click()")
            self.is_larger(once, letters, factor, f"the button '{button}'")
        self.browser.run(MAP + "box.focus()")
        for key, factor in [("+", 2), ("=", 4), ("-", 2), ("=", 4), ("0", 1), ("-", 1)]:
            self.browser.press(key)
            self.is_larger(once, letters, factor, f"the key '{key}'")

    def is_larger(self, once, letters, factor, what):
        width, room, text, now = self.browser.run(SIZE)
        require(abs(width - factor * once) < 2,
            f"after {what} the map is {width} points wide; expected {factor} times {once}")
        require(room >= width - 2, f"after {what} {width - room} points cannot be scrolled to")
        require(abs(now / letters - 1) < 0.25,
            f"after {what} letters are {now:.1f} points high; expected about {letters:.1f}")
        require(f"zoom {factor} times" == text, f"after {what} the map says '{text}'")

    def tells_what_is_under_the_pointer(self):
        self.opened()
        for across, down in [(0.25, 0.5), (0.75, 0.1)]:
            x, y, seconds, item = self.browser.run(PLACE, across, down)
            self.point(x, y)
            text, cursor = self.browser.run(READOUT)
            said = re.match(r"([\d.]+) s, item (\d+)", text)
            require(said and abs(float(said[1]) - seconds) < 0.1 and abs(int(said[2]) - item) <= 1,
                f"at {seconds:.2f} s, item {item} the map says '{text}'")
            require(cursor == "visible", "no line stands at the pointer")
        place = self.browser.run(STATE)
        require(place, "no state has a place on the map")
        self.point(*place[:2])
        text, _ = self.browser.run(READOUT)
        require(text.endswith(f": {place[2]}"), f"on '{place[2]}' the map says '{text}'")

    def shows_where_a_stall_lies(self):
        self.opened()
        stalls = self.browser.run(STALLS)
        require(stalls, "no stall of the list leads to the map")
        for index, stall in enumerate(stalls):
            require(stall["leads"], "without a script a stall leads elsewhere than to its map")
            if index % 2:
                self.browser.run(MAP + "map.querySelector('[data-zoom=larger]').click()")
            self.browser.run(FOLLOW, index)
            self.browser.press(Keys.ENTER)
            mark = self.browser.run(MARKED)
            require(mark["isShown"], f"nothing marks the stall at {stall['from']} s")
            require(abs(mark["from"] - stall["from"]) < 0.01 and abs(mark["to"] - stall["to"]) < 0.01,
                f"the mark is from {mark['from']:.2f} to {mark['to']:.2f} s; expected {stall}")
            if stall["item"] is not None:
                require(abs(mark["upper"] - stall["item"]) < 0.01 and abs(mark["lower"] - stall["item"] - 1) < 0.01,
                    f"the mark is on items {mark['upper']:.2f} to {mark['lower']:.2f}; expected {stall['item']}")
            require(mark["isSeen"], f"the mark of {stall} is off the screen")
            require(mark["isFocused"], "the map has not the focus after a stall was followed")
            require(mark["text"].endswith(", marked"), f"the map says '{mark['text']}'")

    def check(self, checks):
        checks.all("map", self.zooms, self.tells_what_is_under_the_pointer, self.shows_where_a_stall_lies)
