"use strict";

// The simulation in a worker or in node: a thin wrapper around the WebAssembly module.

/** An error of the engine; the message is a sentence. */
class EngineError extends Error {
  constructor(message, isLost = false) {
    super(message);
    this.name = "EngineError";
    /** True if the instance is lost and must be replaced. */
    this.isLost = isLost;
  }
}

class Engine {
  /**
   * An engine without a scene.
   * @param {Uint8Array} bytes the WebAssembly module
   */
  static async instantiate(bytes) {
    const { instance } = await WebAssembly.instantiate(bytes, {});
    return new Engine(instance.exports);
  }

  #module;
  #isLost = false;

  constructor(exports) { this.#module = exports; }

  /**
   * Opens a scene with the settings that it contains.
   * @param {string} sceneText the text that `scrollsim studio` has written
   */
  open(sceneText) {
    this.#write(sceneText);
    this.#call("studio_open");
    this.#setting = SettingLines.read(this.#text());
    this.#defaults = structuredClone(this.#setting);
    this.#history = [];
  }

  #setting = null;
  #defaults = null;

  /**
   * Changes the given settings, and cancels a live scroll. `budget` is bytes, null for no limit, or
   * "own" for the loader's default; `policy` may be "own", too. `prefetch` null is the loader's own;
   * `side` and `format` null keep the images of the trace. `events` are added to those of the trace.
   */
  configure(changes) {
    const setting = { ...this.#setting, ...changes };
    if (setting.budget === undefined) setting.budget = "own";
    for (const name of ["prefetch", "side", "format"]) setting[name] ??= null;
    this.#write(SettingLines.write(setting));
    this.#call("studio_configure");
    this.#setting = setting;
    this.#history = [];
  }

  /**
   * Runs the whole recorded trace.
   * @param {{log?: boolean}} options without a log it takes a fraction of the time
   */
  run({ log = true } = {}) {
    this.#history = [];
    this.#call("studio_run", log ? 1 : 0);
  }

  /** Begins a live scroll at an offset in points. */
  begin(offset = 0) {
    this.#history = [];
    this.#call("studio_begin", Number(offset));
  }

  addSample(seconds, offset, isTouching) {
    this.#call("studio_sample", Number(seconds), Number(offset), isTouching ? 1 : 0);
  }

  /** Adds a system event: "warning", "background", "foreground", "relaunch", "offline" ... */
  addEvent(seconds, kind) {
    this.#write(String(kind));
    this.#call("studio_event", Number(seconds));
  }

  /** Simulates up to a time; if the last sample is before it, the content has rested since. */
  goOn(seconds) { this.#call("studio_go_on", Number(seconds)); }

  /** Ends the scroll at its last sample. */
  finish() { this.#call("studio_finish"); }

  /**
   * The figures of the run by name, with `parts` and `killed`, as `scrollsim run --format json` prints
   * them; for a live scroll, the figures so far.
   */
  figures() {
    this.#call("studio_figures");
    const numbers = this.#numbers();
    const figures = { parts: {}, killed: null };
    this.#text().split("\n").slice(0, -1).forEach((line, row) => {
      const [kind, name, ...rest] = line.split(" ");
      switch (kind) {
        case "number": figures[name] = numbers[row]; break;
        case "null": figures[name] = null; break;
        case "word": figures[name] = rest.join(" "); break;
        case "part": (figures.parts[name] ??= {})[rest.join(" ")] = numbers[row]; break;
        default:
          figures.killed = {
            atMilliseconds: numbers[row], reason: [name, ...rest].join(" "),
          };
      }
    });
    return figures;
  }

  /** The rows of the log since the last call; see enginelog.js. */
  takeLog() {
    this.#call("studio_log");
    const end = this.#text();
    this.logEnd = end === "" ? null : Number(end);
    const rows = this.#numbers();
    if (rows.length > 0) this.#history.push(rows);
    return rows;
  }

  // The pieces of this run's log that takeLog() returned, for `why`.
  #history = [];

  /** The pieces of the log that `why` reads. To restore them after other runs saves a run. */
  get history() { return this.#history; }

  set history(pieces) { this.#history = pieces; }

  /** Explains in a few sentences what an item shows at a time, from the pieces of the log. */
  why(item, seconds) { return new Story(this.#history).text(item, seconds); }

  /** The time in seconds at which the log was cut for its length; null if it is whole. */
  logEnd = null;

  /** Rows of lead, cross, length, breadth and image, in points, as items lie at a time. */
  items(seconds = 0) {
    this.#call("studio_items", Number(seconds));
    return this.#numbers();
  }

  viewport(seconds = 0) {
    this.#call("studio_viewport", Number(seconds));
    const [extent, breadth, duration, contentLength, isHorizontal, images, items] =
      this.#numbers();
    return {
      extent, breadth, duration, contentLength, isHorizontal: isHorizontal !== 0, images, items,
      title: this.#text(),
    };
  }

  /** The samples of the recorded trace, in rows of seconds, offset and phase (0 idle, 1 tracking,
   * 2 decelerating). */
  motion() {
    this.#call("studio_motion");
    return this.#numbers();
  }

  /** The samples so far as a .scroll file, which gives the command the same figures. */
  trace() {
    this.#call("studio_trace");
    return this.#text();
  }

  /** The names to choose from, and as `defaults` the settings of the scene. */
  lists() {
    this.#call("studio_lists");
    const lists = {
      defaults: structuredClone(this.#defaults), policies: [], loaders: [], prefetchers: [],
      formats: [], devices: [], networks: [],
    };
    const places = {
      policy: lists.policies, loader: lists.loaders, prefetcher: lists.prefetchers,
      format: lists.formats, device: lists.devices, network: lists.networks,
    };
    let entry = null;
    for (const line of this.#text().split("\n").slice(0, -1)) {
      const [kind, name, ...rest] = line.split("\t");
      if (kind === "setting") {
        const [standard, expected, summary] = rest;
        entry.settings.push({ name, standard, expected, summary });
        continue;
      }
      const [summary, facts] = rest;
      entry = { name, summary, settings: [] };
      if (kind === "policy" || kind === "prefetcher") entry.needsFuture = facts === "future";
      if (kind === "loader") entry.hasCache = facts === "cache";
      if (kind === "format") entry.isCodec = facts === "codec";
      if (kind === "device") {
        const [width, height, scale, hertz, memory, appLimit, cores] = facts.split(" ").map(Number);
        Object.assign(entry, { width, height, scale, hertz, memory, appLimit, cores });
      }
      places[kind].push(entry);
    }
    return lists;
  }

  /**
   * Replays requests, each of size 1, with neither time nor screen.
   * @param {string} policy with its settings
   * @param {number} capacity images
   * @param {Int32Array} requests images, numbered in the order of their first requests
   */
  replay(policy, capacity, requests, seed = 0) {
    const name = new TextEncoder().encode(`${policy}\n`);
    const bytes = new Uint8Array(name.length + 4 * requests.length);
    bytes.set(name);
    const view = new DataView(bytes.buffer, name.length);
    requests.forEach((request, place) => view.setInt32(4 * place, request, true));
    this.#writeBytes(bytes);
    this.#call("studio_replay", capacity, seed);
    const [count, misses, refusals, removals] = this.#numbers();
    return { requests: count, misses, refusals, removals };
  }

  /** True if the instance has stopped and must be replaced. */
  get isLost() { return this.#isLost; }

  /** Bytes of the module's memory. */
  get memory() { return this.#module.memory.buffer.byteLength; }

  #write(text) { this.#writeBytes(new TextEncoder().encode(text)); }

  #writeBytes(bytes) {
    this.#guard();
    const most = 1 << 28;
    if (bytes.length > most) {
      throw new EngineError(`${bytes.length} bytes are more than the engine reads; expected ${most}`);
    }
    const place = this.#trap(() => this.#module.studio_input(bytes.length)) >>> 0;
    if (place === 0 && bytes.length > 0) throw new EngineError("there is no memory for the input");
    new Uint8Array(this.#module.memory.buffer, place, bytes.length).set(bytes);
  }

  #call(name, ...parameters) {
    this.#guard();
    const hasFailed = this.#trap(() => this.#module[name](...parameters));
    if (hasFailed !== 0) throw new EngineError(this.#text());
  }

  #guard() {
    if (this.#isLost) {
      throw new EngineError("the engine has stopped before; expected a new instance", true);
    }
  }

  /** Marks the instance as lost after a trap, since its memory may be in any state. */
  #trap(body) {
    try {
      return body();
    } catch (error) {
      this.#isLost = true;
      const cause = error instanceof RangeError
        ? "what it was asked for is too deep or too large"
        : "what it was asked for is more than a page can count or hold; `scrollsim run` may still do it";
      throw new EngineError(`the engine has stopped (${error.message}): ${cause}`, true);
    }
  }

  #text() {
    const count = this.#module.studio_text_count();
    if (count === 0) return "";
    const place = this.#module.studio_text() >>> 0;
    return new TextDecoder().decode(new Uint8Array(this.#module.memory.buffer, place, count));
  }

  /** A copy: the module's memory may move with the next call. */
  #numbers() {
    const count = this.#module.studio_number_count();
    if (count === 0) return new Float64Array(0);
    const place = this.#module.studio_numbers() >>> 0;
    return new Float64Array(this.#module.memory.buffer, place, count).slice();
  }
}

// In node; in a page and in a worker all scripts share their names.
if (typeof require === "function") {
  module.exports = { Engine, EngineError };
  Object.assign(
    globalThis, { EngineError }, require("./enginelog.js"), require("./settinglines.js"), require("./story.js"));
}
