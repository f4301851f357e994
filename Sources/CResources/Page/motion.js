"use strict";
// The offset of the content at a moment: linear between samples, constant after the last.

class Motion {
  // Rows of three numbers: seconds, offset, and the phase or touch.
  constructor(rows) {
    this.rows = rows;
    this.cursor = 0;
  }

  static of(values) {
    const rows = new Rows(Float64Array, 3);
    rows.append(values);
    return new Motion(rows);
  }

  offsetAt(time) {
    const { values, count } = this.rows;
    if (count === 0) return 0;
    let low = Math.min(this.cursor, count - 1);
    // Time mostly advances by a sample or two.
    if (values[3 * low] > time || (low + 3 < count && values[3 * (low + 3)] <= time)) {
      low = 0;
      let high = count;
      while (high - low > 1) {
        const middle = (low + high) >> 1;
        if (values[3 * middle] <= time) low = middle;
        else high = middle;
      }
    }
    while (low + 1 < count && values[3 * (low + 1)] <= time) low += 1;
    this.cursor = low;
    const at = 3 * low;
    if (low + 1 >= count || time <= values[at]) return values[at + 1];
    const share = (time - values[at]) / (values[at + 3] - values[at]);
    return values[at + 1] + share * (values[at + 4] - values[at + 1]);
  }
}
