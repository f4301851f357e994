"use strict";
// One of the two sides: its worker, and the results of its run. Its functions do not block the page.

class Side {
  // Calls `changed(side, what)` when something has come from the worker.
  constructor(name, workerURL, changed) {
    this.name = name;
    this.workerURL = workerURL;
    this.changed = changed;
    this.figures = null;
    this.tale = null;
    this.picture = null;
    this.error = "";
    this.isBusy = false;
    this.isWaiting = false;
    this.reached = 0;
    this.id = 0;
    this.answers = new Map();
    // The newest request, which is sent once the worker has answered; older ones are dropped.
    this.pending = null;
    this.unsent = { samples: [], events: [], until: -1 };
    this.stepping = false;
    this.isLost = false;
    // The time at which the log of the run was cut; null if it was not.
    this.cut = null;
  }

  // Opens a scene without any results.
  open(module, scene) {
    this.opened = { module, scene };
    this.places = this.figures = this.tale = this.picture = this.pending = null;
    this.error = "";
    this.replace();
  }

  // Cancels the computation of the engine by replacing the engine.
  replace() {
    this.worker?.terminate();
    for (const answer of this.answers.values()) answer({ message: "The engine was stopped before it answered." });
    this.answers.clear();
    this.isLost = false;
    this.isBusy = false;
    this.worker = new Worker(this.workerURL);
    this.worker.onmessage = ({ data }) => this.receive(data);
    this.worker.onerror = (event) => {
      event.preventDefault();
      this.isLost = true;
      this.fail(`The engine of ${this.name.toUpperCase()} ${this.places ? "has stopped" : "cannot start"}: ${event.message ?? "no worker"}.`);
    };
    this.worker.postMessage({ type: "open", ...this.opened });
  }

  // `waited` is the time since the request without an answer, `unseen` that without drawings, in s.
  get waited() { return this.isBusy ? (performance.now() - this.asked) / 1000 : 0; }

  get unseen() {
    return this.isBusy || this.isDrawn ? this.waited : (performance.now() - this.asked) / 1000;
  }

  // True if the drawings are those of the last request, or will not come.
  get isDrawn() { return this.pictured === this.current || this.error !== "" || this.isWaiting; }

  // The figures of the current settings, if they are known.
  get known() { return this.error === "" ? this.figures : null; }

  // True if all results of the last request are known, or will not come.
  get isSettled() {
    return !this.isBusy && !this.pending && this.isDrawn;
  }

  // The content of the side's screen: `scroll` is a live one, or null for the recorded one.
  scene(scroll) {
    const { tale, layouts, recorded } = this;
    return scroll ? { tale, motion: scroll.motion, layoutAt: () => this.places }
      : { tale, motion: recorded, layoutAt: (time) => layouts.at(time) };
  }

  // Requests a run or a live session with these settings. An unsent request is replaced, and one that
  // takes long is cancelled.
  ask(message) {
    this.pending = { ...message, id: ++this.id };
    this.unsent = { samples: [], events: [], until: -1 };
    if (this.unseen > Side.patience) this.replace();
    if (!this.isBusy) this.sendPending();
  }

  sendPending() {
    if (!this.pending) return;
    if (this.isLost) this.replace();
    this.isBusy = true;
    this.stepping = false;
    this.asked = performance.now();
    this.current = this.pending.id;
    this.worker.postMessage(this.pending);
    this.pending = null;
  }

  // Continues a live scroll; while the worker computes a step, the next ones are collected.
  step(samples, events, until) {
    this.unsent.samples.push(...samples);
    this.unsent.events.push(...events);
    this.unsent.until = until;
    this.sendStep();
  }

  sendStep() {
    if (this.stepping || this.isBusy || this.unsent.until < 0) return;
    const { samples, events, until } = this.unsent;
    this.unsent = { samples: [], events: [], until: -1 };
    this.stepping = !this.isWaiting;
    this.worker.postMessage({
      type: "step", id: this.current, samples: Float64Array.from(samples), events, until,
    });
  }

  finish(until) {
    this.sendStepNow();
    this.worker.postMessage({ type: "finish", id: this.current, until });
    // A side that waited for the end runs now.
    if (!this.isWaiting) return;
    this.isBusy = true;
    this.asked = performance.now();
  }

  sendStepNow() {
    this.stepping = false;
    this.sendStep();
  }

  resize(size) {
    this.worker.postMessage({ type: "resize", id: this.current ?? 0, size });
  }

  // Sends a question that is answered once: `why`, `trace`, `try`.
  question(type, more) {
    return new Promise((resolve) => {
      const id = `${type} ${++this.id}`;
      this.answers.set(id, resolve);
      this.worker.postMessage({ type, ...more, id });
    });
  }

  receive(message) {
    const answer = this.answers.get(message.id);
    if (answer) {
      this.answers.delete(message.id);
      answer(message);
      return;
    }
    if (message.type === "error" && message.id === undefined) {
      this.fail(message.message);
      return;
    }
    if (message.type === "ready") {
      this.layouts = new Layouts(message.layouts);
      this.places = this.layouts.all[0];
      this.recorded = Motion.of(message.motion);
      this.lists = message.lists;
      this.changed(this, "ready");
      return;
    }
    // Answers for older settings are ignored.
    if (message.id !== this.current) return;
    switch (message.type) {
      case "error": this.fail(message.message); break;
      case "figures": this.figuresCame(message); break;
      case "picture": this.pictureCame(message); break;
      case "chunk": this.chunkCame(message); break;
      case "waiting": this.waits(); break;
    }
  }

  fail(text) {
    this.error = text;
    this.isWaiting = false;
    this.isBusy = false;
    this.stepping = false;
    this.changed(this, "failed");
    this.sendPending();
  }

  figuresCame({ id, figures }) {
    this.error = "";
    this.figured = id;
    this.isWaiting = false;
    this.figures = figures;
    this.isBusy = false;
    this.changed(this, "figures");
    this.sendPending();
  }

  waits() {
    this.error = "";
    this.isWaiting = true;
    this.isBusy = false;
    this.figures = null;
    this.cut = null;
    this.tale = new Tale(this.places.count);
    this.picture = null;
    this.changed(this, "waiting");
    this.sendPending();
  }

  chunkCame({ chunk, isFresh, until, cut }) {
    if (isFresh || !this.tale) this.tale = new Tale(this.places.count);
    this.tale.append(chunk);
    this.reached = until;
    this.cut = cut;
    this.stepping = false;
    this.isBusy = false;
    this.changed(this, "tale");
    this.sendPending();
    this.sendStep();
  }

  pictureCame(picture) {
    this.picture = picture;
    this.pictured = picture.id;
    this.changed(this, "picture");
  }
}
Side.patience = 2;
