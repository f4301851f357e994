"use strict";
// Explains a blank cell with the engine's story of its item at this moment.

class Why {
  constructor(studio) {
    this.studio = studio;
    this.asked = 0;
    for (const side of studio.sides) {
      Page.find(`answer-close-${side.name}`).addEventListener("click", () => this.close());
      Page.find(`why-${side.name}`).addEventListener("click", () => this.nextBlank(side));
    }
  }

  close() {
    if (this.forget()) (this.opener ?? Page.find("play")).focus();
  }

  // Closes the explanation; returns true if one was open.
  forget() {
    this.asked += 1;
    const panels = ["a", "b"].map((name) => Page.find(`answer-${name}`)).filter((panel) => !panel.hidden);
    for (const panel of panels) panel.hidden = true;
    return panels.length > 0;
  }

  // Explains the blank cells of a moment in turn; the one with the longest wait comes first.
  nextBlank(side) {
    this.studio.pause();
    const { phone, time, scene } = this.studio.stage.view(side);
    const blanks = phone.blanks(scene, time);
    if (blanks.length === 0) {
      Page.say(`No cell of ${side.name.toUpperCase()} is blank at ${Words.time(time)}.`, true);
      return;
    }
    this.opener = Page.find(`why-${side.name}`);
    const turn = this.moment === `${side.name} ${time}` ? this.turn + 1 : 0;
    this.moment = `${side.name} ${time}`;
    this.turn = turn % blanks.length;
    this.ask(side, blanks[this.turn], time);
  }

  // Explains the cell at a point of a screen.
  click(side, x, y) {
    const { phone, time, scene } = this.studio.stage.view(side);
    if (!side.tale) return;
    const item = phone.itemAt(scene, time, x, y);
    if (item < 0) return;
    this.studio.pause();
    this.opener = phone.canvas;
    this.ask(side, item, time);
  }

  async ask(side, item, time) {
    const what = Why.names[side.tale.stateAt(item, time) & State.content];
    const head = `Item ${item} at ${Words.time(time)}: ${what}.`;
    const asked = ++this.asked;
    const answer = side.cut !== null && time > side.cut
      ? { text: `The log of this scroll is full: nothing after ${Words.time(side.cut)} can be explained.` }
      : await side.question("why", { item, time });
    // The question or the settings have changed since.
    if (asked !== this.asked) return;
    for (const { name } of this.studio.sides) Page.find(`answer-${name}`).hidden = name !== side.name;
    Page.text(Page.find(`answer-text-${side.name}`), `${head}\n${answer.text ?? answer.message ?? ""}`.trim());
  }
}
Why.names = ["not on screen", "blank", "a low rendition", "the image of another item", "its image"];
