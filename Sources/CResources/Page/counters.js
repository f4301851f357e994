"use strict";
// The figures of a side as text: large ones beside its screen, all of them in the table.

// Elements by id, and texts that are only written when they change.
const Page = {
  find(id) { return document.getElementById(id); },

  text(element, text) {
    if (element.lastText !== text) {
      element.textContent = text;
      element.lastText = text;
    }
  },

  // Sends a text to screen readers, or shows it to everyone for five seconds.
  say(text, isShown = false) {
    Page.text(Page.find("say"), isShown ? "" : text);
    if (!isShown) return;
    const toast = Page.find("toast");
    Page.text(toast, text);
    clearTimeout(Page.timer);
    Page.timer = setTimeout(() => Page.text(toast, ""), 5000);
  },

  notice(text) {
    const notice = Page.find("notice");
    notice.hidden = text === "";
    Page.text(notice, text);
  },
};

class Counters {
  constructor(name) {
    this.name = name;
    this.heading = Page.find(`name-${name}`);
    for (const part of [
      "blank", "hitches", "peak", "peak-unit", "killed", "stall", "missing", "hits", "cache", "cache-bar", "memory", "state",
    ]) this[part] = Page.find(`${part}-${name}`);
    this.fill = -1;
  }

  // The title of a side. With its first settings, it has a given title and lists settings or advised
  // changes. After a change, and in a tour, the title is the difference from the other side.
  title({ setting, standard, facts, guide }, limits) {
    const [mine, other] = (this.name === "a" ? ["a", "b"] : ["b", "a"]).map((side) => Counters.words(setting[side], limits[side]));
    const [have, advised, changes] = facts.titles;
    const isTitled = have !== undefined && !guide?.isOpen;
    const isAsBegun = JSON.stringify(setting[this.name]) === JSON.stringify(standard[this.name]);
    const isHere = setting.device === standard.device && setting.network === standard.network;
    const title = !isTitled ? mine.filter((word, place) => word !== other[place]).join(", ") || mine[1]
      : !isAsBegun ? "Changed" : this.name === "a" ? have
      : isHere ? advised : `${advised} for ${standard.device}, ${standard.network}`;
    Page.text(this.heading, title);
    Page.text(Page.find(`title-${this.name}`), title);
    Page.text(
      Page.find(`setting-${this.name}`), isTitled && isAsBegun && this.name === "b" ? changes : mine.filter(Boolean).join(", "));
  }

  static words({ loader, policy, prefetch }, limit) {
    const size = limit === null ? "no limit" : Words.size(limit);
    return [loader, policy.replace(/^score: */, "score: "), size, prefetch === null ? "" : `prefetch ${prefetch}`];
  }

  // Shows the figures of the whole run, or of a live one so far.
  whole(figures) {
    if (!figures) {
      for (const part of ["blank", "hitches", "peak", "killed", "stall", "hits"]) Page.text(this[part], "-");
      Page.text(this["peak-unit"], "");
      this.waits({});
      return;
    }
    Page.text(this.blank, Words.seconds(figures.blankSeconds));
    const ratio = figures.hitchRatio ?? 0;
    Page.text(this.hitches, ratio < 100 ? Words.seconds(ratio) : Words.whole(ratio));
    const [peak, unit] = Words.size(figures.footprintPeakBytes).split(" ");
    Page.text(this.peak, peak);
    Page.text(this["peak-unit"], unit);
    Page.text(this.killed, figures.killed ? "yes" : "no");
    this.killed.classList.toggle("over", figures.killed !== null);
    Page.text(this.stall, Words.seconds(figures.stallSeconds));
    Page.text(this.hits, Words.percent(figures.hitRate));
    this.waits(figures.parts?.wait ?? {});
  }

  // Shows the waits of late images, the longest first.
  waits(waits) {
    const list = Object.entries(waits).sort((one, other) => other[1] - one[1]);
    const sum = list.reduce((total, [, time]) => total + time, 0);
    const box = Page.find(`waits-${this.name}`);
    box.hidden = sum === 0;
    if (sum === 0) return;
    Page.text(box.querySelector(".words"), list.slice(0, 2)
      .map(([name, time]) => `${Counters.reasons[name] ?? name} ${Math.round(time / sum * 100)} %`).join(", "));
    const bar = box.querySelector(".parts");
    while (bar.children.length < list.length) bar.append(document.createElement("i"));
    [...bar.children].forEach((part, index) => {
      part.hidden = index >= list.length;
      if (part.hidden) return;
      part.className = list[index][0];
      part.style.flexGrow = String(list[index][1] / sum);
    });
  }

  // Shows the figures of a moment, from the row of its frame.
  moment(frames, at, time, budget) {
    if (at < 0) {
      Page.text(this.missing, frames ? "0.00" : "-");
      Page.text(this.cache, "-");
      Page.text(this.memory, "-");
      this.bar(0, false);
      return;
    }
    const missing = frames[at + Frame.missing] + frames[at + Frame.share] * Math.max(0, time - frames[at]);
    Page.text(this.missing, Words.seconds(missing));
    const held = frames[at + Frame.cache];
    Page.text(
      this.cache, !Number.isFinite(budget) ? Words.size(held)
        : `${Counters.part(held, budget)} of ${Words.size(budget)}`);
    Page.text(this.memory, Words.size(frames[at + Frame.footprint]));
    this.bar(Number.isFinite(budget) ? held / budget : 0, Number.isFinite(budget) && held > budget);
  }

  // A size in the unit of another, without that unit.
  static part(bytes, whole) {
    const width = whole >= 2 ** 30 ? 2 ** 30 : whole >= 2 ** 20 ? 2 ** 20 : 2 ** 10;
    return (bytes / width).toFixed(whole / width < 100 ? 1 : 0);
  }

  bar(share, isOver) {
    const fill = Math.round(Math.min(1, share) * 500) / 500;
    if (fill !== this.fill) {
      this.fill = fill;
      this["cache-bar"].style.transform = `scaleX(${fill})`;
    }
    this["cache-bar"].classList.toggle("over", isOver);
  }
}

Counters.reasons = {
  queue: "their turn", flash: "flash", network: "the network", backOff: "another try", decode: "decoding",
  nextFrame: "the next frame", mainThread: "the main thread",
};

// All figures of both sides, as the command's JSON names them.
class FigureTable {
  constructor(body, details) {
    this.body = body;
    this.details = details;
    this.rows = new Map();
    details.addEventListener("toggle", () => this.show(this.both ?? [null, null]));
  }

  static flat(figures, into = new Map(), prefix = "") {
    for (const [name, value] of Object.entries(figures ?? {})) {
      if (typeof value === "object" && value !== null) FigureTable.flat(value, into, `${prefix}${name}.`);
      else into.set(prefix + name, value === null ? "never" : String(value));
    }
    return into;
  }

  show(both) {
    this.both = both;
    if (!this.details.open) return;
    const flat = both.map((figures) => FigureTable.flat(figures));
    const names = new Set([...flat[0].keys(), ...flat[1].keys()]);
    for (const name of names) {
      let row = this.rows.get(name);
      if (!row) {
        const line = document.createElement("tr");
        const head = document.createElement("th");
        head.scope = "row";
        head.textContent = name;
        row = { line, cells: [0, 1].map(() => document.createElement("td")) };
        for (const cell of row.cells) cell.className = "n";
        line.append(head, ...row.cells);
        this.rows.set(name, row);
        this.body.append(line);
      }
      row.cells.forEach((cell, side) => Page.text(cell, flat[side].get(name) ?? "-"));
    }
    for (const [name, row] of this.rows) row.line.hidden = !names.has(name);
  }
}
