"""The times of answers, and of the main thread while the page scrolls: printed, without a limit."""
import time
from statistics import median, median_high

from checks import scrollsim
from studio_page import PLAIN, Page

# Milliseconds from a change of the slider to both sides' figures, and on to both maps: 10 to warm up, 50 that count.
CHANGES = """const done=arguments[arguments.length-1],slider=document.getElementById('budget-a');
(async()=>{
  const times=[];
  for(let turn=0;turn<60;turn++){
    const begun=performance.now();
    slider.value=String(20+(turn*7)%50);
    slider.dispatchEvent(new Event('input',{bubbles:true}));
    const ids=studio.sides.map(s=>s.id);
    const until=holds=>new Promise(yes=>{const look=()=>studio.sides.every(holds)?yes(performance.now()-begun)
      :setTimeout(look,0);look()});
    times.push([await until((s,i)=>s.figured===ids[i]),await until((s,i)=>s.pictured===ids[i])]);
    await new Promise(yes=>setTimeout(yes,30));}
  done(times.slice(10));
})()"""

# Notes the time of each frame.
FRAMES = """window.frames_=[];(function note(time){frames_.push(time);requestAnimationFrame(note)})(performance.now())"""


class Speed(Page):
    def opens(self):
        times = []
        for _ in range(5):
            self.opened()
            times.append(self.value("performance.getEntriesByName('first-answer')[0].startTime"))
        print(f"        first answer after {median_high(times):.0f} ms in the median of 5, {max(times):.0f} at most")

    def answers(self):
        session, waterfall = "Traces/recorded/photo-grid-session.scroll", self.folder / "waterfall.scroll"
        scrollsim("trace", "generate", "--style", "browsing", "--seed", "4", "--duration", "300s",
                  "--viewport", "390x844", "--layout", "waterfall:columns=2:spacing=8", "--output", waterfall,
                  "--catalogue", "items=4000 seed=4 size=600..1200@4/3:6,450..900@3/4:3")
        for trace, side in [(session, {"loader": "cached", "prefetch": None}),
                            (waterfall, {"loader": "multi-level", "prefetch": "ring"})]:
            self.open(self.studio(trace, *PLAIN, "--budget", "64MiB"))
            self.set({"a": side, "b": side})
            figures, maps = map(median, zip(*self.run_until_done(CHANGES)))
            print(f"        {side} on {trace}: both sides' figures after {figures:.0f} ms, both maps after"
                  f" {maps:.0f} ms (median of 50 changes)")

    def plays(self):
        self.opened()
        self._measure(self._play)

    def scrolls_with_a_wheel(self):
        self.opened()
        self._measure(lambda: [self.wheel_on("phone-a", delta, 80) for delta in [80, -60, 90]])

    def scrolls_with_a_finger(self):
        self.opened()
        self.touches()
        self._measure(self._fling)
        self.touches(False)

    def _play(self):
        self.run("studio.seek(5);studio.play()")
        time.sleep(6)

    def _fling(self):
        for _ in range(8):
            self.drag_on("phone-a", 160, 0.15)
            time.sleep(0.6)

    def _busy(self):
        """Returns the seconds that the main thread has used of the processor, whatever other programs do."""
        metrics = self.cdp("Performance.getMetrics")["metrics"]
        return next(metric["value"] for metric in metrics if metric["name"] == "TaskDuration")

    def _measure(self, act):
        time.sleep(1)
        self.cdp("Performance.enable", timeDomain="threadTicks")
        self.run(FRAMES)
        before = self._busy()
        act()
        busy, times = self._busy() - before, self.value("frames_")
        self.cdp("Performance.disable")
        assert len(times) > 60
        gaps = sorted(later - earlier for earlier, later in zip(times, times[1:]))
        print(f"        {1000 * busy / len(gaps):.1f} ms of the processor a frame; frames are {median(gaps):.1f} ms"
              f" apart in the median, {gaps[len(gaps) * 95 // 100]:.1f} in the 95th percentile, {gaps[-1]:.1f} at most")
        self.is_silent()
