"use strict";

// The simulation in a worker or in node: a thin wrapper around the WebAssembly module.
//
// takeLog() gives rows of seven numbers: seconds, a kind (Engine.kinds), and a to e, unused ones 0.
// Items, images ("picture / variants" is the image, with two variants only where a loader swaps
// renditions), keys (images as the cache sees them) and loads (serial numbers, never used twice) are
// numbers from 0; times are in seconds, bytes in bytes, shares in parts of the viewport.
//
//   kind              a               b              c             d              e
//   frame             presented at    1 late         blank         soft           wrong
//                                     + 2 presented
//   repeated          frames like the one before, one a vsync
//   appeared, left    item
//   asked             item            key            outcome       load
//   keptOld           item            picture
//   displayed         item            picture        1 low
//                                                    + 2 wrong
//   misplaced         item            picture
//   late, unfinished  item            reason         waited        longest wait   of that kind
//   readOnMain        item or -1      key
//   started           load            key            picture       item           1 prefetch
//   queued            load            queue
//   stage             load            stage          lane          job or -1
//   done              load            stage          lane
//   cancelled         load
//   transferFailed    load            failure
//   finished          load            1 failed
//   writing           key             until
//   stored            key             1 taken        1 prefetched  bytes
//   removed           key             removal        bytes
//   purged            picture         bytes
//   pagedOut          bytes
//   system            event           image or -1
//   warning           the app gets a memory warning
//   killedBackgroundApps  how many
//   footprint         bytes
//   launched          preloading
//   pressure          0 normal, 1 warning, 2 critical: the cache hears of it
//   ended             death
//   work              milliseconds of the main thread for the frame of the row before:
//                     all             cells          reading       decoding       upload
//
// What outcome, reason, wait, queue, stage, job, failure, removal, event and death mean is in
// Engine.words, by number. A frame's row comes when its account is closed, after what happened in it.

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
  static kinds = Object.freeze(Object.fromEntries([
    "frame", "repeated", "appeared", "left", "asked", "keptOld", "displayed", "misplaced", "late",
    "unfinished", "readOnMain", "started", "queued", "stage", "done", "cancelled", "transferFailed",
    "finished", "writing", "stored", "removed", "purged", "pagedOut", "system", "warning",
    "killedBackgroundApps", "footprint", "launched", "pressure", "ended", "work",
  ].map((name, number) => [name, number])));

  static words = Object.freeze({
    outcome: ["hit", "live", "joined", "started", "givenUp"],
    reason: [
      "neverAsked", "askedLate", "cancelled", "refused", "evictedUnused", "evicted", "purged",
      "expired", "failed", "killed",
    ],
    wait: ["queue", "flash", "network", "backOff", "decode", "nextFrame", "mainThread"],
    queue: ["held", "gate", "backOff", "mainThread", "network", "flash", "lanes"],
    stage: ["transferring", "reading", "decoding"],
    job: ["encode", "decode", "mask", "composition"],
    failure: ["timedOut", "refused", "offline"],
    removal: [
      "cost", "count", "pressure", "background", "expired", "replaced", "removed", "discarded",
      "leftRange",
    ],
    event: [
      "normal", "warning", "critical", "background", "foreground", "tap", "relaunch", "offline",
      "online", "externalPressure", "rotate", "insert", "change", "beginAccess", "endAccess",
      "useContent",
    ],
    death: [null, "memory", "slowLaunch", "hang"],
  });

  /** Numbers in a row of the log. */
  static rowLength = 7;

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
    this.#setting = Engine.#readSetting(this.#text());
    this.#defaults = structuredClone(this.#setting);
    this.#history = [];
  }

  #setting = null;
  #defaults = null;

  /** What is set, in the form of `configure`. */
  get setting() { return structuredClone(this.#setting); }

  /**
   * Sets what is given and leaves the rest; a scroll that goes on is given up. `budget` is bytes, null
   * for no limit or "own" for the loader's; `policy` may be "own"; `prefetch`, `side` and `format` are
   * null for the loader's own and the images as they are; `events` come in addition to the trace's.
   */
  configure(changes) {
    const setting = { ...this.#setting, ...changes };
    if (setting.budget === undefined) setting.budget = "own";
    for (const name of ["prefetch", "side", "format"]) setting[name] ??= null;
    this.#write(Engine.#settingText(setting));
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

  /** Rows of seven numbers, of what happened since the last call; see above. */
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
        : "what it was asked for is beyond what it can count or hold";
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

  static #settingText(setting) {
    // Line breaks would be further settings.
    const line = (name, value) => `${name} ${String(value).replace(/[\r\n]+/g, " ")}\n`;
    const whole = (value, name) => {
      if (!Number.isSafeInteger(value) || value < 0) {
        throw new EngineError(`${name} is '${value}'; expected a whole number`);
      }
      return value;
    };
    const budget = setting.budget === null ? "none"
      : setting.budget === "own" ? "own" : whole(setting.budget, "the budget");
    let text = line("policy", setting.policy) + line("budget", budget)
      + line("on", setting.device) + line("over", setting.network) + line("loader", setting.loader);
    if (setting.prefetch !== null) text += line("prefetch", setting.prefetch);
    if (setting.side !== null) text += line("side", whole(setting.side, "the size of images"));
    if (setting.format !== null) text += line("format", setting.format);
    text += line("seed", whole(setting.seed, "the seed"));
    for (const { time, kind } of setting.events) {
      const nanoseconds = Math.round(time * 1e9);
      text += line("event", `${whole(nanoseconds, "the time of an event in nanoseconds")} ${kind}`);
    }
    return text;
  }

  static #readSetting(text) {
    const setting = { prefetch: null, side: null, format: null, events: [] };
    for (const line of text.split("\n").slice(0, -1)) {
      const space = line.indexOf(" ");
      const [name, value] = [line.slice(0, space), line.slice(space + 1)];
      switch (name) {
        case "on": setting.device = value; break;
        case "over": setting.network = value; break;
        case "side": case "seed": setting[name] = Number(value); break;
        case "budget":
          setting.budget = value === "own" ? "own" : value === "none" ? null : Number(value);
          break;
        case "event": {
          const [time, ...kind] = value.split(" ");
          setting.events.push({ time: Number(time) / 1e9, kind: kind.join(" ") });
          break;
        }
        default: setting[name] = value;
      }
    }
    return setting;
  }
}

// In node; in a page and in a worker story.js is one of the scripts. A page has an element `module`.
if (typeof require === "function") {
  module.exports = { Engine, EngineError };
  globalThis.Engine = Engine;
  globalThis.Story = require("./story.js").Story;
}
