"""Scrolls that are made: by a finger, the mouse, the wheel and keys; what needs the future; ten minutes."""
import time

from browser import MIDDLE, require, wait
from studio_page import Studio

OFFSET = "return studio.motion.offsetAt(studio.time)"

# Ten minutes of scrolling, as fast as the engines follow: the milliseconds of a step at the start and at the end.
TEN_MINUTES = """const done=arguments[arguments.length-1];
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
  done([scroll.seconds,scroll.samples.count,times,studio.sides.map(s=>s.error)]);
})().catch(error=>done([String(error)]))"""


class Live(Studio):
    def follows_a_finger(self):
        self.browser.screen(390, 844, True, 2)
        self.browser.touches()
        self.page.open(self.file)
        for distance in [150, 180, 120, -100]:
            self.page.drag("phone-a", distance, 0.12)
            time.sleep(0.7)
        state = self.page.state()
        require(state["isLive"] and state["samples"] > 60, f"a finger made {state['samples']} samples")
        require(not any(state["errors"]), f"the page says {state['errors']}")
        require(all(state["time"] - reached < 0.5 for reached in state["reached"]),
            f"at {state['time']} s the sides are at {state['reached']}")
        require(
            self.browser.run("return studio.scroll.samples.values.subarray(0,3*studio.scroll.samples.count)"
                             ".some((v,i)=>i%3===2&&v===1)"), "no sample has a finger on the screen")
        self.browser.is_silent("a finger")
        self.is_the_trace("a finger")

    def follows_mouse_and_wheel(self):
        self.opened()
        self.page.drag_with_mouse("phone-b", 120)
        self.page.wheel("phone-a", 90, 20)
        time.sleep(0.5)
        self.page.tap("event-pressure")
        self.page.wheel("phone-b", -60, 10)
        self.page.focus("phone-a")
        self.browser.press("\ue00f")  # Page Down
        time.sleep(1)
        offset = self.browser.run(OFFSET)
        require(offset > 100, f"mouse, wheel and keys lead to {offset} points")
        self.page.put("budget-a", "20")
        require(self.page.state()["isLive"], "another budget ends the scroll")
        self.event_at_the_end_of_what_is_known()
        self.is_the_trace("mouse and wheel")
        self.page.tap("recorded")
        self.page.settle()
        require(self.page.state()["mode"] == "Recorded", "the recording does not come back")
        self.browser.is_silent("mouse and wheel")

    def event_at_the_end_of_what_is_known(self):
        """Seeking back in a live scroll does not change the past: an event comes at the end."""
        now = self.browser.run("studio.pause();return studio.scroll.seconds")
        self.page.seek(0.5)
        self.page.tap("event-pressure")
        times = self.browser.run("return studio.setting.events.map(e=>e.time)")
        require(times[-1] > now, f"at {now} s an event was put at {times[-1]} s")
        self.browser.run("studio.play()")
        time.sleep(0.3)

    def ends_in_the_middle_of_a_gesture(self):
        """Whose scroll ends while the wheel still turns or the finger still moves keeps it."""
        self.opened()
        self.page.wheel("phone-a", 60, 10)
        samples = self.browser.run("document.getElementById('finish').click();return studio.scroll.samples.count")
        self.page.wheel("phone-a", 60, 3)
        state = self.page.state()
        require(state["mode"] == "Your scroll" and state["samples"] == samples,
            f"a wheel that turns on makes it '{state['mode']}' with {state['samples']} of {samples} samples")
        time.sleep(0.5)
        x, y, _, _ = self.browser.run(MIDDLE, "phone-a")
        self.browser.touches()
        self.browser.touch("touchStart", (x, y))
        for step in range(1, 6):
            self.browser.touch("touchMove", (x, y - 12 * step))
        self.browser.touch("touchCancel")
        state = self.page.state()
        require(state["isLive"], "a finger makes no other scroll")
        require(not self.browser.run("return studio.scroll.isTouching"), "a touch that was cancelled goes on")
        self.browser.is_silent("gestures that end")

    def waits_for_the_end(self):
        """Policies and prefetchers that need the future say so during a live scroll. At its end clairvoyant has the command's
        figures; the policies that need it say what the command says, which runs none of them."""
        for field, name, runs in [("prefetch-b", "clairvoyant", True),
                ("policy-b", "belady", False), ("policy-b", "belady-size", False)]:
            self.opened()
            self.page.put(field, name)
            self.future_is_told(name, runs)
            self.page.wheel("phone-a", 80, 15)
            time.sleep(0.2)
            self.page.tap("event-pressure")
            self.page.wheel("phone-a", -80, 15)
            time.sleep(0.4)
            state = self.page.state()
            require(state["isLive"], f"{name}: the wheel makes no scroll")
            require(state["waits"] == [False, True], f"{name}: who waits for the end is {state['waits']}")
            told = wait(lambda: self.page.text("state-b"))
            require(told == "needs the future: waits for the end", f"{name}: B says '{told}'")
            require(state["figures"][0] and not state["figures"][1], f"{name}: {state['figures'][1]} before the end")
            self.page.tap("finish")
            wait(lambda: not self.page.state()["waits"][1])
            self.page.settle()
            self.future_is_told(name, runs)
            if runs:
                self.trace()
                self.command_prints(name)
            self.browser.is_silent(name)

    def future_is_told(self, name, runs):
        """B has figures, or the sentence of the command."""
        state = self.page.state()
        if runs:
            require(state["figures"][1] and not any(state["errors"]), f"{name}: B says '{state['errors'][1]}'")
            return
        require("know the future" in state["errors"][1], f"{name}: B says '{state['errors'][1]}'")
        require("know the future" in self.page.text("error-b"), f"{name}: nothing stands beside B")
        require(not state["errors"][0] and state["figures"][0], f"{name}: A says '{state['errors'][0]}'")

    def lasts_ten_minutes(self):
        self.opened()
        self.browser.driver.set_script_timeout(240)
        result = self.browser.driver.execute_async_script(TEN_MINUTES)
        self.browser.driver.set_script_timeout(60)
        require(len(result) == 4 and not any(result[3]), f"it ends with {result}")
        seconds, samples, times, _ = result
        require(seconds > 595, f"the scroll is {seconds} s long")
        median = lambda part: sorted(part)[len(part) // 2]
        print(
            f"        {seconds:.0f} s, {samples} samples; ten frames on both sides take {median(times[:600]):.1f} ms in the"
            f" first minutes and {median(times[-600:]):.1f} ms in the last")
        self.is_the_trace("ten minutes")
        self.long_session_is_a_file()

    def long_session_is_a_file(self):
        """A link that would be too long says so, and offers a file, which holds as much."""
        before = self.page.state()
        self.page.tap("copy-link")
        told = wait(lambda: self.browser.run(
            "return document.getElementById('copy-dialog').open&&document.getElementById('copy-text').textContent"))
        require(told and "the limit is 32 kB" in told, f"of a link that is too long it says '{told}'")
        require(not self.browser.run("return location.hash"), "a link that is too long stands in the address")
        file = self.page.saved("copy-save", "session.json")
        self.page.tap("copy-close")
        self.opened()
        self.open_session(file)
        after = self.page.state()
        for part in ["setting", "figures", "samples"]:
            require(before[part] == after[part], f"{part} was {before[part]} and is {after[part]} from a file")
        print(f"        {told.split('.')[0]}; the file has {file.stat().st_size / 1000:.0f} kB")

    def check(self, checks):
        checks.all("live", self.follows_a_finger, self.follows_mouse_and_wheel, self.ends_in_the_middle_of_a_gesture,
                   self.waits_for_the_end, self.lasts_ten_minutes)
