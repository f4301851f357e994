"use strict";
// The modelled screen: the items of the frame on screen, and the content of each cell.

class Phone {
  constructor(canvas, pictures) {
    this.canvas = canvas;
    this.pen = canvas.getContext("2d");
    this.pictures = pictures;
    this.room = { width: 200, height: 350 };
    this.signature = new Float64Array(4);
  }

  // Takes as much room as there is.
  fit(width, height) {
    this.room = { width, height };
    if (this.places) this.turn(this.places);
  }

  // The screen of a layout, as large as there is room for.
  turn(places) {
    this.places = places;
    const { view } = places;
    const { width, height } = this.room;
    this.isAcross = view.isHorizontal === true;
    const wide = this.isAcross ? view.extent : view.breadth, high = this.isAcross ? view.breadth : view.extent;
    this.scale = Math.min(width / wide, height / high);
    this.ratio = Math.min(3, window.devicePixelRatio || 1);
    this.canvas.style.width = `${Math.round(wide * this.scale)}px`;
    this.canvas.style.height = `${Math.round(high * this.scale)}px`;
    this.canvas.width = Math.round(wide * this.scale * this.ratio);
    this.canvas.height = Math.round(high * this.scale * this.ratio);
    this.forget();
  }

  get view() { return this.places.view; }

  forget() {
    this.signature.fill(NaN);
  }

  // Draws a moment of a scene, unless it looks like the last one. Returns the number of blank cells.
  draw(scene, time, colors) {
    const { tale } = scene;
    const content = tale.contentTime(time);
    const places = scene.layoutAt(content);
    if (places !== this.places) this.turn(places);
    const offset = scene.motion.offsetAt(Math.max(0, content));
    let print = 0, count = 0;
    places.within(offset, offset + places.view.extent, (item) => {
      print = (Math.imul(print, 31) + Math.imul(item, 64) + tale.stateAt(item, time)) | 0;
    });
    const [lastOffset, lastPrint, lastCount, wasThere] = this.signature;
    const isThere = content < 0 ? 0 : 1;
    if (lastOffset === offset && lastPrint === print && wasThere === isThere) return lastCount;
    const { pen } = this;
    const scale = this.scale * this.ratio;
    pen.fillStyle = colors.screen;
    pen.fillRect(0, 0, this.canvas.width, this.canvas.height);
    if (isThere) {
      places.within(offset, offset + places.view.extent, (item, row) => {
        const rows = places.rows;
        const along = (rows[row] - offset) * scale, across = rows[row + 1] * scale;
        const length = rows[row + 2] * scale, breadth = rows[row + 3] * scale;
        const state = tale.stateAt(item, time);
        if ((state & State.content) === State.blank) count += 1;
        if (this.isAcross) this.cell(places.image[item], state, along, across, length, breadth, colors);
        else this.cell(places.image[item], state, across, along, breadth, length, colors);
      });
    }
    this.signature[0] = offset;
    this.signature[1] = print;
    this.signature[2] = count;
    this.signature[3] = isThere;
    return count;
  }

  cell(image, state, x, y, width, height, colors) {
    const { pen, pictures } = this;
    switch (state & State.content) {
      case State.shown: pictures.draw(pen, image, x, y, width, height, false); return;
      case State.soft: pictures.draw(pen, image, x, y, width, height, true); return;
      case State.wrong: {
        pictures.draw(pen, image + 71, x, y, width, height, false);
        const line = Math.max(2, this.ratio * 2);
        pen.strokeStyle = colors.wrong;
        pen.lineWidth = line;
        pen.strokeRect(x + line, y + line, width - 2 * line, height - 2 * line);
        pen.beginPath();
        pen.moveTo(x + line, y + line);
        pen.lineTo(x + width - line, y + height - line);
        pen.stroke();
        return;
      }
      default: break;
    }
    pen.fillStyle = colors.cell;
    pen.fillRect(x, y, width, height);
    if ((state & State.content) !== State.blank) return;
    const line = Math.max(1, this.ratio);
    pen.strokeStyle = colors.missing;
    pen.lineWidth = line;
    pen.globalAlpha = .75;
    pen.strokeRect(x + 1.5 * line, y + 1.5 * line, width - 3 * line, height - 3 * line);
    pen.globalAlpha = 1;
    if (state & State.loading) {
      pen.fillStyle = colors.loading;
      pen.beginPath();
      pen.arc(x + width / 2, y + height / 2, Math.min(width, height) * .07 + this.ratio, 0, 7);
      pen.fill();
    }
  }

  // The item at a place of the canvas; -1 for none.
  itemAt(scene, time, x, y) {
    const content = scene.tale.contentTime(time);
    const places = scene.layoutAt(content);
    const [along, across] = this.isAcross ? [x, y] : [y, x];
    const place = scene.motion.offsetAt(Math.max(0, content)) + along / this.scale, beside = across / this.scale;
    let found = -1;
    places.within(place, place + 1e-6, (item, row) => {
      const rows = places.rows;
      if (beside >= rows[row + 1] && beside < rows[row + 1] + rows[row + 3]) found = item;
    });
    return found;
  }

  // The items that are blank at a moment; the one that is blank for longest comes first.
  blanks(scene, time) {
    const { tale } = scene;
    const content = tale.contentTime(time);
    if (content < 0) return [];
    const places = scene.layoutAt(content);
    const offset = scene.motion.offsetAt(content);
    const found = [];
    places.within(offset, offset + places.view.extent, (item) => {
      if ((tale.stateAt(item, time) & State.content) === State.blank) found.push(item);
    });
    return found.sort((one, other) => tale.since(one, time) - tale.since(other, time) || one - other);
  }
}
