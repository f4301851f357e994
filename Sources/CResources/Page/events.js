"use strict";
// System events at moments that the user chooses: memory pressure, a while in the background.

class EventList {
  // `clock.moment` is the moment that the page shows, or the time so far if the scroll `isLive`;
  // `clock.duration` is the end. Every change calls `changed(events, added)`.
  constructor(clock, changed) {
    this.clock = clock;
    this.changed = changed;
    this.events = [];
    this.list = Page.find("events");
    Page.find("event-pressure").addEventListener("click", () => this.add([{ time: this.moment(), kind: "warning" }]));
    Page.find("event-background").addEventListener("click", () => this.background());
  }

  get isLive() { return this.clock.isLive; }

  // The moment in whole milliseconds. In a live scroll, it is that of the next sample, since the past
  // cannot change.
  moment() {
    if (this.isLive) return (Math.round(this.clock.moment * 1000) + LiveScroll.beat) / 1000;
    return EventList.milliseconds(Math.min(this.clock.moment, this.clock.duration)) / 1000;
  }

  // Rounds down, so that the result is not after the end of the scroll.
  static milliseconds(seconds) { return Math.floor(seconds * 1000 + 1e-7); }

  // True if the app is in the background at a moment.
  isAway(time) {
    return this.events.findLast((event) => event.time <= time && event.kind.endsWith("ground"))?.kind === "background";
  }

  background() {
    const time = this.moment();
    const isAway = this.isAway(time);
    if (this.isLive) this.add([{ time, kind: isAway ? "foreground" : "background" }]);
    else if (isAway) Page.say("The app is in the background at this moment already.", true);
    else {
      // It returns before it leaves again, and not at all if the scroll ends first.
      const again = this.events.find((event) => event.time > time && event.kind === "background")?.time ?? Infinity;
      const back = Math.round(Math.min(time + EventList.absence, again - .001) * 1000) / 1000;
      const isBack = back <= this.clock.duration;
      this.add([{ time, kind: "background" }, ...isBack ? [{ time: back, kind: "foreground" }] : []]);
    }
  }

  // The index of the return from the background, or -1.
  returning(index) {
    return this.events.findIndex(({ kind }, other) => other > index && kind === "foreground");
  }

  add(added) {
    this.events = [...this.events, ...added].sort((one, other) => one.time - other.time);
    this.show(this.events);
    this.changed(this.events, added);
  }

  // Removes an event; with a time in the background also the return.
  remove(index) {
    const partner = this.events[index].kind === "background" ? this.returning(index) : -1;
    this.events = this.events.filter((_, other) => other !== index && other !== partner);
    this.show(this.events);
    this.changed(this.events, []);
    Page.find("event-pressure").focus();
  }

  show(events) {
    this.events = events;
    this.list.textContent = "";
    events.forEach(({ time, kind }, index) => {
      if (kind === "foreground" && !this.isLive && this.events.slice(0, index).some(({ kind }) => kind === "background")) return;
      const item = document.createElement("li");
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = `${EventList.names[kind] ?? kind}, ${Words.time(time)} \u00d7`;
      button.setAttribute("aria-label", `Remove: ${EventList.names[kind] ?? kind} at ${Words.time(time)}`);
      button.disabled = this.isLive;
      button.addEventListener("click", () => this.remove(index));
      item.append(button);
      this.list.append(item);
    });
    Page.text(Page.find("event-background"), this.isLive && this.isAway(Infinity) ? "Back to the app" : "To the background");
  }
}
EventList.absence = 10;
EventList.names = {
  warning: "pressure", critical: "critical pressure", background: "background",
  foreground: "foreground",
};
