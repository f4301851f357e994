"use strict";
// Reads the engine's log into a tale and a picture of the lanes.

class LogReader {
  // The seconds between frames, the number of renditions of an image, the seconds of a late one's fade.
  constructor(places, tale, map, lanes, { interval, renditions, fade }) {
    this.tale = tale;
    this.map = map;
    this.lanes = lanes;
    this.places = places;
    this.interval = interval;
    this.renditions = renditions;
    this.fade = fade;
    // Items whose images fade in, with the end of the fade.
    this.fading = [];
    this.state = new Uint8Array(places.count);
    // The contents of the cells as the next frame shows them.
    this.shown = new Uint8Array(places.count);
    this.touched = [];
    // The image of each key and the key of each load, from the log.
    this.imageOfKey = new Map();
    this.keyOfLoad = new Map();
    const images = places.firstOfImage.length;
    this.resident = new Uint8Array(images);
    this.prefetched = new Uint8Array(images);
    this.loading = new Uint8Array(images);
    this.sums = new Float64Array(Frame.width);
    this.readers = [];
    for (const [name, read] of Object.entries(LogReader.readers)) {
      if (EngineLog.kinds[name] !== undefined) this.readers[EngineLog.kinds[name]] = read;
    }
  }

  read(rows) {
    for (let at = 0; at < rows.length; at += 7) this.readers[rows[at + 1]]?.(this, rows, at, rows[at]);
  }

  // Changes the count of an image in one of the three tables, and marks the items that show it.
  count(table, key, change, time) {
    const image = this.imageOfKey.get(key) ?? key;
    if (image < 0 || image + 1 >= this.places.firstOfImage.length) return;
    table[image] = Math.max(0, table[image] + change);
    const marks = (this.resident[image] > 0 ? State.resident : 0) | (this.loading[image] > 0 ? State.loading : 0)
      | (this.prefetched[image] > 0 && this.resident[image] > 0 ? State.prefetched : 0);
    const { itemsOfImage, firstOfImage } = this.places;
    for (let index = firstOfImage[image]; index < firstOfImage[image + 1]; index++) {
      const item = itemsOfImage[index];
      this.become(item, time, (this.state[item] & State.content) | marks);
    }
  }

  become(item, time, state) {
    const old = this.state[item];
    if (old === state) return;
    this.state[item] = state;
    const when = this.tale.change(time, item, state);
    this.map.change(item, old, when, state);
  }

  // Changes the content of a cell; the next frame shows it.
  put(item, content) {
    this.shown[item] = content;
    this.touched.push(item);
  }

  // Shows all contents that were put since the last frame.
  present(time) {
    while (this.fading.length > 0 && this.fading[0].until <= time) {
      const { item } = this.fading.shift();
      if ((this.state[item] & State.content) === State.soft) this.become(item, time, (this.state[item] & ~State.content) | State.shown);
    }
    for (const item of this.touched) {
      let content = this.shown[item];
      if (this.fade > 0 && content === State.shown && (this.state[item] & State.content) === State.blank) {
        content = State.soft;
        this.fading.push({ item, until: time + this.fade });
      }
      // An image on screen no longer counts as prefetched.
      if (content === State.shown) this.prefetched[this.places.image[item]] = 0;
      const kept = this.state[item] & ~State.content & (content === State.shown ? ~State.prefetched : 255);
      this.become(item, time, kept | content);
    }
    this.touched.length = 0;
  }

  frame(start, shown, isLate, isPresented, share) {
    if (!isPresented) return;
    const sums = this.sums;
    sums[Frame.missing] += sums[Frame.share] * Math.max(0, shown - sums[Frame.shown]);
    sums[Frame.shown] = shown;
    sums[Frame.start] = start;
    sums[Frame.isMoving] = 0;
    sums[Frame.share] = share;
    const late = shown - start - this.interval;
    if (isLate && late > 0) this.lanes.hitch(shown - late, shown);
    this.lanes.missing(shown, share);
    this.present(shown);
    this.tale.frames.append(sums);
  }

  // Adds frames that show the same cells, while the content may move.
  repeated(start) {
    const sums = this.sums;
    const shown = start + this.interval;
    sums[Frame.missing] += sums[Frame.share] * Math.max(0, shown - sums[Frame.shown]);
    sums[Frame.shown] = shown;
    sums[Frame.start] = start;
    sums[Frame.isMoving] = 1;
    this.tale.frames.append(sums);
  }

  ended(load, time) {
    const key = this.keyOfLoad.get(load);
    if (key === undefined) return;
    this.keyOfLoad.delete(load);
    this.count(this.loading, key, -1, time);
  }
}

// Functions that read a row, by kind; the arguments are the reader, all rows, the row's place and time.
LogReader.readers = {
  frame(to, rows, at, time) {
    const flags = rows[at + 3];
    to.frame(time, rows[at + 2], (flags & 1) !== 0, (flags & 2) !== 0, rows[at + 4] + rows[at + 6]);
  },
  repeated(to, rows, at, time) { to.repeated(time); },
  work(to, rows, at, time) { to.lanes.work(time, rows[at + 2] / 1000); },
  appeared(to, rows, at) { to.put(rows[at + 2], State.blank); },
  left(to, rows, at) { to.put(rows[at + 2], State.away); },
  asked(to, rows, at) {
    to.imageOfKey.set(rows[at + 3], to.places.image[rows[at + 2]]);
  },
  displayed(to, rows, at) {
    const flags = rows[at + 4];
    to.put(rows[at + 2], flags & 2 ? State.wrong : flags & 1 ? State.soft : State.shown);
  },
  misplaced(to, rows, at) { to.put(rows[at + 2], State.wrong); },
  keptOld(to, rows, at) {
    const item = rows[at + 2], picture = rows[at + 3];
    const isOwn = to.places.image[item] === Math.floor(picture / to.renditions);
    to.put(item, !isOwn ? State.wrong : picture % to.renditions > 0 ? State.soft : State.shown);
  },
  started(to, rows, at, time) {
    const key = rows[at + 3];
    if (!to.imageOfKey.has(key)) to.imageOfKey.set(key, Math.floor(rows[at + 4] / to.renditions));
    to.keyOfLoad.set(rows[at + 2], key);
    to.count(to.loading, key, 1, time);
  },
  finished(to, rows, at, time) { to.ended(rows[at + 2], time); },
  cancelled(to, rows, at, time) { to.ended(rows[at + 2], time); },
  stage(to, rows, at, time) { to.lanes.begin(rows[at + 3], rows[at + 4], time); },
  done(to, rows, at, time) { to.lanes.end(rows[at + 3], rows[at + 4], time); },
  writing(to, rows, at, time) { to.lanes.writing(time, rows[at + 3]); },
  stored(to, rows, at, time) {
    if (!rows[at + 3]) return;
    to.sums[Frame.cache] += rows[at + 5];
    const image = to.imageOfKey.get(rows[at + 2]) ?? rows[at + 2];
    if (rows[at + 4]) to.prefetched[image] = 1;
    to.count(to.resident, rows[at + 2], 1, time);
  },
  removed(to, rows, at, time) {
    to.sums[Frame.cache] -= rows[at + 4];
    to.count(to.resident, rows[at + 2], -1, time);
  },
  footprint(to, rows, at) { to.sums[Frame.footprint] = rows[at + 2]; },
};
