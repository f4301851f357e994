"use strict";
// One side's engine: takes settings and samples, and answers with figures, tale and pictures.

class EngineWorker {
  constructor(send) {
    this.send = send;
    this.engine = null;
    this.size = { columns: 600, rows: 160 };
    this.samples = [];
    this.events = [];
    this.isLive = false;
  }

  async receive(message) {
    try {
      if (message.type !== "open") await this.revive(message.type);
      await this[message.type](message);
    } catch (error) {
      // A failed live scroll ends; only a new request continues it.
      if (EngineWorker.isAsked(message.type)) this.isLive = false;
      this.send({ type: "error", id: message.id, message: EngineWorker.words(error) });
    }
  }

  // True if a message requests a run, and is no question about the last one.
  static isAsked(type) { return type !== "why" && type !== "trace"; }

  static words(error) {
    const text = String(error?.message ?? error);
    return text === "" ? "The engine has stopped without a message." : text;
  }

  async open({ module, scene }) {
    this.module = module;
    this.scene = scene;
    await this.start();
    const layouts = SceneText.layouts(scene).map((time) => ({
      time, rows: this.engine.items(time), view: this.engine.viewport(time),
    }));
    this.places = new Places(layouts[0].rows, layouts[0].view);
    this.lists = this.engine.lists();
    this.send({ type: "ready", lists: this.lists, layouts, motion: this.engine.motion() });
  }

  async start() {
    this.engine = await Engine.instantiate(this.module);
    this.engine.open(this.scene);
  }

  // An engine that has trapped is lost; another one takes its place.
  async revive(type) {
    if (this.engine?.isLost) await this.start();
    // A live scroll that was run as a recording replaced the scene.
    if (this.isElsewhere && EngineWorker.isAsked(type)) {
      this.isElsewhere = false;
      this.engine.open(this.scene);
    }
  }

  // A whole run of the recorded scroll: first its figures, and then, unless other settings have come
  // meanwhile, once more with a log for all that is drawn.
  async run({ id, setting, size }) {
    this.isLive = false;
    this.size = size;
    this.setting = setting;
    this.engine.configure(setting);
    this.engine.run({ log: false });
    this.send({ type: "figures", id, figures: this.engine.figures() });
    await new Promise((resolve) => { setTimeout(resolve); });
    if (this.newest !== id && performance.now() - (this.told ?? 0) < 300) return;
    this.engine.run();
    const { duration } = this.places.view;
    this.show(setting, duration, true).tellWhole(id, this.engine.takeLog(), duration, this.engine.logEnd);
    this.told = performance.now();
  }

  // The facts of a run that its log lacks: seconds between frames, the numbers of decode lanes and of
  // renditions of an image, and the seconds for which a late image fades in.
  facts(setting) {
    const device = this.lists.devices.find(({ name }) => name === setting.device);
    const [name] = setting.loader.split(":");
    const loader = this.lists.loaders.find((entry) => entry.name === name);
    const value = (key) => new RegExp(`:${key}=([^:]*)`).exec(setting.loader)?.[1]
      ?? loader?.settings.find((entry) => entry.name === key)?.standard ?? "";
    return {
      interval: 1 / (device?.hertz ?? 60), lanes: Number(value("lanes")) || device?.cores || 2,
      renditions: ["", "none"].includes(value("variants")) ? 1 : 2, fade: Number(value("fadeDuration")) || 0,
    };
  }

  show(setting, span, isOver) {
    this.shown = new Shown(this.send, this.places, this.size, this.facts(setting), span, isOver);
    return this.shown;
  }

  // Begins a live scroll, or repeats the one so far with other settings.
  live({ id, setting, size, samples, until, waits, isOver }) {
    this.isLive = true;
    this.size = size;
    this.samples = samples ? [samples] : this.samples;
    this.waits = waits;
    this.liveSetting = setting;
    if (waits) {
      if (isOver) this.finish({ id, until });
      else this.send({ type: "waiting", id });
      return;
    }
    this.begin(setting, this.samples[0] ?? [0, 0, 0]);
    this.show(setting, Math.max(30, until), false);
    this.pictured = 0;
    this.figured = 0;
    this.goOn(id, until, true);
    if (isOver) this.finish({ id, until });
  }

  // Begins a scroll with all samples and events so far.
  begin(setting, samples) {
    this.engine.configure({ ...setting, events: [] });
    this.engine.begin(samples[1]);
    let next = 3;
    for (const { time, kind } of setting.events) {
      let end = next;
      while (end < samples.length && samples[end] < time) end += 3;
      this.add(samples.subarray(next, end));
      this.engine.addEvent(time, kind);
      next = end;
    }
    if (next < samples.length) this.add(samples.subarray(next));
  }

  add(rows) {
    for (let at = 0; at < rows.length; at += 3) {
      this.engine.addSample(rows[at], rows[at + 1], rows[at + 2] === 1);
    }
  }

  // Continues a live scroll.
  step({ id, samples, events, until }) {
    if (samples.length > 0) this.samples.push(samples);
    if (this.waits) {
      const { liveSetting } = this;
      this.liveSetting = { ...liveSetting, events: [...liveSetting.events, ...events] };
      return;
    }
    if (!this.isLive) return;
    for (const { time, kind } of events) this.engine.addEvent(time, kind);
    this.add(samples);
    this.goOn(id, until, false);
  }

  goOn(id, until, isFresh) {
    this.engine.goOn(until);
    this.shown.tellMore(id, this.engine.takeLog(), isFresh, until);
    const now = performance.now();
    if (isFresh || now - this.figured > 200) {
      this.figured = now;
      this.send({ type: "figures", id, figures: this.engine.figures() });
    }
    if (isFresh || now - this.pictured > 250) {
      this.pictured = now;
      this.shown.drawUntil(id, until);
    }
  }

  // Ends a live scroll; settings that need the future run now.
  finish({ id, until }) {
    if (this.waits) {
      this.runWhole(id, until);
      return;
    }
    if (!this.isLive) return;
    this.engine.finish();
    this.send({ type: "figures", id, figures: this.engine.figures() });
    this.shown.tellMore(id, this.engine.takeLog(), false, until);
    this.shown.drawUntil(id, until);
  }

  // Runs settings that need the future, with the live scroll as a recording.
  runWhole(id, until) {
    const whole = this.samples.flatMap((rows) => [...rows]);
    // Set before the call, since no scene is open if this one is refused.
    this.isElsewhere = true;
    this.engine.open(SceneText.recorded(this.scene, whole, this.liveSetting.events));
    this.engine.configure({ ...this.liveSetting, events: [] });
    this.engine.run();
    this.send({ type: "figures", id, figures: this.engine.figures() });
    this.show(this.liveSetting, until, true).tellWhole(id, this.engine.takeLog(), until, this.engine.logEnd);
  }

  // Draws for another size of the window.
  resize({ id, size }) {
    this.size = size;
    this.shown?.resize(id, size);
  }

  why({ id, item, time }) {
    this.send({ type: "why", id, item, time, text: this.engine.why(item, time) });
  }

  trace({ id }) {
    this.send({ type: "trace", id, text: this.engine.trace() });
  }

  // The figures of several settings, for comparisons, without their logs.
  async try({ id, settings }) {
    const { history } = this.engine;
    const found = [];
    for (const setting of settings) {
      try {
        await this.revive("try");
        this.engine.configure(setting);
        this.engine.run({ log: false });
        found.push(this.engine.figures());
      } catch (error) {
        found.push({ error: EngineWorker.words(error) });
      }
    }
    this.send({ type: "tried", id, found });
    // Later questions are about the run on the page, so it is restored.
    if (!this.setting) return;
    try {
      await this.revive("try");
      this.engine.configure(this.setting);
      this.engine.history = history;
    } catch {
      // The page already shows this error.
    }
  }
}

function startWorker() {
  const worker = new EngineWorker((message, transfer) => self.postMessage(message, transfer ?? []));
  let turn = Promise.resolve();
  self.onmessage = ({ data }) => {
    if (data.type === "run" || data.type === "live") worker.newest = data.id;
    turn = turn.then(() => worker.receive(data));
  };
}
