"use strict";
// Play, pause, the slider of time, and the keys of the page.

class Transport {
  constructor(studio) {
    this.studio = studio;
    this.play = Page.find("play");
    this.scrub = Page.find("scrub");
    this.clock = Page.find("clock");
    this.play.addEventListener("click", () => studio.isPlaying ? studio.pause() : studio.play());
    this.scrub.addEventListener("input", () => {
      studio.guide?.interrupted();
      studio.pause();
      studio.seek(Number(this.scrub.value) / 1000 * studio.span);
      studio.stage.describe();
    });
    Page.find("rate").addEventListener("change", ({ target }) => { studio.rate = Number(target.value); });
    Page.find("finish").addEventListener("click", () => studio.finish());
    Page.find("recorded").addEventListener("click", () => studio.recorded());
    addEventListener("keydown", (event) => this.key(event));
  }

  key(event) {
    if (event.altKey || event.ctrlKey || event.metaKey || event.defaultPrevented) return;
    const { studio } = this;
    const { target } = event;
    const isTyping = target.closest("input:not([type=range]), select, textarea, dialog");
    const isSlider = target.matches("[id^=budget]");
    if (isTyping || isSlider) return;
    if (event.key === "Escape") {
      studio.why.close();
      return;
    }
    if (event.key === " ") {
      if (target.closest("button, summary, a")) return;
      event.preventDefault();
      if (studio.isPlaying) studio.pause();
      else studio.play();
      return;
    }
    const step = event.shiftKey ? 5 : .5;
    const moves = { ArrowLeft: -step, ArrowRight: step, Home: -Infinity, End: Infinity };
    const move = moves[event.key];
    if (move === undefined) return;
    event.preventDefault();
    studio.guide?.interrupted();
    studio.pause();
    studio.seek(studio.time + move);
    studio.stage.describe();
  }

  // The moment, on slider and clock.
  moment(isSlow) {
    const { studio } = this;
    const value = String(Math.round(studio.time / studio.span * 1000));
    if (this.scrub.value !== value) this.scrub.value = value;
    Page.text(this.clock, Words.time(studio.time));
    if (!isSlow) return;
    const text = `${Words.time(studio.time)} of ${Words.time(studio.duration)}`;
    if (text !== this.spoken) {
      this.spoken = text;
      this.scrub.setAttribute("aria-valuetext", text);
    }
  }

  show() {
    const { studio } = this;
    this.play.classList.toggle("playing", studio.isPlaying);
    this.play.setAttribute("aria-label", studio.isPlaying ? "Pause" : "Play");
    const mode = Page.find("mode");
    Page.text(mode, studio.isLive ? "Live" : studio.scroll ? "Your scroll" : "Recorded");
    mode.classList.toggle("live", studio.isLive);
    Page.find("finish").hidden = !studio.isLive;
    Page.find("recorded").hidden = !studio.scroll;
    studio.mustDraw = true;
  }
}
