"""Scrolls that are made: by a finger, the mouse, the wheel and keys; what needs the future; ten minutes."""
import time

from studio_page import MIDDLE

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


class Live:
    def __init__(self, sharing):
        self.sharing = sharing
        self.page = sharing.page
        self.browser = sharing.browser
        self.require = sharing.require

    def follows_a_finger(self):
        self.browser.cdp(
            "Emulation.setDeviceMetricsOverride", width=390, height=844, deviceScaleFactor=2, mobile=True)
        self.browser.cdp("Emulation.setTouchEmulationEnabled", enabled=True)
        self.page.open(self.sharing.file)
        for distance in [150, 180, 120, -100]:
            self.page.drag("phone-a", distance, 0.12)
            time.sleep(0.7)
        state = self.page.state()
        self.require(state["isLive"] and state["samples"] > 60, f"a finger made {state['samples']} samples")
        self.require(not any(state["errors"]), f"the page says {state['errors']}")
        self.require(
            all(state["time"] - reached < 0.5 for reached in state["reached"]),
            f"at {state['time']} s the sides are at {state['reached']}")
        self.require(
            self.browser.run("return studio.scroll.samples.values.subarray(0,3*studio.scroll.samples.count)"
                             ".some((v,i)=>i%3===2&&v===1)"), "no sample has a finger on the screen")
        self.page.is_silent("a finger")
        self.sharing.is_the_trace("a finger")

    def follows_mouse_and_wheel(self):
        self.sharing.opened()
        self.page.drag_with_mouse("phone-b", 120)
        self.page.wheel("phone-a", 90, 20)
        time.sleep(0.5)
        self.browser.run("document.getElementById('event-pressure').click()")
        self.page.wheel("phone-b", -60, 10)
        self.page.focus("phone-a")
        self.page.press("\ue00f")  # Page Down
        time.sleep(1)
        offset = self.browser.run(OFFSET)
        self.require(offset > 100, f"mouse, wheel and keys lead to {offset} points")
        self.page.put("budget-a", "20")
        self.require(self.page.state()["isLive"], "another budget ends the scroll")
        self.event_at_the_end_of_what_is_known()
        self.sharing.is_the_trace("mouse and wheel")
        self.browser.run("document.getElementById('recorded').click()")
        self.page.settle()
        self.require(self.page.state()["mode"] == "Recorded", "the recording does not come back")
        self.page.is_silent("mouse and wheel")

    def event_at_the_end_of_what_is_known(self):
        """Who looks back while live cannot change the past: an event comes next."""
        now = self.browser.run("studio.pause();return studio.scroll.seconds")
        self.page.seek(0.5)
        self.browser.run("document.getElementById('event-pressure').click()")
        times = self.browser.run("return studio.setting.events.map(e=>e.time)")
        self.require(times[-1] > now, f"at {now} s an event was put at {times[-1]} s")
        self.browser.run("studio.play()")
        time.sleep(0.3)

    def ends_in_the_middle_of_a_gesture(self):
        """Whose scroll ends while the wheel still turns or the finger still moves keeps it."""
        self.sharing.opened()
        self.page.wheel("phone-a", 60, 10)
        samples = self.browser.run("document.getElementById('finish').click();return studio.scroll.samples.count")
        self.page.wheel("phone-a", 60, 3)
        state = self.page.state()
        self.require(
            state["mode"] == "Your scroll" and state["samples"] == samples,
            f"a wheel that turns on makes it '{state['mode']}' with {state['samples']} of {samples} samples")
        time.sleep(0.5)
        x, y, _, _ = self.browser.run(MIDDLE, "phone-a")
        self.browser.cdp("Emulation.setTouchEmulationEnabled", enabled=True)
        self.page.touch("touchStart", (x, y))
        for step in range(1, 6):
            self.page.touch("touchMove", (x, y - 12 * step))
        self.page.touch("touchCancel")
        state = self.page.state()
        self.require(state["isLive"], "a finger makes no other scroll")
        self.require(not self.browser.run("return studio.scroll.isTouching"), "a touch that was cancelled goes on")
        self.page.is_silent("gestures that end")

    def waits_for_the_end(self):
        """What needs the future says so while a scroll is made. At its end clairvoyant has the command's
        figures; the policies that need it say what the command says, which runs none of them."""
        for field, name, runs in [
            ("prefetch-b", "clairvoyant", True), ("policy-b", "belady", False), ("policy-b", "belady-size", False)
        ]:
            self.sharing.opened()
            self.page.put(field, name)
            self.future_is_told(name, runs)
            self.page.wheel("phone-a", 80, 15)
            time.sleep(0.2)
            self.browser.run("document.getElementById('event-pressure').click()")
            self.page.wheel("phone-a", -80, 15)
            time.sleep(0.4)
            state = self.page.state()
            self.require(state["isLive"], f"{name}: the wheel makes no scroll")
            self.require(state["waits"] == [False, True], f"{name}: who waits for the end is {state['waits']}")
            told = self.page.wait(lambda: self.page.text("state-b"))
            self.require(told == "needs the future: waits for the end", f"{name}: B says '{told}'")
            self.require(
                state["figures"][0] and not state["figures"][1], f"{name}: {state['figures'][1]} before the end")
            self.browser.run("document.getElementById('finish').click()")
            self.page.wait(lambda: not self.page.state()["waits"][1])
            self.page.settle()
            self.future_is_told(name, runs)
            if runs:
                self.sharing.trace()
                self.sharing.command_prints(name)
            self.page.is_silent(name)

    def future_is_told(self, name, runs):
        """B has figures, or the sentence of the command."""
        state = self.page.state()
        if runs:
            self.require(state["figures"][1] and not any(state["errors"]), f"{name}: B says '{state['errors'][1]}'")
            return
        self.require("know the future" in state["errors"][1], f"{name}: B says '{state['errors'][1]}'")
        self.require("know the future" in self.page.text("error-b"), f"{name}: nothing stands beside B")
        self.require(not state["errors"][0] and state["figures"][0], f"{name}: A says '{state['errors'][0]}'")

    def lasts_ten_minutes(self):
        self.sharing.opened()
        self.browser.driver.set_script_timeout(240)
        result = self.browser.driver.execute_async_script(TEN_MINUTES)
        self.browser.driver.set_script_timeout(60)
        self.require(len(result) == 4 and not any(result[3]), f"it ends with {result}")
        seconds, samples, times, _ = result
        self.require(seconds > 595, f"the scroll is {seconds} s long")
        median = lambda part: sorted(part)[len(part) // 2]
        print(
            f"        {seconds:.0f} s, {samples} samples; ten frames on both sides take {median(times[:600]):.1f} ms in the"
            f" first minutes and {median(times[-600:]):.1f} ms in the last")
        self.sharing.is_the_trace("ten minutes")
        self.sharing.long_session_is_a_file()

    def check(self, checks):
        checks.check("live: a finger, and its trace in the command", self.follows_a_finger)
        checks.check("live: mouse, wheel and keys", self.follows_mouse_and_wheel)
        checks.check("live: a scroll that ends in a gesture", self.ends_in_the_middle_of_a_gesture)
        checks.check("live: what needs the future waits for the end", self.waits_for_the_end)
        checks.check("live: ten minutes", self.lasts_ten_minutes)
