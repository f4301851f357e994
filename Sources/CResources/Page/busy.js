"use strict";
// The load of the main thread, the decode lanes, flash and the network; hitches; missing images.

class LaneRaster {
  // A run that is over is cut off at the end of the span. For a live run the span grows.
  constructor(columns, lanes, span, isOver) {
    this.columns = columns;
    this.isOver = isOver;
    this.lanes = Math.max(1, lanes);
    this.span = span;
    this.height = this.lanes + 3;
    // Seconds of work in every column, a row for each: main, the lanes, flash, network.
    this.busy = new Float32Array(columns * this.height);
    this.late = new Uint8Array(columns);
    this.absent = new Float32Array(columns);
    this.begun = new Map();
    this.network = 0;
    this.share = 0;
    this.shareSince = 0;
  }

  get names() {
    const lanes = Array.from({ length: this.lanes }, (_, lane) =>
      this.lanes === 1 ? "decode" : `decode ${lane + 1}`);
    return ["main", ...lanes, "flash", "network"];
  }

  add(row, from, to, weight, into = this.busy) {
    if (to > this.span && !this.isOver) this.widen(to);
    const scale = this.columns / this.span;
    const first = from * scale, last = to * scale;
    const base = row * this.columns;
    for (let at = Math.floor(first); at < last && at < this.columns; at++) {
      into[base + at] += weight * (Math.min(last, at + 1) - Math.max(first, at)) / scale;
    }
  }

  work(start, seconds) { this.add(0, start, start + seconds, 1); }

  hitch(from, to) {
    if (to > this.span && !this.isOver) this.widen(to);
    const scale = this.columns / this.span;
    const last = Math.min(this.columns - 1, Math.floor(to * scale));
    for (let at = Math.floor(from * scale); at <= last; at++) this.late[at] = 1;
  }

  missing(time, share) {
    if (this.share > 0) this.add(0, this.shareSince, time, this.share, this.absent);
    this.share = share;
    this.shareSince = time;
  }

  // Stages are 0 network, 1 flash, 2 a decode lane.
  row(stage, lane) {
    if (stage === 2) return 1 + Math.min(lane, this.lanes - 1);
    return stage === 1 ? this.lanes + 1 : this.lanes + 2;
  }

  writing(from, to) { this.add(this.lanes + 1, from, to, 1); }

  begin(stage, lane, time) { this.begun.set(stage * 4096 + lane, time); }

  end(stage, lane, time) {
    const key = stage * 4096 + lane;
    const from = this.begun.get(key);
    if (from === undefined) return;
    this.begun.delete(key);
    this.add(this.row(stage, lane), from, time, 1);
  }

  widen(time) {
    while (time > this.span) {
      this.span *= 2;
      const half = this.columns >> 1;
      for (let row = 0; row < this.height; row++) this.halve(this.busy, row * this.columns, half);
      this.halve(this.absent, 0, half);
      this.halve(this.late, 0, half);
    }
  }

  halve(values, base, half) {
    for (let at = 0; at < half; at++) {
      values[base + at] = values === this.late
        ? values[base + 2 * at] | values[base + 2 * at + 1]
        : values[base + 2 * at] + values[base + 2 * at + 1];
    }
    values.fill(0, base + half, base + this.columns);
  }

  // Shares of each column's time, 0 to 255.
  picture(values = this.busy) {
    const width = this.span / this.columns;
    const shares = new Uint8Array(values.length);
    for (let at = 0; at < values.length; at++) {
      if (values[at] > 0) shares[at] = Math.min(255, Math.max(24, Math.round(values[at] / width * 255)));
    }
    return shares;
  }
}
