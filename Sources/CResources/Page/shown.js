"use strict";
// The drawings of a run, made from its log: the tale, the map and the lanes, sent in pieces.

class Shown {
  // `facts` are those of LogReader; the axis of time has `span` seconds, and grows unless the run is over.
  constructor(send, places, size, facts, span, isOver) {
    this.send = send;
    this.places = places;
    this.tale = new Tale(places.count);
    this.lanes = new LaneRaster(size.columns, facts.lanes, span, isOver);
    this.map = new MapRaster(size.columns, size.rows, places.count, span, isOver);
    // The map of a run that is over is drawn once, from the whole tale.
    this.reader = new LogReader(places, this.tale, isOver ? { change() {} } : this.map, this.lanes, facts);
    this.sent = { changes: 0, frames: 0 };
  }

  // Sends all of a run that is over, or the part until the cut of its log.
  tellWhole(id, log, duration, cut) {
    this.reader.read(log);
    this.lanes.missing(duration, 0);
    this.map.redraw(this.tale, Math.min(duration, Math.max(this.tale.end, 0)));
    this.tell(id, true, this.tale.end, cut);
    this.draw(id);
  }

  // Sends the changes of a live scroll until a moment.
  tellMore(id, log, isFresh, until) {
    this.reader.read(log);
    this.tell(id, isFresh, until);
  }

  tell(id, isFresh, until, cut = null) {
    const chunk = this.tale.chunk(this.sent.changes, this.sent.frames);
    this.sent = { changes: this.tale.times.count, frames: this.tale.frames.count };
    const { times, items, states, frames } = chunk;
    this.send(
      { type: "chunk", id, chunk, isFresh, until, cut },
      [times.buffer, items.buffer, states.buffer, frames.buffer]);
  }

  // Sends the map and the lanes of a live scroll.
  drawUntil(id, time) {
    if (this.map.isStale) this.map.redraw(this.tale, time);
    else this.map.reach(time);
    // Unfinished work may end after the map's last change; at rest there is no work.
    const span = Math.max(this.map.span, this.lanes.span);
    this.map.widen(span);
    this.lanes.widen(span);
    this.draw(id);
  }

  // Sends map and lanes for another size of the window.
  resize(id, size) {
    const { span, isOver } = this.map;
    const end = isOver ? Math.min(span, this.tale.end) : this.tale.end;
    this.map = new MapRaster(size.columns, size.rows, this.places.count, span, isOver);
    this.map.redraw(this.tale, Math.max(end, 0));
    if (!isOver) this.reader.map = this.map;
    this.draw(id);
  }

  draw(id) {
    const { map, lanes } = this;
    const cells = map.cells.slice(), late = lanes.late.slice();
    const busy = lanes.picture(), absent = lanes.picture(lanes.absent);
    this.send(
      {
        type: "picture", id, cells, columns: map.columns, rows: map.rows, span: map.span,
        first: map.first, last: map.last, busy, laneRows: lanes.height, laneColumns: lanes.columns,
        laneSpan: lanes.span, laneNames: lanes.names, absent, late,
      },
      [cells.buffer, busy.buffer, absent.buffer, late.buffer]);
  }
}
