"use strict";

// Explains in sentences, from the log, what an item shows at a moment.

class Story {
  /** @param {Float64Array[]} log pieces as takeLog() gave them, in order */
  constructor(log) { this.log = log; }

  /** Explains one appearance of an item: the one at a time, or the last before it. */
  text(item, time) {
    const visit = this.#visit(item, time);
    if (visit === null) return `Item ${item} has not been on screen by ${Story.moment(time)}.`;
    const sentences = [`Item ${item} came on screen at ${Story.moment(visit.appeared)}`];
    if (visit.asked !== null) sentences[0] += this.#before(visit);
    sentences[0] += ".";
    if (visit.asked !== null) sentences.push(...this.#answer(visit));
    for (const event of visit.events) sentences.push(event);
    if (visit.late !== null) sentences.push(visit.late);
    if (visit.left !== null) sentences.push(`It left the screen at ${Story.moment(visit.left)}.`);
    return sentences.join(" ");
  }

  /** The events of an item from its appearance on. */
  #visit(item, time) {
    const { kinds, words } = EngineLog;
    let visit = null;
    for (const { kind, at, row } of this.#rows()) {
      // The row of a frame, with its lateness, follows at its end.
      if (at > time && (visit === null || visit.isOver)) break;
      const [a, b, c, d, e] = row;
      switch (kind) {
        case kinds.appeared:
          if (a === item && at <= time) {
            visit = { appeared: at, asked: null, events: [], late: null, left: null, isOver: false };
          }
          break;
        case kinds.left:
          if (a === item && visit) {
            visit.left = at;
            visit.isOver = true;
          }
          break;
        case kinds.asked:
          if (a === item && visit && !visit.asked) {
            visit.asked = { at, key: b, outcome: words.outcome[c], load: d };
          }
          break;
        case kinds.displayed:
          if (a === item && visit && !visit.isOver) {
            const what = c >= 2 ? "another item's image" : c === 1 ? "a low rendition" : "its image";
            visit.events.push(`It got ${what} at ${Story.moment(at)}.`);
          }
          break;
        case kinds.misplaced:
          if (a === item && visit && !visit.isOver) {
            visit.events.push(`Its cell got a late image of another item at ${Story.moment(at)}.`);
          }
          break;
        case kinds.keptOld:
          if (a === item && visit) {
            visit.events.push("Until then its reused cell showed its old image.");
          }
          break;
        case kinds.late: case kinds.unfinished:
          if (a === item && visit && !visit.late) {
            const wait = Story.waits[words.wait[d]];
            visit.late = `In all it waited ${Story.span(c)}, the longest for ${wait}: ${Story.span(e)}.`;
            visit.isOver = true;
          }
          break;
      }
    }
    return visit;
  }

  /** The reason why the requested image was not in the cache, or that it was there. */
  #before({ appeared, asked }) {
    const { kinds, words } = EngineLog;
    if (asked.outcome === "hit") return ", and the cache had its image";
    if (asked.outcome === "live") return ", and its image was still held by another cell";
    let last = "which had not been there before";
    for (const { kind, at, row } of this.#rows()) {
      if (at > asked.at) break;
      if (row[0] !== asked.key) continue;
      if (kind === kinds.removed && at <= appeared) {
        const why = Story.removals[words.removal[row[1]]];
        last = `which the cache had evicted at ${Story.moment(at)} (${why})`;
      } else if (kind === kinds.stored && row[1] === 0) {
        last = `which the cache had refused at ${Story.moment(at)}`;
      }
    }
    return `, without its image, ${last}`;
  }

  /** The result of the load that it waited for. */
  #answer({ asked, left }) {
    const { kinds, words } = EngineLog;
    if (asked.outcome === "givenUp") {
      return ["Its download had failed before, and this loader does not try again."];
    }
    if (asked.outcome !== "joined" && asked.outcome !== "started") return [];
    if (asked.load === 0) return ["The main thread loaded it at once, and nothing else meanwhile."];
    const steps = [];
    let begun = null, queued = null;
    for (const { kind, at, row } of this.#rows()) {
      if (row[0] !== asked.load) continue;
      switch (kind) {
        case kinds.started: begun = at; break;
        case kinds.queued: queued = { at, queue: words.queue[row[1]] }; break;
        case kinds.stage: {
          const stage = words.stage[row[1]];
          const wait = queued && at > queued.at
            ? `, after waiting ${Story.span(at - queued.at)} for ${Story.queues[queued.queue]}` : "";
          steps.push(`${Story.stages[stage]} from ${Story.moment(at)}${wait}`);
          queued = null;
          break;
        }
        case kinds.transferFailed:
          steps.push(`failed (${words.failure[row[1]]}) at ${Story.moment(at)}`);
          break;
        case kinds.cancelled: steps.push(`cancelled at ${Story.moment(at)}`); break;
        case kinds.finished: steps.push(`ready at ${Story.moment(at)}`); break;
      }
    }
    if (queued) steps.push(`waiting for ${Story.queues[queued.queue]} since ${Story.moment(queued.at)}`);
    const head = asked.outcome === "joined"
      ? `It waited for a load that was under way since ${Story.moment(begun ?? asked.at)}`
      : "It was loaded";
    return [steps.length === 0 ? `${head}.` : `${head}: ${steps.join("; ")}.`];
  }

  *#rows() {
    const width = EngineLog.rowLength;
    for (const piece of this.log) {
      for (let place = 0; place < piece.length; place += width) {
        yield {
          at: piece[place], kind: piece[place + 1], row: piece.subarray(place + 2, place + width),
        };
      }
    }
  }

  static moment(seconds) { return `${seconds.toFixed(3)} s`; }

  static span(seconds) {
    return seconds < 1 ? `${Math.round(seconds * 1000)} ms` : `${seconds.toFixed(2)} s`;
  }

  static stages = { transferring: "downloaded", reading: "read", decoding: "decoded" };
  static queues = {
    held: "the limit of prefetches", gate: "a slower scroll", backOff: "the next try",
    mainThread: "the main thread", network: "a connection", flash: "the flash", lanes: "a lane",
  };
  static waits = {
    queue: "its turn", flash: "flash", network: "the network", backOff: "a retry",
    decode: "decoding", nextFrame: "the next frame", mainThread: "the busy main thread",
  };
  static removals = {
    cost: "no room", count: "too many", pressure: "memory was short", background: "the app left",
    expired: "too old", replaced: "replaced", removed: "removed", discarded: "discarded",
    leftRange: "too far away",
  };
}

if (typeof require === "function") module.exports = { Story };
