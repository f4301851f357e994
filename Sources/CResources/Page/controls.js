"use strict";
// The fields of the form: they show a setting, and change it on input.

class Controls {
  constructor(studio) {
    this.studio = studio;
    // The error in a field of each side. Values with an error are not set.
    this.faults = { a: "", b: "" };
    for (const side of ["a", "b"]) {
      for (const part of ["loader", "policy", "prefetch"]) this.choice(side, part);
      this.limit(side);
    }
    for (const id of ["device", "network"]) {
      Page.find(id).addEventListener("change", ({ target }) => studio.set({ [id]: target.value }));
    }
    Page.find("side").addEventListener("change", ({ target }) =>
      studio.set({ side: target.value === "" ? null : Number(target.value) }));
    Page.find("format").addEventListener("change", ({ target }) =>
      studio.set({ format: target.value === "" ? null : target.value }));
    Page.find("seed").addEventListener("input", ({ target }) => {
      const seed = Number(target.value.trim());
      const isGood = /^\d+$/.test(target.value.trim()) && seed <= Number.MAX_SAFE_INTEGER;
      this.mark("seed", "error-seed", isGood ? "" : "The seed must be a whole number from 0 on.");
      if (isGood) studio.set({ seed });
    });
    Page.find("controls").addEventListener("submit", (event) => event.preventDefault());
  }

  // Fills the lists with the names of a scene.
  fillAll() {
    const { lists } = this.studio;
    for (const side of ["a", "b"]) {
      this.fill(`loader-${side}`, lists.loaders);
      this.fill(`prefetch-${side}`, lists.prefetchers, [["", "the loader's"]]);
    }
    this.fill("device", lists.devices);
    this.fill("network", lists.networks);
    this.fill("format", lists.formats, [["", "as in the trace"]]);
    const sides = [150, 220, 300, 450, 600, 800, 1080, 1440, 2048];
    this.fill("side", sides.map((side) => ({ name: String(side), label: `${side} pixels` })), [["", "as in the trace"]]);
  }

  fill(id, list, before = []) {
    Page.find(id).replaceChildren(
      ...before.map(([value, label]) => new Option(label, value)),
      ...list.map(({ name, label, summary }) => {
        const option = new Option(label ?? name, name);
        if (summary) option.title = summary;
        return option;
      }));
  }

  static split(text) {
    const colon = text.indexOf(":");
    return colon < 0 ? [text, ""] : [text.slice(0, colon), text.slice(colon + 1)];
  }

  static join(name, settings) {
    return settings.trim() === "" ? name : `${name}:${settings.trim()}`;
  }

  // The entry with a name in the engine's list for a part of a side.
  entry(part, name) {
    const { loaders, policies, prefetchers } = this.studio.lists;
    return { loader: loaders, policy: policies, prefetch: prefetchers }[part].find((entry) => entry.name === name);
  }

  // The policies that a library's cache can have, the default first; undefined if it can have all.
  policies(loader) { return this.studio.facts.libraries[loader]?.policies; }

  // Connects the list of names and the field of settings of a loader, policy or prefetcher.
  choice(side, part) {
    const { studio } = this;
    const select = Page.find(`${part}-${side}`), field = Page.find(`set-${part}-${side}`);
    select.addEventListener("change", () => {
      const [before] = Controls.split(studio.setting[side].loader);
      field.value = select.value === "score" ? "distance * bytes / decodeMs" : "";
      this.faults[side] = "";
      const change = { [part]: select.value === "" ? null : Controls.join(select.value, field.value) };
      if (part === "loader" && (this.policies(select.value) || this.policies(before))) {
        [change.policy] = this.policies(select.value) ?? ["lru"];
      }
      studio.set({ [side]: change });
    });
    field.addEventListener("input", () => {
      this.faults[side] = Controls.fault(field.value, this.entry(part, select.value));
      if (this.faults[side] === "") studio.set({ [side]: { [part]: Controls.join(select.value, field.value) } });
      else this.errors();
    });
  }

  // The error in the syntax of settings; the engine checks their names later.
  static fault(text, entry) {
    const part = text.split(":").find((part) => !/^\s*[^=\s]+\s*=\s*\S/.test(part));
    if (text.trim() === "" || part === undefined || entry.name === "score") return "";
    const [example] = entry.settings;
    return `'${part.trim()}' is not a setting of '${entry.name}'; expected `
      + (example ? `NAME=VALUE, such as ${example.name}=${example.standard}.` : "none, since it has no settings.");
  }

  // A step of the slider as bytes: whole MiB, below 8 MiB in sixteenths.
  static bytes(step) {
    const size = 2 ** (20 + step / 8);
    const unit = size >= 2 ** 23 ? 2 ** 20 : 2 ** 16;
    return Math.round(size / unit) * unit;
  }

  static step(bytes) {
    return bytes === null ? 88 : Math.max(0, Math.min(88, Math.round(8 * (Math.log2(bytes) - 20))));
  }

  // True if A's limit moves both, so that policies are compared with equal limits.
  movesBoth(side) {
    const { facts, setting: { a, b } } = this.studio;
    return side === "a" && facts.titles.length === 0 && this.studio.limit(a) === this.studio.limit(b);
  }

  limit(side) {
    const slider = Page.find(`budget-${side}`), field = Page.find(`budget-text-${side}`);
    const set = (budget) => {
      this.mark(field.id, `error-budget-${side}`, "");
      this.studio.set({ [side]: { budget }, ...(this.movesBoth(side) ? { b: { budget } } : {}) });
    };
    slider.addEventListener("input", () => set(Controls.bytes(Number(slider.value))));
    field.addEventListener("input", () => {
      const budget = Words.bytes(field.value);
      if (budget === undefined) this.mark(field.id, `error-budget-${side}`, Words.sizeFault(field.value));
      else set(budget);
    });
  }

  mark(id, error, text) {
    const field = Page.find(id);
    field.classList.toggle("bad", text !== "");
    field.setAttribute("aria-invalid", String(text !== ""));
    if (error) Page.text(Page.find(error), text);
  }

  // Shows the error of each side: that of a field, or else the engine's message.
  errors() {
    for (const { name: side, error } of this.studio.sides) {
      const text = this.faults[side] || error;
      Page.text(Page.find(`error-${side}`), text);
      for (const part of ["loader", "policy", "prefetch"]) {
        const whole = this.studio.setting[side][part];
        const field = Page.find(`set-${part}-${side}`);
        const isNamed = whole !== null && [whole, Controls.split(whole)[0]].some((name) => text.includes(`'${name}'`));
        this.mark(field.id, null, text !== "" && (isNamed || (this.faults[side] !== "" && field === document.activeElement)) ? text : "");
      }
    }
  }

  // Shows a setting in all fields but the one that the user types in.
  show(setting) {
    const put = (id, value) => {
      const field = Page.find(id);
      if (field === document.activeElement && field.type === "text") return;
      if (field.value !== value) field.value = value;
      if (field.tagName === "SELECT" && field.value !== value) {
        field.append(new Option(value, value));
        field.value = value;
      }
    };
    for (const side of ["a", "b"]) this.showSide(side, setting[side], put);
    put("device", setting.device);
    put("network", setting.network);
    put("side", setting.side === null ? "" : String(setting.side));
    put("format", setting.format ?? "");
    put("seed", String(setting.seed));
    // The field now shows the setting again, so its error is gone.
    if (document.activeElement !== Page.find("seed")) this.mark("seed", "error-seed", "");
  }

  showSide(side, setting, put) {
    const { lists, facts } = this.studio;
    const [loader] = Controls.split(setting.loader);
    const policies = this.policies(loader)?.map((text) => Controls.split(text)[0]);
    const known = policies ? lists.policies.filter(({ name }) => policies.includes(name)) : lists.policies;
    if (Page.find(`policy-${side}`).options.length !== known.length) this.fill(`policy-${side}`, known);
    for (const part of ["loader", "policy", "prefetch"]) {
      const [name, settings] = Controls.split(setting[part] ?? "");
      put(`${part}-${side}`, name);
      const field = Page.find(`set-${part}-${side}`), entry = this.entry(part, name);
      put(field.id, settings);
      const isFormula = name === "score";
      field.closest(".field").classList.toggle("tall", isFormula);
      Page.text(field.closest(".field").querySelector(".naming"), isFormula ? "Formula" : "Settings");
      field.disabled = !entry || entry.settings.length === 0;
      field.placeholder = isFormula ? "idle"
        : (entry?.settings ?? []).slice(0, 2).map(({ name, standard }) => `${name}=${standard ?? ""}`).join(":");
    }
    Page.text(Page.find(`hint-${side}`), this.entry("policy", Controls.split(setting.policy)[0])?.summary ?? "");
    const limit = this.studio.limit(setting);
    put(`budget-${side}`, String(Controls.step(limit)));
    put(`budget-text-${side}`, Words.size(limit));
    Page.find(`budget-${side}`).setAttribute("aria-valuetext", Words.size(limit));
    if (document.activeElement !== Page.find(`budget-text-${side}`)) this.mark(`budget-text-${side}`, `error-budget-${side}`, "");
    Page.text(Page.find(`hint-budget-${side}`), !(this.entry("loader", loader)?.hasCache ?? true)
      ? "This loader has no cache: policy and limit change nothing."
      : (setting.budget === "own" ? `The default of ${loader}${facts.libraries[loader] ? " on this device" : ""}. ` : "")
        + (this.movesBoth(side) ? "Moves both sides while their limits are equal." : ""));
  }
}
