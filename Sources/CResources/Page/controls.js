"use strict";
// The fields of the form: what they show of a setting, and what they make of it when changed.

class Controls {
  // Calls `changed(change)` with the parts of a setting that are other now.
  constructor(lists, changed) {
    this.lists = lists;
    this.changed = changed;
    for (const side of ["a", "b"]) {
      this.fill(`policy-${side}`, lists.policies);
      this.policy(side);
    }
    this.fill("device", lists.devices);
    this.fill("network", lists.networks);
    this.fill("loader", lists.loaders);
    this.fill("loader-b", lists.loaders, [["", "as A"]]);
    this.fill("prefetch", lists.prefetchers, [["", "the loader's own"]]);
    this.fill("prefetch-b", lists.prefetchers, [["same", "as A"], ["", "the loader's own"]]);
    this.fill("format", lists.formats, [["", "as in the trace"]]);
    const sides = [150, 220, 300, 450, 600, 800, 1080, 1440, 2048];
    this.fill("side", sides.map((side) => ({ name: String(side), label: `${side} pixels` })), [["", "as in the trace"]]);
    for (const id of ["device", "network"]) {
      Page.find(id).addEventListener("change", ({ target }) => changed({ [id]: target.value }));
    }
    this.app();
    Page.find("side").addEventListener("change", ({ target }) =>
      changed({ side: target.value === "" ? null : Number(target.value) }));
    Page.find("format").addEventListener("change", ({ target }) =>
      changed({ format: target.value === "" ? null : target.value }));
    Page.find("seed").addEventListener("input", ({ target }) => {
      const seed = Number(target.value.trim());
      const isGood = /^\d+$/.test(target.value.trim()) && seed <= Number.MAX_SAFE_INTEGER;
      this.mark("seed", "error-seed", isGood ? "" : "The seed is no whole number from 0.");
      if (isGood) changed({ seed });
    });
    this.budget();
    Page.find("controls").addEventListener("submit", (event) => event.preventDefault());
  }

  fill(id, list, before = []) {
    const select = Page.find(id);
    select.textContent = "";
    const option = (value, label, title) => {
      const element = document.createElement("option");
      element.value = value;
      element.textContent = label;
      if (title) element.title = title;
      return element;
    };
    for (const [value, label] of before) select.append(option(value, label));
    let group = null;
    for (const { name, label, summary, kind } of list) {
      if (kind && group?.label !== kind) {
        group = document.createElement("optgroup");
        group.label = kind;
        select.append(group);
      }
      (kind ? group : select).append(option(name, label ?? name, summary));
    }
  }

  static split(text) {
    const colon = text.indexOf(":");
    return colon < 0 ? [text, ""] : [text.slice(0, colon), text.slice(colon + 1)];
  }

  static join(name, settings) {
    return settings.trim() === "" ? name : `${name}:${settings.trim()}`;
  }

  // The policy of a side: a name, and its settings or its formula.
  policy(side) {
    const select = Page.find(`policy-${side}`), field = Page.find(`set-${side}`);
    const name = side === "a" ? "policyA" : "policyB";
    select.addEventListener("change", () => {
      field.value = select.value === "score" ? "distance * bytes / decodeMs" : "";
      this.describe(side, select.value);
      this.changed({ [name]: Controls.join(select.value, field.value) });
    });
    field.addEventListener("input", () =>
      this.changed({ [name]: Controls.join(select.value, field.value) }));
  }

  // What a policy is, and what can be set.
  describe(side, name) {
    const entry = this.lists.policies.find((policy) => policy.name === name);
    const isFormula = name === "score";
    const field = Page.find(`set-${side}`);
    const row = field.closest(".field");
    row.classList.toggle("tall", isFormula);
    Page.text(row.querySelector(".naming"), `${isFormula ? "Formula" : "Settings"} of ${side.toUpperCase()}`);
    const settings = (entry?.settings ?? []).map(({ name, standard }) => `${name}=${standard ?? ""}`);
    field.placeholder = isFormula ? "idle" : settings.slice(0, 2).join(":");
    Page.text(Page.find(`hint-${side}`), entry?.summary ?? "");
  }

  app() {
    const whole = () => {
      const loader = Controls.join(Page.find("loader").value, Page.find("set-loader").value);
      const prefetch = Page.find("prefetch").value;
      this.changed({
        loader, loaderB: Page.find("loader-b").value,
        prefetch: prefetch === "" ? "" : Controls.join(prefetch, Page.find("set-prefetch").value),
        prefetchB: Page.find("prefetch-b").value,
      });
    };
    for (const id of ["loader", "loader-b", "prefetch", "prefetch-b"]) {
      Page.find(id).addEventListener("change", () => {
        if (id === "loader") Page.find("set-loader").value = "";
        if (id === "prefetch") Page.find("set-prefetch").value = "";
        whole();
      });
    }
    for (const id of ["set-loader", "set-prefetch"]) Page.find(id).addEventListener("input", whole);
  }

  // A step of the slider as bytes: whole MiB, below 8 MiB in sixteenths.
  static bytes(step) {
    const size = 2 ** (20 + step / 8);
    const unit = size >= 2 ** 23 ? 2 ** 20 : 2 ** 16;
    return Math.round(size / unit) * unit;
  }

  static step(bytes) {
    if (bytes === "own") return 48;
    return bytes === null ? 88 : Math.max(0, Math.min(88, Math.round(8 * (Math.log2(bytes) - 20))));
  }

  budget() {
    const slider = Page.find("budget"), field = Page.find("budget-text");
    slider.addEventListener("input", () => {
      const budget = Controls.bytes(Number(slider.value));
      field.value = Words.exactSize(budget);
      this.mark("budget-text", "error-budget", "");
      this.named(budget);
      this.changed({ budget });
    });
    field.addEventListener("input", () => {
      const budget = Words.bytes(field.value);
      this.mark("budget-text", "error-budget",
        budget === undefined ? "It is no size like 32MiB, and neither none nor own." : "");
      if (budget === undefined) return;
      slider.value = String(Controls.step(budget));
      this.named(budget);
      this.changed({ budget });
    });
  }

  named(budget) {
    Page.find("budget").setAttribute("aria-valuetext", Words.size(budget));
  }

  mark(id, error, text) {
    Page.find(id).classList.toggle("bad", text !== "");
    Page.find(id).setAttribute("aria-invalid", String(text !== ""));
    Page.text(Page.find(error), text);
  }

  // What the engines say of their sides: beside the policy, or below if it holds for both.
  errors(a, b) {
    const isCommon = a !== "" && a === b;
    this.mark("set-a", "error-a", isCommon ? "" : a);
    this.mark("set-b", "error-b", isCommon ? "" : b);
    Page.text(Page.find("error-common"), isCommon ? a : "");
  }

  // Shows a setting in all fields, but not in the one that is being typed in.
  show(setting) {
    const put = (id, value) => {
      const field = Page.find(id);
      if (field === document.activeElement && field.type === "text") return;
      if (field.value !== value) field.value = value;
      // What is wrong in a field was never set, and no longer stands there.
      if (id === "seed") this.mark(id, "error-seed", "");
      if (id === "budget-text") this.mark(id, "error-budget", "");
      if (field.tagName === "SELECT" && field.value !== value) {
        const option = document.createElement("option");
        option.value = option.textContent = value;
        field.append(option);
        field.value = value;
      }
    };
    for (const [side, text] of [["a", setting.policyA], ["b", setting.policyB]]) {
      const [name, settings] = Controls.split(text);
      put(`policy-${side}`, name);
      put(`set-${side}`, settings);
      this.describe(side, name);
    }
    put("budget", String(Controls.step(setting.budget)));
    put("budget-text", Words.exactSize(setting.budget));
    this.named(setting.budget);
    put("device", setting.device);
    put("network", setting.network);
    const [loader, loaderSettings] = Controls.split(setting.loader);
    put("loader", loader);
    put("set-loader", loaderSettings);
    put("loader-b", setting.loaderB);
    const hasCache = (name) => this.lists.loaders.find((entry) => entry.name === name)?.hasCache ?? true;
    const loaderB = Controls.split(setting.loaderB || setting.loader)[0];
    const without = [["A", loader], ["B", loaderB]].filter(([, name]) => !hasCache(name)).map(([side]) => side);
    Page.text(Page.find("hint-cache"), without.length === 0 ? ""
      : `The loader of ${without.join(" and ")} has no cache: policy and budget change nothing there.`);
    const [prefetch, prefetchSettings] = Controls.split(setting.prefetch);
    put("prefetch", prefetch);
    put("set-prefetch", prefetchSettings);
    put("prefetch-b", setting.prefetchB);
    put("side", setting.side === null ? "" : String(setting.side));
    put("format", setting.format ?? "");
    put("seed", String(setting.seed));
  }
}
