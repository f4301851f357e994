"use strict";
// Tours of a minute each, with figures of the engine, on the scroll of the page. If that does not show
// the case of a tour, the tour uses the built-in scroll.

class Guide {
  constructor(studio) {
    this.studio = studio;
    this.panel = Page.find("guide");
    this.turn = 0;
    // The session to restore after a tour on the built-in scroll, and the promise of its return.
    this.kept = this.left = null;
    for (const button of document.querySelectorAll("[data-guide]")) {
      button.addEventListener("click", () => this.start(button.dataset.guide, button));
    }
    Page.find("guide-back").addEventListener("click", () => this.step(this.index - 1));
    Page.find("guide-next").addEventListener("click", () => this.step(this.index + 1));
    Page.find("guide-end").addEventListener("click", () => this.leave(true));
  }

  show(isOpen) {
    this.panel.hidden = !isOpen;
    this.studio.titles();
    this.panel.parentElement.classList.toggle("guided", isOpen);
  }

  get isOpen() { return !this.panel.hidden; }

  async start(name, button) {
    this.leave();
    await this.left;
    const { studio } = this;
    this.opener = button;
    button.setAttribute("aria-pressed", "true");
    if (studio.scroll) studio.recorded();
    this.steps = [];
    this.index = 0;
    this.show(true);
    const scene = Guide.scenes[name];
    Page.text(Page.find("guide-title"), scene.title);
    const turn = ++this.turn;
    this.tell("One moment: the engine looks for this case on your scroll.", 0);
    Page.find("guide-next").focus({ preventScroll: true });
    Page.find("stage").scrollIntoView({ block: "nearest" });
    let steps = await scene.steps(this);
    if (turn !== this.turn) return;
    if (!steps) {
      this.tell("Your scroll does not show this case. One moment: the built-in scroll does.", 0);
      const { setting, time, text } = studio;
      this.kept = { text, session: { setting, time, live: null } };
      await studio.load(await sceneText("tour"));
      steps = turn === this.turn ? await scene.steps(this) : null;
      if (turn !== this.turn) return;
    }
    this.steps = steps ?? [];
    this.step(0);
  }

  // Shows a step: sets its settings, explains their figures, then plays its part of the scroll.
  async step(index) {
    const step = this.steps[index];
    if (!step) {
      if (index >= this.steps.length && this.steps.length > 0) this.leave(true);
      return;
    }
    const turn = ++this.turn;
    this.index = index;
    clearTimeout(this.timer);
    this.studio.pause();
    const figures = await this.figures(step.setting);
    if (turn !== this.turn) return;
    const { from, rate } = step.play?.(this) ?? { from: 0, rate: 1 };
    this.studio.seek(from);
    this.studio.rate = rate;
    Page.find("rate").value = String(rate);
    const where = index === 0 && this.kept ? "Your scroll does not show this case, so this is the built-in one. " : "";
    this.tell(where + step.says(...figures), (index + 1) / this.steps.length);
    Page.text(Page.find("guide-next"), index + 1 < this.steps.length ? "Next" : "Done");
    Page.find("guide-back").disabled = index === 0;
    this.studio.play();
    if (index + 1 < this.steps.length) {
      this.timer = setTimeout(() => this.step(index + 1), step.seconds * 1000);
    }
  }

  tell(text, share) {
    Page.text(Page.find("guide-text"), text);
    Page.find("guide-progress").value = share;
  }

  // Sets what a step needs, and returns both sides' figures when they are known.
  async figures(change) {
    const { studio } = this;
    this.isSetting = true;
    studio.set(change);
    this.isSetting = false;
    while (!studio.sides.every((side) => side.isSettled)) await new Promise((resolve) => setTimeout(resolve, 30));
    return studio.sides.map((side) => side.figures ?? {});
  }

  // A change by the user ends the tour, except on the built-in scroll, where only its timer stops.
  interrupted() {
    if (!this.isOpen || this.isSetting) return;
    clearTimeout(this.timer);
    if (!this.kept) this.leave();
  }

  // Ends the tour; returns when the scroll of the page is back.
  leave(isAsked = false) {
    if (!this.isOpen) return this.left;
    this.turn += 1;
    clearTimeout(this.timer);
    this.show(false);
    this.studio.rate = 1;
    Page.find("rate").value = "1";
    this.opener?.removeAttribute("aria-pressed");
    const { kept } = this;
    this.kept = null;
    if (kept) this.left = this.studio.load(kept.text).then(() => this.studio.take(kept.session));
    if (isAsked) {
      this.studio.pause();
      this.opener?.focus();
    }
    return this.left;
  }

  // The figures of several settings; each side computes half of them.
  async tried(changes) {
    const { studio } = this;
    const settings = changes.map((change) => Setting.forEngine(Setting.changed({ ...studio.setting, events: [] }, change), "a"));
    const half = Math.ceil(settings.length / 2);
    const found = (await Promise.all(studio.sides.map(async (side, index) => {
      const asked = index === 0 ? settings.slice(0, half) : settings.slice(half);
      const { found } = await side.question("try", { settings: asked });
      return found ?? asked.map(() => null);
    }))).flat();
    return changes.map((change, index) => ({ change, figures: found[index] }))
      .filter(({ figures }) => figures && !figures.error && Number.isFinite(figures.stallSeconds));
  }

  // The start of the interval of some seconds with the largest sum in a row of a side's picture.
  most(side, row, seconds) {
    const picture = this.studio.sides[side].picture;
    if (!picture) return 0;
    const values = picture[row];
    const width = Math.max(1, Math.round(seconds / picture.laneSpan * picture.laneColumns));
    let sum = 0, best = -1, place = 0;
    for (let at = 0; at < values.length; at++) {
      sum += values[at] - (at >= width ? values[at - width] : 0);
      if (sum > best) [best, place] = [sum, at - width + 1];
    }
    const start = Math.max(0, place) / picture.laneColumns * picture.laneSpan;
    return Math.max(0, Math.min(start, this.studio.duration - seconds));
  }
}
