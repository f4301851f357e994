"use strict";
// Puts the pictures of a side on its canvases: the map, the lanes, the ticks above the time.

class Drawing {
  constructor(canvas) {
    this.canvas = canvas;
    this.pen = canvas.getContext("2d");
    this.image = null;
  }

  // The memory of a picture of this size, as pixels.
  pixels(width, height) {
    if (!this.image || this.image.width !== width || this.image.height !== height) {
      this.canvas.width = width;
      this.canvas.height = height;
      this.image = this.pen.createImageData(width, height);
      this.words = new Uint32Array(this.image.data.buffer);
    }
    return this.words;
  }

  show() { this.pen.putImageData(this.image, 0, 0); }

  map({ cells, columns, rows }, colors) {
    const words = this.pixels(columns, rows);
    const shades = colors.shades;
    for (let at = 0; at < words.length; at++) words[at] = shades[cells[at]];
    this.show();
  }

  // Rows of equal height, a line of the ground between two; late frames over the first.
  lanes({ busy, late, laneColumns: columns, laneRows }, colors, height) {
    const words = this.pixels(columns, height);
    const ground = colors.shades[0];
    const ramps = [
      Colors.ramp(colors.none, colors.busy), Colors.ramp(colors.none, colors.loading),
      Colors.ramp(colors.none, colors.prefetched), Colors.ramp(colors.none, colors.shown),
    ];
    const hitch = Colors.pixel(colors.hitch);
    for (let y = 0; y < height; y++) {
      const lane = Math.floor(y * laneRows / height);
      const isGap = Math.floor((y + 1) * laneRows / height) !== lane && lane + 1 < laneRows;
      const ramp = ramps[lane === 0 ? 0 : lane === laneRows - 1 ? 3 : lane === laneRows - 2 ? 2 : 1];
      for (let x = 0; x < columns; x++) {
        words[y * columns + x] = isGap ? ground
          : lane === 0 && late[x] ? hitch : ramp[busy[lane * columns + x]];
      }
    }
    this.show();
  }
}

// The missing images over time, A above and B below, with the late frames as ticks.
class Ticks {
  constructor(canvas) {
    this.canvas = canvas;
    this.pen = canvas.getContext("2d");
  }

  draw(sides, events, span, colors) {
    const ratio = Math.min(2, window.devicePixelRatio || 1);
    const width = Math.max(1, Math.round(this.canvas.clientWidth * ratio));
    const height = Math.max(1, Math.round(this.canvas.clientHeight * ratio));
    if (this.canvas.width !== width) this.canvas.width = width;
    if (this.canvas.height !== height) this.canvas.height = height;
    const { pen } = this;
    pen.clearRect(0, 0, width, height);
    // The thumb of the slider keeps half of its width from the ends.
    const inset = 7 * ratio, room = width - 2 * inset;
    const middle = Math.round(height / 2);
    pen.fillStyle = colors.grid;
    pen.fillRect(inset, middle - ratio / 2, room, ratio);
    sides.forEach((side, index) => {
      const picture = side.picture;
      if (!picture) return;
      const up = index === 0 ? -1 : 1;
      const reach = middle - 3 * ratio;
      pen.fillStyle = colors[side.name];
      pen.beginPath();
      pen.moveTo(inset, middle);
      const columns = Math.ceil(picture.laneColumns * Math.min(1, span / picture.laneSpan));
      const step = room / span * picture.laneSpan / picture.laneColumns;
      for (let x = 0; x < columns; x++) {
        const y = middle + up * reach * picture.absent[x] / 255;
        pen.lineTo(inset + x * step, y);
        pen.lineTo(inset + (x + 1) * step, y);
      }
      pen.lineTo(inset + columns * step, middle);
      pen.fill();
      pen.fillStyle = colors.hitch;
      const edge = index === 0 ? 0 : height - 4 * ratio;
      for (let x = 0; x < columns; x++) {
        if (picture.late[x]) pen.fillRect(inset + x * step, edge, Math.max(ratio, step), 4 * ratio);
      }
    });
    pen.fillStyle = colors.ink;
    for (const { time } of events) {
      const x = inset + time / span * room;
      pen.fillRect(x - ratio / 2, 0, ratio, height);
    }
  }
}
