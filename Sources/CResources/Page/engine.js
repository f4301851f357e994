"use strict";

// The simulation in a worker or in node: a thin wrapper around the WebAssembly module.

/** What the engine cannot do; the message is a sentence. */
class EngineError extends Error {
  constructor(message, isLost = false) {
    super(message);
    this.name = "EngineError";
    /** Whether the instance is lost, and another one has to be made. */
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
   * Opens a scene, in which its own settings hold.
   * @param {string} sceneText what `scrollsim studio` has written
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
   * Sets what is given and leaves the rest; a scroll that goes on is given up. `budget` is bytes, null
   * for no limit or "own" for the loader's; `policy` may be "own"; `prefetch`, `side` and `format` are
   * null for the loader's own and the images as they are; `events` come in addition to the trace's.
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

  /** Begins a scroll that goes on, at an offset in points. */
  begin(offset = 0) {
    this.#history = [];
    this.#call("studio_begin", Number(offset));
  }

  addSample(seconds, offset, isTouching) {
    this.#call("studio_sample", Number(seconds), Number(offset), isTouching ? 1 : 0);
  }

  /** Something happens to the app: "warning", "background", "foreground", "relaunch", "offline" ... */
  addEvent(seconds, kind) {
    this.#write(String(kind));
    this.#call("studio_event", Number(seconds));
  }

  /** Simulates up to a time; if the last sample is before it, the content has rested since. */
  goOn(seconds) { this.#call("studio_go_on", Number(seconds)); }

  /** Ends the scroll at its last sample. */
  finish() { this.#call("studio_finish"); }

  /**
   * The figures of the run as `scrollsim run --format json` has them, by name, with `parts` and
   * `killed`; of a scroll that goes on those so far.
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

  /** Rows of numbers, of what happened since the last call; see enginelog.js. */
  takeLog() {
    this.#call("studio_log");
    const end = this.#text();
    this.logEnd = end === "" ? null : Number(end);
    const rows = this.#numbers();
    if (rows.length > 0) this.#history.push(rows);
    return rows;
  }

  // What was taken of the log of this run: pieces, for stories.
  #history = [];

  /** The pieces of the log that `why` reads; to put them back after other runs saves a run. */
  get history() { return this.#history; }

  set history(pieces) { this.#history = pieces; }

  /** Why an item shows what it shows at a time: a few sentences, from what was taken of the log. */
  why(item, seconds) { return new Story(this.#history).text(item, seconds); }

  /** When the log was cut for its length, in seconds; null if it is whole. */
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

  /** What there is to choose from, and as `defaults` what the scene came with. */
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
   * @param {Int32Array} requests images, numbered in the order in which they are first asked for
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

  /** Whether the instance has stopped, and another one has to be made. */
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

  /** A trap loses the instance: nothing is known of its memory. */
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
