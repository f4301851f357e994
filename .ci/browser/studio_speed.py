"""The times until the page answers, and of its frames while it scrolls: printed, without a limit.

`.ci/release/studio-equality` measures how fast the engine answers to a slider.
"""
import time
from statistics import median_high

from studio_page import Page

# Notes the time of each frame.
FRAMES = "times=[];(function note(time){times.push(time);requestAnimationFrame(note)})(performance.now())"


class Speed(Page):
    def opens(self):
        times = []
        for _ in range(5):
            self.opened()
            times.append(self.value("performance.getEntriesByName('first-answer')[0].startTime"))
        print(f"        first answer after {median_high(times):.0f} ms, the median of 5")

    def scrolls(self):
        for hands in [self._play, self._wheel, self._fling]:
            self.opened()
            self.touches(hands == self._fling)
            # On the processor's clock, which other programs do not slow down.
            self.cdp("Performance.enable", timeDomain="threadTicks")
            self.run(FRAMES)
            before = self._busy()
            hands()
            busy, times = self._busy() - before, self.value("times")
            self.cdp("Performance.disable")
            assert len(times) > 60
            gaps = sorted(later - earlier for earlier, later in zip(times, times[1:]))
            print(f"        {hands.__name__}: {1000 * busy / len(gaps):.1f} ms of the main thread a frame, "
                  f"frames {median_high(gaps):.1f} ms apart in the median and {gaps[-1]:.1f} at most")
            self.is_silent()

    def _busy(self):
        metrics = self.cdp("Performance.getMetrics")["metrics"]
        return next(metric["value"] for metric in metrics if metric["name"] == "TaskDuration")

    def _play(self):
        self.run("studio.seek(5);studio.play()")
        time.sleep(6)

    def _wheel(self):
        for delta in [80, -60, 90]:
            self.wheel_on("phone-a", delta, 80)

    def _fling(self):
        for _ in range(8):
            self.drag_on("phone-a", 160, 0.15)
            time.sleep(0.6)
