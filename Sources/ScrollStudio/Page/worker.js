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
      // A scroll that failed goes on no further, until it is asked for anew.
      if (message.type !== "why" && message.type !== "trace") this.isLive = false;
      this.send({ type: "error", id: message.id, about: message.type, message: EngineWorker.words(error) });
    }
  }

  static words(error) {
    const text = String(error?.message ?? error);
    return text === "" ? "The engine has stopped without a word." : text;
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
    // For a scroll that was made the scene was another one.
    if (this.isElsewhere && type !== "why" && type !== "trace") {
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
    const begun = performance.now();
    this.engine.configure(setting);
    this.engine.run({ log: false });
    this.send({ type: "figures", id, figures: this.engine.figures(), took: performance.now() - begun });
    await new Promise((resolve) => { setTimeout(resolve); });
    if (this.newest !== id && performance.now() - (this.told ?? 0) < 300) return;
    this.engine.run();
    this.tell(id, setting, this.engine.takeLog(), this.places.view.duration);
    this.told = performance.now();
  }

  // What the log does not say of a run: seconds between two frames, how many decode lanes there are,
  // how many renditions an image may have, and how long one that comes late fades in.
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

  // The tale and the pictures of a run that is over.
  tell(id, setting, log, duration) {
    const facts = this.facts(setting);
    this.tale = new Tale(this.places.count);
    this.lanes = new LaneRaster(this.size.columns, facts.lanes, duration, true);
    new LogReader(this.places, this.tale, { change() {} }, this.lanes, facts).read(log);
    this.lanes.missing(duration, 0);
    this.map = new MapRaster(this.size.columns, this.size.rows, this.places.count, duration, true);
    this.map.redraw(this.tale, Math.min(duration, Math.max(this.tale.end, 0)));
    this.sendChunk(id, this.tale.chunk(0, 0), true);
    this.sendPicture(id);
  }

  // A scroll begins that is not known yet; or, with other settings, the one so far again.
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
    const begun = performance.now();
    this.begin(setting, this.samples[0] ?? [0, 0, 0]);
    const facts = this.facts(setting);
    this.tale = new Tale(this.places.count);
    const span = Math.max(30, until);
    this.lanes = new LaneRaster(this.size.columns, facts.lanes, span, false);
    this.map = new MapRaster(this.size.columns, this.size.rows, this.places.count, span, false);
    this.reader = new LogReader(this.places, this.tale, this.map, this.lanes, facts);
    this.sent = { changes: 0, frames: 0 };
    this.pictured = 0;
    this.figured = 0;
    this.goOn(id, until, true, begun);
    if (isOver) this.finish({ id, until });
  }

  // A scroll begins with all samples and events that there are.
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

  // The scroll went on.
  step({ id, samples, events, until }) {
    if (samples.length > 0) this.samples.push(samples);
    if (this.waits || !this.isLive) return;
    const begun = performance.now();
    for (const { time, kind } of events) this.engine.addEvent(time, kind);
    this.add(samples);
    this.goOn(id, until, false, begun);
  }

  goOn(id, until, isFresh, begun) {
    this.engine.goOn(until);
    this.reader.read(this.engine.takeLog());
    const { changes, frames } = this.sent;
    const chunk = this.tale.chunk(changes, frames);
    this.sent = { changes: this.tale.times.count, frames: this.tale.frames.count };
    this.sendChunk(id, chunk, isFresh, until);
    const now = performance.now();
    if (isFresh || now - this.figured > 200) {
      this.figured = now;
      this.send({ type: "figures", id, figures: this.engine.figures(), took: now - begun });
    }
    if (isFresh || now - this.pictured > 250) {
      this.pictured = now;
      this.picture(id, until);
    }
  }

  picture(id, until) {
    if (this.map.isStale) this.map.redraw(this.tale, until);
    else this.map.reach(until);
    this.sendPicture(id);
  }

  // The scroll is over: what needs the future can be run now.
  finish({ id, until }) {
    if (this.waits) {
      this.runWhole(id, until);
      return;
    }
    if (!this.isLive) return;
    this.engine.finish();
    this.send({ type: "figures", id, figures: this.engine.figures(), took: 0 });
    this.reader.read(this.engine.takeLog());
    const { changes, frames } = this.sent;
    this.sendChunk(id, this.tale.chunk(changes, frames), false, until);
    this.picture(id, until);
  }

  // What needs the future gets it: the scroll that was made, as if it had been recorded.
  runWhole(id, until) {
    const whole = this.samples.flatMap((rows) => [...rows]);
    this.engine.open(SceneText.recorded(this.scene, whole, this.liveSetting.events));
    try {
      this.engine.configure({ ...this.liveSetting, events: [] });
      this.engine.run();
      this.send({ type: "figures", id, figures: this.engine.figures(), took: 0 });
      this.tell(id, this.liveSetting, this.engine.takeLog(), until);
    } finally {
      this.isElsewhere = true;
    }
  }

  // The map for another size of the window.
  resize({ id, size }) {
    this.size = size;
    if (!this.tale || !this.map) return;
    const end = this.isLive ? this.tale.end : this.map.span;
    const map = new MapRaster(size.columns, size.rows, this.places.count, this.map.span, this.map.isOver);
    map.redraw(this.tale, Math.min(end, Math.max(this.tale.end, 0)));
    this.map = map;
    if (this.isLive) this.reader.map = map;
    this.sendPicture(id);
  }

  why({ id, item, time }) {
    this.send({ type: "why", id, item, time, text: this.engine.why(item, time) });
  }

  trace({ id }) {
    this.send({ type: "trace", id, text: this.engine.trace() });
  }

  // The figures of several settings, for what compares them; their logs are not wanted.
  try({ id, settings }) {
    const found = settings.map((setting) => {
      try {
        this.engine.configure(setting);
        this.engine.run({ log: false });
        return this.engine.figures();
      } catch (error) {
        return { error: EngineWorker.words(error) };
      }
    });
    // What is asked about the run on the page must still be known.
    if (this.setting) {
      this.engine.configure(this.setting);
      this.engine.run();
      this.engine.takeLog();
    }
    this.send({ type: "tried", id, found });
  }

  sendChunk(id, chunk, isFresh, until) {
    const { times, items, states, frames } = chunk;
    this.send(
      { type: "chunk", id, chunk, isFresh, until: until ?? this.tale.end },
      [times.buffer, items.buffer, states.buffer, frames.buffer]);
  }

  sendPicture(id) {
    const { map, lanes } = this;
    const cells = map.cells.slice();
    const busy = lanes.picture();
    const absent = lanes.picture(lanes.absent);
    const late = lanes.late.slice();
    this.send(
      {
        type: "picture", id, cells, columns: map.columns, rows: map.rows, span: map.span,
        first: map.first, last: map.last, busy, laneRows: lanes.height, laneColumns: lanes.columns, laneSpan: lanes.span,
        laneNames: lanes.names, absent, late,
      },
      [cells.buffer, busy.buffer, absent.buffer, late.buffer]);
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
