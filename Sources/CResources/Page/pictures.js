"use strict";
// Pictures by number: small landscapes, drawn once each and kept on one canvas.

class Pictures {
  constructor() {
    this.side = 120;
    this.across = 12;
    this.kinds = 144;
    this.sharp = Pictures.canvas(this.side * this.across, this.side * this.kinds / this.across);
    // The low renditions, with eight pixels a side.
    this.lowSide = 9;
    this.low = Pictures.canvas(this.lowSide * this.across, this.lowSide * this.kinds / this.across);
    this.pen = this.sharp.getContext("2d");
    this.lowPen = this.low.getContext("2d");
    this.isDrawn = new Uint8Array(this.kinds);
  }

  static canvas(width, height) {
    const canvas = document.createElement("canvas");
    canvas.width = width;
    canvas.height = height;
    return canvas;
  }

  // The place of an image's picture; different images mostly have different ones.
  kind(image) {
    const kind = Math.imul(image + 1, 0x9e3779b1) >>> 16;
    const index = kind % this.kinds;
    if (!this.isDrawn[index]) this.paint(index);
    return index;
  }

  // Draws a picture so that it fills a cell, cut like a photo is.
  draw(pen, image, x, y, width, height, isLow) {
    const kind = this.kind(image);
    const [from, side] = isLow ? [this.low, this.lowSide] : [this.sharp, this.side];
    const left = kind % this.across * side, top = Math.floor(kind / this.across) * side;
    const inset = isLow ? .5 : 1;
    const shape = width / height;
    const wide = (side - 2 * inset) * Math.min(1, shape), high = (side - 2 * inset) * Math.min(1, 1 / shape);
    pen.drawImage(
      from, left + (side - wide) / 2, top + (side - high) / 2, wide, high, x, y, width, height);
  }

  paint(kind) {
    this.isDrawn[kind] = 1;
    const { pen, side } = this;
    const x = kind % this.across * side, y = Math.floor(kind / this.across) * side;
    let seed = kind * 7919 + 11;
    const chance = () => {
      seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
      return seed / 2 ** 32;
    };
    pen.save();
    pen.beginPath();
    pen.rect(x, y, side, side);
    pen.clip();
    pen.translate(x, y);
    const hue = (kind * 47 + chance() * 30) % 360, night = chance() < .22;
    this.sky(hue, night, chance);
    if (kind % 5 === 3) this.petals(hue, chance);
    else this.hills(hue, night, chance);
    pen.restore();
    this.lowPen.drawImage(
      this.sharp, x, y, side, side, kind % this.across * this.lowSide,
      Math.floor(kind / this.across) * this.lowSide, this.lowSide, this.lowSide);
  }

  sky(hue, night, chance) {
    const { pen, side } = this;
    const sky = pen.createLinearGradient(0, 0, 0, side);
    sky.addColorStop(0, `hsl(${hue} ${night ? 35 : 52}% ${night ? 22 : 68}%)`);
    sky.addColorStop(1, `hsl(${(hue + 42) % 360} 62% ${night ? 38 : 84}%)`);
    pen.fillStyle = sky;
    pen.fillRect(0, 0, side, side);
    pen.fillStyle = `hsl(${(hue + 60) % 360} 85% ${night ? 88 : 93}%)`;
    pen.beginPath();
    pen.arc(side * (.2 + .6 * chance()), side * (.2 + .3 * chance()), side * (.06 + .09 * chance()), 0, 7);
    pen.fill();
  }

  hills(hue, night, chance) {
    const { pen, side } = this;
    const layers = 3;
    for (let layer = 0; layer < layers; layer++) {
      const base = side * (.48 + .17 * layer), swing = side * (.05 + .09 * chance());
      const phase = chance() * 7, pace = 1.5 + chance() * 4;
      const light = night ? 26 - 6 * layer : 56 - 13 * layer;
      pen.fillStyle = `hsl(${(hue + 150 + 18 * layer) % 360} ${30 + 6 * layer}% ${light}%)`;
      pen.beginPath();
      pen.moveTo(0, side);
      for (let step = 0; step <= 24; step++) {
        const across = step / 24;
        pen.lineTo(across * side, base + swing * Math.sin(phase + pace * across)
          + swing * .35 * Math.sin(3.1 * phase + 2.7 * pace * across));
      }
      pen.lineTo(side, side);
      pen.fill();
    }
  }

  petals(hue, chance) {
    const { pen, side } = this;
    const count = 5 + Math.floor(chance() * 6), turn = chance() * 7;
    pen.translate(side * .5, side * .56);
    for (let ring = 2; ring > 0; ring--) {
      pen.fillStyle = `hsl(${(hue + 180 + 20 * ring) % 360} 55% ${38 + 16 * ring}%)`;
      for (let petal = 0; petal < count; petal++) {
        pen.save();
        pen.rotate(turn + ring * .4 + petal * 2 * Math.PI / count);
        pen.beginPath();
        pen.ellipse(side * .11 * ring, 0, side * .1 * ring, side * .05 * ring, 0, 0, 7);
        pen.fill();
        pen.restore();
      }
    }
    pen.fillStyle = `hsl(${(hue + 50) % 360} 80% 66%)`;
    pen.beginPath();
    pen.arc(0, 0, side * .075, 0, 7);
    pen.fill();
  }
}
