"use strict";
// The history of a run's screen: the states of items, and a row for every frame.

// The state of an item is one number: the content of its cell, and flags for its image in memory.
const State = {
  content: 7, away: 0, blank: 1, soft: 2, wrong: 3, shown: 4,
  resident: 8, prefetched: 16, loading: 32,
};

// The shade of a pixel of the map: the most important state in it.
const Shade = { none: 0, kept: 1, prefetched: 2, shown: 3, loading: 4, soft: 5, wrong: 6, blank: 7 };

const shadeOfState = new Uint8Array(64);
for (let state = 0; state < 64; state++) {
  const content = state & State.content;
  shadeOfState[state] =
    content === State.blank ? Shade.blank : content === State.wrong ? Shade.wrong
    : content === State.soft ? Shade.soft : content === State.shown ? Shade.shown
    : state & State.loading ? Shade.loading : state & State.prefetched ? Shade.prefetched
    : state & State.resident ? Shade.kept : Shade.none;
}

// The columns of a frame's row. The frame is on screen from `shown` on and shows the content of `start`.
// If the row represents several frames (`isMoving`), the content moves on with time. Sums run from the
// start of the run to `shown`.
const Frame = {
  shown: 0, start: 1, isMoving: 2, share: 3, missing: 4, cache: 5, footprint: 6, width: 7,
};

// Typed arrays that grow, each at least twice as long as before.
class Rows {
  constructor(type, width) {
    this.type = type;
    this.width = width;
    this.values = new type(64 * width);
    this.count = 0;
  }

  // Adds a number of rows; returns the start of the first.
  extend(rows) {
    const start = this.count * this.width;
    const needed = start + rows * this.width;
    if (needed > this.values.length) {
      const larger = new this.type(Math.max(needed, 2 * this.values.length));
      larger.set(this.values.subarray(0, start));
      this.values = larger;
    }
    this.count += rows;
    return start;
  }

  append(chunk) {
    const start = this.extend(chunk.length / this.width);
    this.values.set(chunk, start);
  }

  // The values from a row on, as a copy that can be transferred.
  since(row) {
    return this.values.slice(row * this.width, this.count * this.width);
  }
}

class Tale {
  constructor(items) {
    this.times = new Rows(Float64Array, 1);
    this.items = new Rows(Int32Array, 1);
    this.states = new Rows(Uint8Array, 1);
    this.before = new Rows(Int32Array, 1);
    this.frames = new Rows(Float64Array, Frame.width);
    // The last change of every item.
    this.last = new Int32Array(items).fill(-1);
    this.cursor = 0;
  }

  get end() {
    const { count, width, values } = this.frames;
    return count === 0 ? 0 : values[(count - 1) * width];
  }

  // Changes the state of an item from a moment on, or from its last change if that is later.
  change(time, item, state) {
    const previous = this.last[item];
    if (previous >= 0 && time < this.times.values[previous]) time = this.times.values[previous];
    const index = this.times.extend(1);
    for (const rows of [this.items, this.states, this.before]) rows.extend(1);
    this.times.values[index] = time;
    this.items.values[index] = item;
    this.states.values[index] = state;
    this.before.values[index] = previous;
    this.last[item] = index;
    return time;
  }

  // Appends the latest changes and frames of another tale.
  append(chunk) {
    const base = this.times.count;
    const { times, items, states } = chunk;
    this.times.append(times);
    this.items.append(items);
    this.states.append(states);
    const start = this.before.extend(items.length);
    const before = this.before.values;
    for (let index = 0; index < items.length; index++) {
      before[start + index] = this.last[items[index]];
      this.last[items[index]] = base + index;
    }
    this.frames.append(chunk.frames);
  }

  // The changes and frames from given rows on, for `append`.
  chunk(change, frame) {
    return {
      times: this.times.since(change), items: this.items.since(change),
      states: this.states.since(change), frames: this.frames.since(frame),
    };
  }

  stateAt(item, time) {
    const times = this.times.values, before = this.before.values;
    let index = this.last[item];
    while (index >= 0 && times[index] > time) index = before[index];
    return index < 0 ? 0 : this.states.values[index];
  }

  // The time at which the state of a moment began.
  since(item, time) {
    const times = this.times.values, before = this.before.values;
    let index = this.last[item];
    while (index >= 0 && times[index] > time) index = before[index];
    return index < 0 ? 0 : times[index];
  }

  // The moment whose content is on screen at a given one; -1 before the first frame.
  contentTime(time) {
    const at = this.frameAt(time);
    if (at < 0) return -1;
    const frames = this.frames.values;
    return frames[at + Frame.start] + frames[at + Frame.isMoving] * Math.max(0, time - frames[at]);
  }

  // The place in `frames` of the row of the frame on screen at a moment; -1 before the first.
  frameAt(time) {
    const { values, count, width } = this.frames;
    if (count === 0 || values[0] > time) return -1;
    let low = Math.min(this.cursor, count - 1);
    if (values[low * width] <= time) {
      // Time mostly advances by a frame or two.
      let steps = 0;
      while (low + 1 < count && values[(low + 1) * width] <= time && steps < 4) {
        low += 1;
        steps += 1;
      }
      if (low + 1 >= count || values[(low + 1) * width] > time) {
        this.cursor = low;
        return low * width;
      }
    } else {
      low = 0;
    }
    let high = count;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (values[middle * width] <= time) low = middle;
      else high = middle;
    }
    this.cursor = low;
    return low * width;
  }
}
