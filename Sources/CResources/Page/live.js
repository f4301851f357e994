"use strict";
// A live scroll, which the user makes on the page: its offset, velocity and samples.

class LiveScroll {
  // A sample for every frame of the page, resting or not, so that the same samples give the same
  // run again. Their times are multiples of some milliseconds, which are exact in a trace.
  //
  // Offsets are from 0 to `most` points.
  constructor(offset, most) {
    this.most = most;
    this.offset = LiveScroll.grid(Math.min(Math.max(0, offset), most));
    this.isTouching = false;
    this.speed = 0;
    this.wanted = null;
    this.samples = new Rows(Float64Array, 3);
    this.motion = new Motion(this.samples);
    // Milliseconds of the session.
    this.clock = 0;
    this.tick = 0;
    this.recent = [];
    this.put();
  }

  // A live scroll from a saved session, whose samples are rows of seconds, offset and touch.
  static kept(samples, end, most) {
    const scroll = new LiveScroll(samples[1] ?? 0, most);
    scroll.samples.count = 0;
    scroll.samples.append(samples);
    scroll.clock = scroll.tick = Math.round(end * 1000);
    scroll.offset = samples[samples.length - 2] ?? 0;
    return scroll;
  }

  // Traces have offsets on a grid of 1/64 point.
  static grid(offset) { return Math.round(offset * 64) / 64; }

  get seconds() { return this.tick / 1000; }

  // True if another frame could exceed the longest session.
  get isFull() {
    return this.samples.count >= Session.mostSamples || this.tick + LiveScroll.longestFrame > Session.longest;
  }

  put() {
    const at = this.samples.extend(1);
    this.samples.values[at] = this.tick / 1000;
    this.samples.values[at + 1] = this.offset;
    this.samples.values[at + 2] = this.isTouching ? 1 : 0;
  }

  touch() {
    this.isTouching = true;
    this.speed = 0;
    this.wanted = null;
    this.recent.length = 0;
  }

  // Moves the content by the points that a finger or the mouse has moved.
  drag(points) {
    this.move(this.next + points);
  }

  // Ends the touch; the content continues at its velocity.
  release() {
    if (!this.isTouching) return;
    this.isTouching = false;
    const now = this.clock;
    const recent = this.recent.filter(([time]) => time >= now - 90);
    const first = recent[0], last = recent[recent.length - 1];
    const span = last && first ? last[0] - first[0] : 0;
    this.speed = span > 8 && last[0] > now - 60 ? (last[1] - first[1]) / span : 0;
  }

  // A wheel moves the content at once; keys move it in a fifth of a second.
  wheel(points) {
    this.speed = 0;
    this.wanted = null;
    this.move(this.next + points);
  }

  glide(points) {
    this.speed = 0;
    this.wanted = Math.min(Math.max(0, (this.wanted ?? this.next) + points), this.most);
  }

  get next() { return this.target ?? this.offset; }

  move(offset) { this.target = Math.min(Math.max(0, offset), this.most); }

  // Advances the time by some milliseconds; returns the next sample if it is due.
  advance(milliseconds) {
    this.clock += milliseconds;
    this.coast(milliseconds);
    if (this.isTouching) this.recent.push([this.clock, this.next]);
    if (this.recent.length > 32) this.recent.shift();
    const tick = Math.floor(this.clock / LiveScroll.beat) * LiveScroll.beat;
    if (tick <= this.tick) return this.samples.values.subarray(0, 0);
    this.tick = tick;
    this.offset = LiveScroll.grid(this.next);
    this.target = undefined;
    this.put();
    const end = 3 * this.samples.count;
    return this.samples.values.subarray(end - 3, end);
  }

  // Slows down like a scroll view: to 0.998 of the speed in every millisecond.
  coast(milliseconds) {
    if (this.wanted !== null) {
      const rest = this.wanted - this.next;
      if (Math.abs(rest) < .5) {
        this.move(this.wanted);
        this.wanted = null;
      } else {
        this.move(this.next + rest * (1 - .985 ** milliseconds));
      }
      return;
    }
    if (this.isTouching || this.speed === 0) return;
    const slowed = this.speed * .998 ** milliseconds;
    this.move(this.next + (this.speed - slowed) / -Math.log(.998));
    this.speed = Math.abs(slowed) < .01 || this.target === 0 || this.target === this.most ? 0 : slowed;
  }
}
LiveScroll.beat = 8;
LiveScroll.longestFrame = 250;
