"use strict";
// Handles the answers of the engines: shows figures, errors and screens, and informs screen readers.

class Answers {
  constructor(studio) {
    this.studio = studio;
    this.table = new FigureTable(Page.find("figure-rows"), document.querySelector("#figures details"));
    this.hasAnswered = false;
  }

  came(side, what) {
    const { studio } = this;
    const { sides, stage } = studio;
    const view = stage.viewOf(side);
    switch (what) {
      case "ready":
        if (sides.every(({ places }) => places)) studio.ready();
        return;
      case "failed":
        if (!side.places) {
          Page.notice(side.error);
          return;
        }
        this.known(side, view);
        break;
      case "figures":
      case "waiting":
        this.known(side, view);
        if (!this.hasAnswered && sides.every(({ figures }) => figures)) {
          this.hasAnswered = true;
          performance.mark("first-answer");
        }
        break;
      case "picture": stage.drawPicture(side, view); break;
      default: this.opened(); break;
    }
    view.phone.forget();
    studio.mustDraw = true;
  }

  // Shows the figures and errors of a side after a change.
  known(side, view) {
    const { studio } = this;
    view.counters.whole(side.known);
    this.table.show(studio.sides.map(({ known }) => known));
    Page.text(Page.find("command"), studio.isLive ? "" : studio.command);
    this.errors();
    this.tellFigures();
  }

  // Opens the page at a moment at which the screens differ, once both are known.
  opened() {
    const { studio } = this;
    const [one, other] = studio.sides.map(({ tale }) => tale);
    if (!studio.isOpening || !one || !other) return;
    studio.seek(Opening.moment(one, other));
    studio.stage.describe();
  }

  errors() {
    const { sides, controls } = this.studio;
    for (const { name, error } of sides) {
      Page.find(`name-${name}`).closest(".side").classList.toggle("stale", error !== "");
    }
    controls.errors();
  }

  // Reads the figures to screen readers once nothing has changed for 0.7 s.
  tellFigures() {
    clearTimeout(this.telling);
    const { sides, isLive } = this.studio;
    if (isLive) return;
    this.telling = setTimeout(() => Page.say(sides.map(({ name, known: figures, error }) => !figures
      ? error === "" ? "" : `${name.toUpperCase()} cannot run.`
      : `${name.toUpperCase()}: blank ${Words.seconds(figures.blankSeconds)} seconds, `
        + `hitches ${Words.seconds(figures.hitchRatio ?? 0)} milliseconds per second, `
        + `peak memory ${Words.size(figures.footprintPeakBytes)}, ${figures.killed ? "killed" : "not killed"}.`)
      .join(" ")), 700);
  }
}
