"use strict";
// The residency map as a small picture that is filled over time.

// Items by time. Both axes double when they are full, except the time axis of a run that is over: later
// changes are cut off.
class MapRaster {
  constructor(columns, rows, items, span, isOver) {
    this.columns = columns;
    this.isOver = isOver;
    this.rows = rows;
    this.items = items;
    this.first = -1;
    this.perRow = 0;
    this.span = span;
    this.cells = new Uint8Array(columns * rows);
    this.since = new Float64Array(items);
    this.state = new Uint8Array(items);
    this.isStale = false;
  }

  // Limits the map to the items `from..<to`, so that they fill its height.
  frameItems(from, to) {
    this.first = from;
    this.perRow = (to - from) / this.rows;
  }

  get last() { return Math.min(this.items, this.first + this.perRow * this.rows); }

  change(item, old, time, state) {
    if (this.first < 0) {
      this.first = Math.max(0, item - 12);
      this.perRow = Math.min(this.items - this.first, 120) / this.rows;
    }
    if (item < this.first || item >= this.first + this.perRow * this.rows) {
      if ((state & State.content) !== State.away) this.isStale = true;
      if (this.isStale || item < this.first) return;
    }
    if (time > this.span && !this.isOver) this.widen(time);
    this.fill(item, old, this.since[item], time);
    this.since[item] = time;
    this.state[item] = state;
  }

  fill(item, state, from, to) {
    const shade = shadeOfState[state];
    if (shade === Shade.none || to <= from || item < this.first) return;
    const top = Math.max(0, Math.floor((item - this.first) / this.perRow));
    const bottom = Math.min(this.rows, Math.max(top + 1, Math.floor((item + 1 - this.first) / this.perRow)));
    const left = Math.floor(from / this.span * this.columns);
    const right = Math.min(this.columns, Math.ceil(to / this.span * this.columns));
    for (let row = top; row < bottom; row++) {
      const base = row * this.columns;
      for (let at = base + left; at < base + right; at++) {
        if (this.cells[at] < shade) this.cells[at] = shade;
      }
    }
  }

  // Merges pairs of columns until a moment fits.
  widen(time) {
    while (time > this.span) {
      this.span *= 2;
      const half = this.columns >> 1;
      for (let row = 0; row < this.rows; row++) {
        const base = row * this.columns;
        for (let at = 0; at < half; at++) {
          this.cells[base + at] = Math.max(this.cells[base + 2 * at], this.cells[base + 2 * at + 1]);
        }
        this.cells.fill(0, base + half, base + this.columns);
      }
    }
  }

  // Draws the current states until a moment.
  reach(time) {
    if (time > this.span && !this.isOver) this.widen(time);
    for (let item = 0; item < this.items; item++) {
      if (this.state[item] === 0) continue;
      this.fill(item, this.state[item], this.since[item], time);
      this.since[item] = time;
    }
  }

  // Draws the map anew from a tale, after changes of other items or for another size.
  redraw(tale, end) {
    const { times, items, states } = tale;
    let low = this.items, high = 0;
    // An image may be in memory for distant items, too; only items that were on screen count.
    for (let index = 0; index < items.count; index++) {
      if ((states.values[index] & State.content) === State.away) continue;
      if (items.values[index] < low) low = items.values[index];
      if (items.values[index] >= high) high = items.values[index] + 1;
    }
    if (low >= high) [low, high] = [0, Math.min(this.items, 12)];
    const margin = Math.max(2, Math.ceil((high - low) / 25));
    low = Math.max(0, low - margin);
    high = Math.min(this.items, high + margin);
    if (this.isStale) {
      // The map gets a margin on the side where it was too small.
      const room = Math.ceil((high - low) / 2);
      if (low < this.first) low = Math.max(0, low - room);
      if (high > this.first + this.perRow * this.rows) high = Math.min(this.items, high + room);
    }
    this.frameItems(low, high);
    this.isStale = false;
    this.cells.fill(0);
    this.since.fill(0);
    this.state.fill(0);
    for (let index = 0; index < times.count; index++) {
      const item = items.values[index];
      this.change(item, this.state[item], times.values[index], states.values[index]);
    }
    this.reach(end);
  }
}
