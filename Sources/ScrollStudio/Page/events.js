"use strict";
// What the system does at a moment that the user chose: memory pressure, a while in the background.

class EventList {
  // `now()` is the moment, `isLive()` whether the scroll is being made; `changed(events, added)` is called.
  constructor(now, isLive, changed) {
    this.now = now;
    this.isLive = isLive;
    this.changed = changed;
    this.events = [];
    this.list = Page.find("events");
    Page.find("event-pressure").addEventListener("click", () => this.add([{ time: this.moment(), kind: "warning" }]));
    Page.find("event-background").addEventListener("click", () => this.background());
  }

  // Now, or in a scroll that is being made the next sample's moment: what is past cannot change.
  moment() {
    const now = Math.round(this.now() * 1000);
    return (this.isLive() ? now + LiveScroll.beat : now) / 1000;
  }

  get isAway() {
    return this.isLive() && this.events.findLast(({ kind }) => kind.endsWith("ground"))?.kind === "background";
  }

  background() {
    const time = this.moment();
    if (this.isAway) this.add([{ time, kind: "foreground" }]);
    else if (this.isLive()) this.add([{ time, kind: "background" }]);
    else {
      const inside = this.events.some((event, index) => event.kind === "background" && event.time <= time
        && (this.events[index + 1]?.time ?? Infinity) >= time);
      if (inside) {
        Page.say("The app is in the background at this moment already.", true);
        return;
      }
      this.add([{ time, kind: "background" }, { time: time + EventList.absence, kind: "foreground" }]);
    }
  }

  add(added) {
    this.events = [...this.events, ...added].sort((one, other) => one.time - other.time);
    this.show(this.events);
    this.changed(this.events, added);
  }

  // Takes away an event, and with a trip to the background the return.
  remove(index) {
    const { kind } = this.events[index];
    const partner = kind === "background" ? index + 1 : -1;
    this.events = this.events.filter((_, other) => other !== index && other !== partner);
    this.show(this.events);
    this.changed(this.events, []);
    Page.find("event-pressure").focus();
  }

  show(events) {
    this.events = events;
    this.list.textContent = "";
    events.forEach(({ time, kind }, index) => {
      if (kind === "foreground" && events[index - 1]?.kind === "background" && !this.isLive()) return;
      const item = document.createElement("li");
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = `${EventList.names[kind] ?? kind}, ${Words.time(time)} \u00d7`;
      button.setAttribute("aria-label", `Take away: ${EventList.names[kind] ?? kind} at ${Words.time(time)}`);
      button.disabled = this.isLive();
      button.addEventListener("click", () => this.remove(index));
      item.append(button);
      this.list.append(item);
    });
    Page.text(Page.find("event-background"), this.isAway ? "Back to the app" : "To the background");
  }
}
EventList.absence = 10;
EventList.names = {
  warning: "pressure", critical: "critical pressure", background: "background",
  foreground: "foreground",
};
