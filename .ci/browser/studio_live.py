"""Scrolls that are made: by a finger, the mouse, the wheel and keys; what needs the future; ten minutes."""
import time

from browser import MIDDLE, Keys, wait
from studio_page import Page

# Ten minutes of scrolling, as fast as the engines follow: the milliseconds of early and of late steps.
TEN_MINUTES = """
(async()=>{
  const settled=()=>new Promise(yes=>{const look=()=>studio.sides.some(s=>s.stepping||s.isBusy)
    ?setTimeout(look,0):yes();look()});
  const scroll=studio.scrolling();studio.pause();await settled();
  const times=[];
  for(let step=0;step<3600;step++){
    if(step%3===0)scroll.glide(step*7919%1801-840);
    const samples=[];
    for(let frame=0;frame<10;frame++)samples.push(...scroll.advance(1000/60));
    const begun=performance.now();
    for(const side of studio.sides)side.step(samples,[],scroll.seconds);
    await settled();
    times.push(performance.now()-begun);}
  studio.time=scroll.seconds;
  const median=part=>part.sort((a,b)=>a-b)[part.length>>1];
  done([scroll.seconds,median(times.slice(0,600)),median(times.slice(-600))]);
})().catch(error=>done([String(error)]))"""


class Live(Page):
    def follows_a_finger(self):
        self.opened()
        self.screen(390, 844, True)
        self.touches()
        self.open(self.file)
        for distance in [150, 180, 120, -100]:
            self.drag_on("phone-a", distance, 0.12)
            time.sleep(0.7)
        state = self.state()
        assert state["isLive"] and state["samples"] > 60 and not any(state["errors"])
        assert all(state["time"] - reached < 0.5 for reached in state["reached"])
        assert self.value("studio.scroll.samples.values.subarray(0,3*studio.scroll.samples.count)"
                          ".some((v,i)=>i%3===2&&v===1)"), "no sample has a finger on the screen"
        self.is_silent()
        self.scroll_is_its_trace()

    def follows_mouse_and_wheel(self):
        self.opened()
        x, y, _, height = self.run(MIDDLE, "phone-b")
        self.press_mouse("mousePressed", x, y + height / 3)
        for step in range(1, 13):
            time.sleep(1 / 60)
            self.press_mouse("mouseMoved", x, y + height / 3 - 10 * step)
        self.press_mouse("mouseReleased", x, y + height / 3 - 120)
        self.wheel_on("phone-a", 90, 20)
        time.sleep(0.5)
        self.tap("event-pressure")
        self.wheel_on("phone-b", -60, 10)
        self.focus("phone-a")
        self.press(Keys.PAGE_DOWN)
        time.sleep(1)
        assert self.value("studio.motion.offsetAt(studio.time)") > 100
        self.put("budget-a", "20")
        assert self.state()["isLive"]
        # Seeking back does not change the past: an event comes at the end.
        now = self.run("studio.pause();return studio.scroll.seconds")
        self.seek(0.5)
        self.tap("event-pressure")
        assert self.value("studio.setting.events.at(-1).time") > now
        self.run("studio.play()")
        time.sleep(0.3)
        self.scroll_is_its_trace()
        self.tap("recorded")
        self.settle()
        assert self.state()["mode"] == "Recorded"
        self.is_silent()

    def ends_in_the_middle_of_a_gesture(self):
        """A scroll that ends while the wheel still turns or the finger still moves is kept."""
        self.opened()
        self.wheel_on("phone-a", 60, 10)
        samples = self.run("document.getElementById('finish').click();return studio.scroll.samples.count")
        self.wheel_on("phone-a", 60, 3)
        state = self.state()
        assert state["mode"] == "Your scroll" and state["samples"] == samples
        time.sleep(0.5)
        x, y, *_ = self.run(MIDDLE, "phone-a")
        self.touches()
        self.drag(x, y, 60, 0.08, end="touchCancel")
        assert self.state()["isLive"] and not self.value("studio.scroll.isTouching")
        self.is_silent()

    def waits_for_the_end(self):
        """A side that needs the future says so during a scroll. At the end clairvoyant prefetching has the
        command's figures, and a policy that needs the future has a sentence, as in the command."""
        for name in ["clairvoyant", "belady", "belady-size"]:
            field = "prefetch-b" if name == "clairvoyant" else "policy-b"
            self.opened()
            self.put(field, name)
            self._future_is_told(field)
            self.wheel_on("phone-a", 80, 15)
            time.sleep(0.2)
            self.tap("event-pressure")
            self.wheel_on("phone-a", -80, 15)
            time.sleep(0.4)
            state = self.state()
            assert state["isLive"] and state["waits"] == [False, True]
            assert wait(lambda: self.text("state-b")) == "needs the future: waits for the end"
            assert state["figures"][0] and not state["figures"][1]
            self.tap("finish")
            self.until("!studio.sides[1].isWaiting")
            self.settle()
            self._future_is_told(field)
            if field == "prefetch-b":
                self.saved("save-trace")
                self.command_prints_the_same()
            self.is_silent()

    def _future_is_told(self, field):
        """B has figures with a prefetcher, and the sentence of the command with a policy."""
        if field == "prefetch-b":
            self.is_fine()
        else:
            state = self.state()
            assert "know the future" in state["errors"][1] and "know the future" in self.text("error-b")
            assert not state["errors"][0] and state["figures"][0]

    def lasts_ten_minutes(self):
        self.opened()
        seconds, first, last = self.result(TEN_MINUTES)
        self.is_fine()
        assert seconds > 595
        print(f"        {seconds:.0f} s; ten frames on both sides take {first:.1f} ms in the first minutes"
              f" and {last:.1f} ms in the last")
        self.scroll_is_its_trace()
        # A link would be too long: the page offers a file, which holds as much.
        before = self.state()
        self.tap("copy-link")
        self.until("document.getElementById('copy-dialog').open")
        assert "the limit is 32 kB" in self.text("copy-text") and not self.value("location.hash")
        self.saved("copy-save", "session.json")
        self.tap("copy-close")
        file = self.saved("save-session", "session.json")
        self.opened()
        self.run("document.getElementById('session-file').hidden=false")
        self.driver.find_element("id", "session-file").send_keys(str(file))
        time.sleep(0.5)
        self.settle()
        self.has_session_of(before)
