"""The checks of a run's map: zoom, what is under the pointer, and the place of a stall."""
import re

from browser import Keys
from report_page import Report

# The first map of the page, its parts, and where the pointer is in it.
MAP = """const map=document.querySelector('[data-plot]'),section=map.closest('section');
const svg=map.querySelector('svg'),box=svg.closest('.scroll'),readout=map.querySelector('output');
const [left,top,right,bottom]=map.dataset.plot.split(' ').map(Number);
const [first,end]=map.dataset.items.split(' ').map(Number),seconds=Number(map.dataset.seconds);
const shape=name=>[...svg.children].filter(e=>e.nodeName===name&&e.style.pointerEvents==='none').at(-1);
const stalls=[...section.querySelectorAll('a[data-from]')];
function onScreen(x,y){
  const view=svg.getBoundingClientRect(),scale=view.width/svg.viewBox.baseVal.width;
  return [view.left+x*scale,view.top+y*scale]}
"""

SIZE = MAP + """const letters=svg.querySelector('text').getBoundingClientRect().height;
return [svg.getBoundingClientRect().width,box.scrollWidth,letters,readout.textContent]"""

# A place on the screen for shares of the plot, and what the map should say there.
PLACE = MAP + """svg.scrollIntoView({block:'center',behavior:'instant'});
const [across,down]=arguments;
return [...onScreen(left+across*(right-left),top+down*(bottom-top)),
  across*seconds,first+Math.floor(down*(end-first))]"""

READOUT = MAP + "return [readout.textContent,shape('path').getAttribute('visibility')]"

# A place on a stretch of a state, as elements lie there, and that state's name.
STATE = MAP + """svg.scrollIntoView({block:'center',behavior:'instant'});
for(const [state,name] of Object.entries(JSON.parse(map.dataset.states))){
  const path=document.getElementById(map.id.replace(/place$/,'')+state);
  if(!path||state==='resident')continue;
  for(let y=top+1;y<bottom;y+=2)for(let x=left+1;x<right;x+=3){
    const place=onScreen(x,y);
    if(document.elementsFromPoint(...place).includes(path))return [...place,name]}}"""

STALLS = MAP + """return stalls.map(a=>({from:Number(a.dataset.from),to:Number(a.dataset.to),
  item:a.dataset.item===undefined?null:Number(a.dataset.item),
  leads:document.querySelector(a.getAttribute('href'))===map}))"""

# The place of the mark, in seconds and items, and whether the reader sees it.
MARKED = MAP + """const mark=shape('rect'),number=name=>Number(mark.getAttribute(name));
const b=mark.getBoundingClientRect(),v=box.getBoundingClientRect();
const time=x=>(x-left)/(right-left)*seconds,item=y=>first+(y-top)/(bottom-top)*(end-first);
return {from:time(number('x')+3),to:time(number('x')+number('width')-3),
  upper:item(number('y')+3),lower:item(number('y')+number('height')-3),
  isSeen:mark.getAttribute('visibility')==='visible'&&b.right>v.left&&b.left<v.right
    &&b.bottom>v.top&&b.top<v.bottom&&b.bottom>0&&b.top<innerHeight,
  isFocused:document.activeElement===box,text:readout.textContent}"""


class RunMap(Report):
    """The first map of a report."""

    def _opened(self):
        super()._opened()
        self.emulate(reduced_motion="reduce")
        self.run("document.querySelector('[data-plot]').closest('details').open=true")

    def _zoom(self, name):
        self.run(MAP + "map.querySelector(`[data-zoom=${arguments[0]}]`).click()", name)

    def zooms(self):
        self._opened()
        once, _, letters, _ = self.run(SIZE)
        for name, factor in [("larger", 2), ("larger", 4), ("smaller", 2), ("larger", 4), ("whole", 1),
                             ("+", 2), ("=", 4), ("-", 2), ("=", 4), ("0", 1), ("-", 1)]:
            self.run(MAP + "box.focus()")
            (self._zoom if name.isalpha() else self.press)(name)
            width, room, height, text = self.run(SIZE)
            assert abs(width - factor * once) < 2 and room >= width - 2
            assert abs(height / letters - 1) < 0.25
            assert text == f"zoom {factor} times"

    def tells_what_is_under_the_pointer(self):
        self._opened()
        for across, down in [(0.25, 0.5), (0.75, 0.1)]:
            x, y, seconds, item = self.run(PLACE, across, down)
            self.mouse("mouseMoved", x, y)
            text, cursor = self.run(READOUT)
            told = re.match(r"([\d.]+) s, item (\d+)", text)
            assert abs(float(told[1]) - seconds) < 0.1 and abs(int(told[2]) - item) <= 1
            assert cursor == "visible"
        x, y, name = self.run(STATE)
        self.mouse("mouseMoved", x, y)
        assert self.run(READOUT)[0].endswith(f": {name}")

    def shows_where_a_stall_lies(self):
        self._opened()
        stalls = self.run(STALLS)
        assert stalls
        for index, stall in enumerate(stalls):
            # Without a script the link leads to the map, too.
            assert stall["leads"]
            if index % 2:
                self._zoom("larger")
            self.run(MAP + "stalls[arguments[0]].focus()", index)
            self.press(Keys.ENTER)
            mark = self.run(MARKED)
            assert abs(mark["from"] - stall["from"]) < 0.01 and abs(mark["to"] - stall["to"]) < 0.01
            item = stall["item"]
            assert item is None or abs(mark["upper"] - item) < 0.01 and abs(mark["lower"] - item - 1) < 0.01
            assert mark["isSeen"] and mark["isFocused"] and mark["text"].endswith(", marked")
