"use strict";
// Wheel, finger, mouse and keys on a screen: each becomes a movement of the content, or a click.

class ScreenInput {
  // The first movement begins a live scroll.
  constructor(canvas, phone, studio, click) {
    this.canvas = canvas;
    this.phone = phone;
    this.studio = studio;
    this.click = click;
    this.pointer = null;
    // The scroll that the wheel moved last, and the time.
    this.wheeled = null;
    this.turned = -Infinity;
    canvas.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    canvas.addEventListener("pointerdown", (event) => this.down(event));
    canvas.addEventListener("pointermove", (event) => this.moved(event));
    for (const kind of ["pointerup", "pointercancel"]) {
      canvas.addEventListener(kind, (event) => this.up(event, kind));
    }
    canvas.addEventListener("keydown", (event) => this.key(event));
  }

  along(event) { return this.phone.isAcross ? event.clientX : event.clientY; }

  // The scroll that a movement belongs to; null if the scroll that it began in has ended.
  scroll(begun) {
    const { isLive, scroll } = this.studio;
    return !begun ? this.studio.scrolling() : isLive && scroll === begun ? begun : null;
  }

  wheel(event) {
    const unit = event.deltaMode === 1 ? 18 : event.deltaMode === 2 ? 400 : 1;
    const delta = this.phone.isAcross && Math.abs(event.deltaX) > Math.abs(event.deltaY)
      ? event.deltaX : event.deltaY;
    // With Ctrl the wheel zooms the page; browsers also report pinches this way.
    if (event.ctrlKey || delta === 0) return;
    event.preventDefault();
    // Wheels send events for a while after the finger stops.
    const isSame = event.timeStamp - this.turned < 300;
    this.turned = event.timeStamp;
    const scroll = this.scroll(isSame ? this.wheeled : null);
    if (!scroll) return;
    this.wheeled = scroll;
    scroll.wheel(delta * unit);
  }

  down(event) {
    if (event.button !== 0 || this.pointer) return;
    this.pointer = { id: event.pointerId, last: this.along(event), travel: 0, isDrag: false };
    this.canvas.setPointerCapture(event.pointerId);
  }

  moved(event) {
    const { pointer } = this;
    if (!pointer || event.pointerId !== pointer.id) return;
    const place = this.along(event);
    const way = (pointer.last - place) / this.phone.scale;
    pointer.travel += Math.abs(pointer.last - place);
    if (!pointer.isDrag) {
      // A shorter movement counts as a click.
      if (pointer.travel < 5) return;
      pointer.isDrag = true;
      pointer.scroll = this.scroll(null);
      pointer.scroll.touch();
    }
    pointer.last = place;
    this.scroll(pointer.scroll)?.drag(way);
  }

  up(event, kind) {
    const { pointer } = this;
    if (!pointer || event.pointerId !== pointer.id) return;
    this.pointer = null;
    if (pointer.isDrag) {
      pointer.scroll.release();
      return;
    }
    if (kind === "pointercancel") return;
    const box = this.canvas.getBoundingClientRect();
    this.click(event.clientX - box.left, event.clientY - box.top);
  }

  key(event) {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const { view } = this.phone;
    const ways = {
      ArrowDown: 120, ArrowUp: -120, PageDown: .9 * view.extent, PageUp: -.9 * view.extent,
    };
    if (ways[event.key] === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    this.scroll(null).glide(ways[event.key]);
  }
}

// A click on a map or on a strip shows its moment; a click on a blank place also explains it.
class PlotInput {
  constructor(studio, side, canvas) {
    canvas.addEventListener("click", (event) => {
      const { picture } = side;
      if (!picture) return;
      const box = canvas.getBoundingClientRect();
      studio.guide?.interrupted();
      studio.pause();
      studio.seek((event.clientX - box.left) / box.width * studio.span);
      studio.stage.describe();
      if (!canvas.id.startsWith("map")) return;
      const row = Math.floor((event.clientY - box.top) / box.height * picture.rows);
      const each = (picture.last - picture.first) / picture.rows;
      const from = Math.floor(picture.first + row * each), to = Math.ceil(picture.first + (row + 1) * each);
      for (let item = from; item < Math.max(from + 1, to); item++) {
        if ((side.tale.stateAt(item, studio.time) & State.content) !== State.blank) continue;
        studio.why.opener = Page.find("scrub");
        studio.why.ask(side, item, studio.time);
        return;
      }
    });
  }
}
