"use strict";
// The studio: a setting, two sides, a moment. Everything on the page follows from these.

class Studio {
  constructor(workerURL, module) {
    this.module = module;
    const answers = new Answers(this);
    const came = (side, what) => answers.came(side, what);
    this.sides = ["a", "b"].map((name) => new Side(name, workerURL, came));
    this.stage = new Stage(this);
    this.controls = new Controls(this);
    this.events = new EventList(this, (events, added) => this.eventsChanged(events, added));
    this.why = new Why(this);
    this.transport = new Transport(this);
    this.time = 0;
    this.rate = 1;
    this.isPlaying = false;
    // The live scroll, also after its end; null while the recorded one is shown.
    this.scroll = null;
    this.isLive = false;
    // True until the page has chosen the moment with which it opens.
    this.isOpening = false;
    this.lastFrame = 0;
    this.mustDraw = true;
  }

  // Opens a scene, and waits until both engines are ready; it does not run them.
  async load(text) {
    const parts = SceneText.parts(text);
    this.text = text;
    this.fingerprint = Words.fingerprint(parts.scene);
    this.facts = SceneText.facts(parts);
    this.pause();
    const whenReady = new Promise((resolve) => { this.ready = resolve; });
    for (const side of this.sides) side.open(this.module, parts.scene);
    await whenReady;
    const { places, lists } = this.sides[0];
    this.lists = lists;
    this.places = places;
    const { setting, faults } = SceneText.setting(this.facts, lists);
    if (faults.length > 0) Page.notice(Setting.fault("This page", faults));
    this.standard = this.setting = setting;
    this.scroll = null;
    this.isLive = false;
    this.time = 0;
    Page.text(Page.find("title"), this.facts.title || "A scroll, and two ways to cache its images");
    this.stage.load();
    this.controls.fillAll();
    this.controls.show(setting);
    this.events.show([]);
    this.transport.show();
  }

  // Makes the page ready for use.
  begin() {
    for (const side of this.sides) {
      const { phone } = this.stage.viewOf(side);
      new ScreenInput(phone.canvas, phone, this, (x, y) => this.why.click(side, x, y));
      for (const part of ["map", "lanes"]) new PlotInput(this, side, Page.find(`${part}-${side.name}`));
    }
    this.stage.begin();
    requestAnimationFrame((now) => this.frame(now));
  }

  // Settings

  // The limit of a side's cache in bytes; null is no limit. A loader's default depends on the device.
  limit({ budget, loader }) {
    if (budget !== "own") return budget;
    const device = this.lists.devices.findIndex(({ name }) => name === this.setting.device);
    const library = this.facts.libraries[Controls.split(loader)[0]];
    return library ? library.limits[device] ?? null : 2 ** 26;
  }

  set(change) {
    this.setting = Setting.changed(this.setting, change);
    this.controls.show(this.setting);
    if (change.events) this.events.show(this.setting.events);
    this.guide?.interrupted();
    this.run();
  }

  eventsChanged(events, added) {
    this.setting = { ...this.setting, events };
    this.guide?.interrupted();
    if (this.isLive) {
      for (const side of this.sides) side.step([], added, this.scroll.seconds);
      return;
    }
    this.run();
  }

  // Runs both sides with the current settings.
  run() {
    const { setting, scroll } = this;
    for (const side of this.sides) {
      const engine = Setting.forEngine(setting, side.name);
      const { size } = this.stage;
      if (scroll) {
        const waits = Setting.needsFuture(setting, side.name, this.lists);
        side.ask({
          type: "live", setting: engine, size, waits, until: scroll.seconds, isOver: !this.isLive,
          samples: scroll.samples.values.slice(0, scroll.samples.count * 3),
        });
      } else {
        side.ask({ type: "run", setting: engine, size });
      }
      this.why.forget();
    }
    this.titles();
    Page.text(Page.find("command"), "");
  }

  titles() {
    const limits = { a: this.limit(this.setting.a), b: this.limit(this.setting.b) };
    for (const { counters } of this.stage.views) counters.title(this, limits);
  }

  // True if the scroll or its events are not those of the page's trace.
  get isOwn() { return this.facts.path === "" || this.scroll !== null || this.setting.events.length > 0; }

  // The line of the command; empty while a side cannot run.
  get command() {
    if (this.sides.some(({ error }) => error !== "")) return "";
    return Setting.command(this.setting, this.isOwn ? Share.fileName : this.facts.path, this.facts.files);
  }

  // Restores a session from a link or a file.
  take({ setting, time, live }) {
    this.guide?.leave();
    this.setting = setting;
    this.isPlaying = false;
    this.isLive = false;
    const most = this.most;
    this.scroll = live ? LiveScroll.kept(live.samples, live.end, most) : null;
    this.time = Math.min(time, this.scroll ? this.scroll.seconds : this.places.view.duration);
    this.controls.show(setting);
    this.events.show(setting.events);
    this.run();
    this.transport.show();
    this.mustDraw = true;
  }

  // The live scroll

  get most() { return Math.max(0, this.places.view.contentLength - this.places.view.extent); }

  // The motion of the content, from the live scroll or the recorded one.
  get motion() { return this.scroll ? this.scroll.motion : this.sides[0].recorded; }

  // The moment for a new event: the one on the page, or the end of a live scroll so far.
  get moment() { return this.isLive ? this.scroll.seconds : this.time; }

  // Returns the live scroll. Without one, it begins one at the current moment, in place of the recorded.
  scrolling() {
    if (!this.isLive) {
      const offset = this.motion.offsetAt(this.time);
      this.guide?.interrupted();
      this.scroll = new LiveScroll(offset, this.most);
      this.isLive = true;
      this.time = 0;
      this.setting = { ...this.setting, events: [] };
      this.events.show([]);
      this.run();
      this.transport.show();
      Page.say("Live: the simulation follows your scroll.");
    }
    if (!this.isPlaying) this.play();
    return this.scroll;
  }

  finish() {
    if (!this.isLive) return;
    this.isLive = false;
    this.pause();
    // A side that is still working through new settings receives the end together with them.
    if (this.sides.some((side) => side.isBusy)) this.run();
    else for (const side of this.sides) side.finish(this.scroll.seconds);
    this.events.show(this.setting.events);
    this.transport.show();
    Page.say("The scroll has ended; its figures are final.");
  }

  recorded() {
    this.isLive = false;
    this.scroll = null;
    this.pause();
    this.time = 0;
    this.setting = { ...this.setting, events: [] };
    this.events.show([]);
    this.run();
    this.transport.show();
  }

  // Time

  get duration() { return this.scroll ? this.scroll.seconds : this.places.view.duration; }

  // The end of the time axis; for a live scroll it doubles now and then.
  get span() {
    if (!this.scroll) return this.places.view.duration;
    return Math.max(30, ...this.sides.map(({ picture }) => picture?.span ?? 0));
  }

  play() {
    if (this.isLive) this.time = this.scroll.seconds;
    else if (this.time >= this.duration - 1e-3) this.time = 0;
    this.isOpening = false;
    this.isPlaying = true;
    this.transport.show();
  }

  pause() {
    if (!this.isPlaying) return;
    this.isPlaying = false;
    this.transport.show();
    this.stage.describe();
  }

  seek(time) {
    this.isOpening = false;
    this.time = Math.min(Math.max(0, time), this.duration);
    this.mustDraw = true;
  }

  // One frame of the page: advances the time, and draws the changes.
  frame(now) {
    requestAnimationFrame((next) => this.frame(next));
    const passed = Math.min(LiveScroll.longestFrame, Math.max(0, now - this.lastFrame));
    this.lastFrame = now;
    if (this.isPlaying) this.goOn(passed);
    if (this.isPlaying || this.mustDraw) {
      this.mustDraw = false;
      this.stage.draw(now);
    }
    this.stage.states(now);
  }

  goOn(passed) {
    if (this.isLive) {
      const samples = this.scroll.advance(passed);
      this.time = this.scroll.seconds;
      if (samples.length > 0) for (const side of this.sides) side.step(samples, [], this.time);
      if (this.scroll.isFull) {
        this.finish();
        Page.say("This scroll is as long as a session can be: it has ended.", true);
      }
      return;
    }
    this.time += passed / 1000 * this.rate;
    if (this.time >= this.duration) {
      this.time = this.duration;
      this.pause();
    }
  }
}
