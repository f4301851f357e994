"use strict";
// The positions of the items, the image of each, and the items of each image.

class Places {
  // Rows of the engine: lead, cross, length, breadth, image, in points.
  constructor(rows, view) {
    const width = Places.width;
    this.count = rows.length / width;
    this.view = view;
    this.rows = rows;
    this.image = new Int32Array(this.count);
    this.order = new Int32Array(this.count);
    let images = 0;
    this.longest = 0;
    for (let item = 0; item < this.count; item++) {
      const at = item * width;
      this.image[item] = rows[at + 4];
      this.order[item] = item;
      images = Math.max(images, rows[at + 4] + 1);
      this.longest = Math.max(this.longest, rows[at + 2]);
    }
    this.order.sort((one, other) => rows[one * width] - rows[other * width] || one - other);
    this.index(images);
  }

  // Lists the items of every image, one list after the other.
  index(images) {
    this.firstOfImage = new Int32Array(images + 1);
    for (let item = 0; item < this.count; item++) this.firstOfImage[this.image[item] + 1] += 1;
    for (let image = 0; image < images; image++) this.firstOfImage[image + 1] += this.firstOfImage[image];
    const next = this.firstOfImage.slice();
    this.itemsOfImage = new Int32Array(this.count);
    for (let item = 0; item < this.count; item++) {
      this.itemsOfImage[next[this.image[item]]++] = item;
    }
  }

  // Calls `body` with every item that overlaps a part of the axis.
  within(from, to, body) {
    const { rows, order, longest } = this;
    let low = 0, high = order.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (rows[order[middle] * Places.width] < from - longest) low = middle + 1;
      else high = middle;
    }
    for (; low < order.length; low++) {
      const at = order[low] * Places.width;
      if (rows[at] >= to) break;
      if (rows[at] + rows[at + 2] > from) body(order[low], at);
    }
  }
}
Places.width = 5;

// The layouts of a run, by time: a rotation of the device or inserted items begin another.
class Layouts {
  // Each has a time, a view and rows.
  constructor(layouts) {
    this.times = layouts.map(({ time }) => time);
    this.all = layouts.map(({ rows, view }) => new Places(rows, view));
  }

  at(time) {
    let index = 0;
    while (index + 1 < this.times.length && this.times[index + 1] <= time) index += 1;
    return this.all[index];
  }
}
