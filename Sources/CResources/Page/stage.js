"use strict";
// The drawing of both screens, maps, lanes and the time at the moment of the studio.

class Stage {
  constructor(studio) {
    this.studio = studio;
    this.colors = new Colors();
    this.colors.changed = () => this.redraw();
    const pictures = new Pictures();
    this.views = ["a", "b"].map((name) => ({
      phone: new Phone(Page.find(`phone-${name}`), pictures), counters: new Counters(name),
      map: new Drawing(Page.find(`map-${name}`)), lanes: new Drawing(Page.find(`lanes-${name}`)), blanks: -1,
    }));
    this.heads = [...document.querySelectorAll(".plot .head")];
    this.ticks = new Ticks(Page.find("ticks"));
    this.slow = 0;
    this.stated = 0;
  }

  // Takes the layout of another scene.
  load() {
    for (const { phone } of this.views) {
      phone.places = this.studio.places;
      phone.forget();
    }
    this.measured = "";
    this.measure();
  }

  // Measures everything whenever the window changes its size.
  begin() {
    const sizes = new ResizeObserver(() => this.measure());
    for (const element of document.querySelectorAll("body > header, #notice, #stage, #transport")) sizes.observe(element);
    addEventListener("resize", () => this.measure());
  }

  viewOf(side) { return this.views[this.studio.sides.indexOf(side)]; }

  // Describes both screens to screen readers.
  describe() {
    for (const [index, side] of this.studio.sides.entries()) {
      const { phone } = this.views[index];
      if (!side.tale) continue;
      const blanks = phone.blanks(side.scene(this.studio.scroll), this.shownTime(side)).length;
      phone.canvas.setAttribute(
        "aria-label", `The screen of ${side.name.toUpperCase()} at ${Words.time(this.studio.time)}: `
          + `${Words.count(blanks, "blank cell", "blank cells")}`);
    }
  }

  shownTime(side) {
    return this.studio.isLive ? Math.min(this.studio.time, Math.max(side.reached, 0)) : this.studio.time;
  }

  view(side) {
    return {
      phone: this.viewOf(side).phone, time: this.shownTime(side), scene: side.scene(this.studio.scroll),
    };
  }

  // Measures the space for every part.
  measure() {
    if (!this.studio.places) return;
    // The style sheet needs the height above the settings and that of the time bar, which covers content.
    const { style: root } = document.documentElement;
    root.setProperty("--above", `${document.querySelector("main").offsetTop}px`);
    root.setProperty("--below", `${Page.find("transport").offsetHeight}px`);
    const map = Page.find("map-a").parentElement;
    const ratio = Math.min(2, window.devicePixelRatio || 1);
    const columns = 2 * Math.max(60, Math.min(700, Math.round(map.clientWidth * ratio / 2)));
    const rows = Math.max(40, Math.min(460, Math.round(map.clientHeight * ratio)));
    const side = document.querySelector(".side");
    const isNarrow = matchMedia("(max-width: 46rem)").matches;
    const style = getComputedStyle(side);
    const inner = side.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
    const width = isNarrow ? inner - 12 : Math.max(120, inner - 18 - 190);
    const height = isNarrow ? 330 : Math.min(640, Math.max(280, innerHeight * .83 - 400));
    const key = `${columns} ${rows} ${Math.round(width)} ${Math.round(height)} ${ratio}`;
    if (key === this.measured) return;
    this.measured = key;
    this.plotWidth = map.clientWidth;
    this.size = { columns, rows };
    for (const { phone } of this.views) phone.fit(width, height);
    for (const side of this.studio.sides) if (side.picture) side.resize(this.size);
    this.studio.mustDraw = true;
    this.ticksAreOld = true;
  }

  redraw() {
    for (const [index, side] of this.studio.sides.entries()) {
      this.views[index].phone.forget();
      if (side.picture) this.drawPicture(side, this.views[index]);
    }
    this.ticksAreOld = true;
    this.studio.mustDraw = true;
  }

  drawPicture(side, view) {
    const { picture, name } = side;
    view.map.map(picture, this.colors);
    view.lanes.lanes(picture, this.colors, Math.round(62 * Math.min(2, window.devicePixelRatio || 1)));
    Page.text(Page.find(`range-${name}`), `Items ${picture.first} to ${Math.round(picture.last) - 1}, downwards`);
    Page.text(Page.find(`span-${name}`), `0 to ${Words.time(picture.span)}`);
    const list = Page.find(`lane-names-${name}`);
    const names = picture.laneNames.join();
    if (list.lastNames !== names) {
      list.lastNames = names;
      list.replaceChildren(...picture.laneNames.map((label) => {
        const item = document.createElement("li");
        const text = document.createElement("span");
        text.textContent = label;
        item.append(text);
        return item;
      }));
    }
    this.ticksAreOld = true;
  }

  // Draws the changes since the last frame, and updates the texts a few times a second.
  draw(now) {
    const { studio } = this;
    const isSlow = !studio.isPlaying || now - this.slow > 90;
    if (isSlow) this.slow = now;
    for (const [index, side] of studio.sides.entries()) this.drawSide(side, this.views[index], isSlow);
    const place = Math.round(Math.min(1, studio.time / studio.span) * this.plotWidth * 4) / 4;
    if (place !== this.place) {
      this.place = place;
      for (const head of this.heads) head.style.transform = `translateX(${place}px)`;
    }
    studio.transport.moment(isSlow);
    if (!this.ticksAreOld) return;
    this.ticksAreOld = false;
    this.ticks.draw(studio.sides, studio.setting.events, studio.span, this.colors);
  }

  drawSide(side, view, isSlow) {
    if (!side.tale) return;
    const time = this.shownTime(side);
    const blanks = view.phone.draw(side.scene(this.studio.scroll), time, this.colors);
    if (!isSlow) return;
    const at = side.error === "" ? side.tale.frameAt(time) : -1;
    const frames = side.error === "" ? side.tale.frames.values : null;
    view.counters.moment(frames, at, time, this.studio.limit(this.studio.setting[side.name]) ?? Infinity);
    if (blanks !== view.blanks) {
      view.blanks = blanks;
      const button = Page.find(`why-${side.name}`);
      button.disabled = !(blanks > 0);
      Page.text(button, blanks > 0 ? `Why blank? (${blanks})` : "Why blank?");
    }
  }

  // Shows the state of each side: an error, the end of the app, or a wait.
  states(now) {
    if (now - this.stated < 120) return;
    this.stated = now;
    for (const [index, side] of this.studio.sides.entries()) {
      const behind = this.studio.isLive && this.studio.isPlaying ? this.studio.time - side.reached : 0;
      const killed = side.figures?.killed;
      const { state } = this.views[index].counters;
      state.classList.toggle("error", side.error !== "" || Boolean(killed));
      Page.text(state, side.error !== "" ? `Cannot run: ${side.error}`
        : killed ? `killed at ${Words.time(killed.atMilliseconds / 1000)}: ${killed.reason}`
        : side.unseen > Stage.long ? `computing for ${Math.floor(side.unseen)} s; any change cancels it`
        : side.waited > .15 ? "computing"
        : side.isWaiting ? "needs the future: waits for the end"
        : side.cut !== null ? `drawn until ${Words.time(side.cut)} only: the log is full`
        : behind > .25 ? `${behind.toFixed(1)} s behind` : "");
    }
  }
}
// Seconds after which a side shows the time of its computation.
Stage.long = 8;
