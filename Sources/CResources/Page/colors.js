"use strict";
// The colors of the style sheet, as the canvases need them.

class Colors {
  constructor() {
    this.read();
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => {
      this.read();
      this.changed?.();
    });
  }

  read() {
    const style = getComputedStyle(document.documentElement);
    for (const name of [
      "screen", "cell", "missing", "wrong", "soft", "loading", "shown", "kept", "prefetched", "none",
      "busy", "hitch", "a", "b", "ink", "grid",
    ]) this[name] = style.getPropertyValue(`--${name}`).trim();
    const names = ["none", "kept", "prefetched", "shown", "loading", "soft", "wrong", "missing"];
    this.shades = Uint32Array.from(names, (name) => Colors.pixel(this[name]));
  }

  static parts(color) {
    const digits = parseInt(color.slice(1), 16);
    return [digits >> 16, digits >> 8 & 255, digits & 255];
  }

  // A color as the bytes of a pixel.
  static pixel(color) {
    const [red, green, blue] = Colors.parts(color);
    return (255 << 24 | blue << 16 | green << 8 | red) >>> 0;
  }

  // 256 steps from one color to another.
  static ramp(from, to) {
    const [start, end] = [Colors.parts(from), Colors.parts(to)];
    return Uint32Array.from({ length: 256 }, (_, step) => {
      const part = (index) => Math.round(start[index] + (end[index] - start[index]) * step / 255);
      return (255 << 24 | part(2) << 16 | part(1) << 8 | part(0)) >>> 0;
    });
  }
}
