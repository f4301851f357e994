"use strict";
// All settings as one value: checked, and converted for the engine and into a command.

const Setting = {
  limits: { text: 2000, events: 200, samples: 300_000 },

  // The settings that belong to one side.
  parts: ["policy", "budget", "loader", "prefetch"],

  // The settings of a side alone.
  side(value) { return Object.fromEntries(Setting.parts.map((name) => [name, value[name]])); },

  // A setting with some parts replaced, also those of its sides.
  changed(setting, change) {
    return { ...setting, ...change, a: { ...setting.a, ...change.a }, b: { ...setting.b, ...change.b } };
  },

  // Checks a setting of unknown origin: returns it with its invalid parts replaced by those of another,
  // and the names of these parts.
  checked(value, other) {
    const faults = [];
    const setting = Setting.changed(other, { events: [...other.events] });
    if (typeof value !== "object" || value === null) return { setting, faults: ["settings"] };
    const take = (from, into, name, holds, fault = name) => {
      if (from[name] === undefined) return;
      if (holds(from[name])) into[name] = from[name];
      else faults.push(fault);
    };
    const isText = (text) => typeof text === "string" && text.length <= Setting.limits.text;
    for (const side of ["a", "b"]) {
      const from = value[side];
      if (from === undefined) continue;
      if (typeof from !== "object" || from === null) {
        faults.push(side);
        continue;
      }
      for (const name of ["policy", "loader"]) take(from, setting[side], name, isText, side);
      take(from, setting[side], "prefetch", (text) => text === null || isText(text), side);
      take(from, setting[side], "budget", (bytes) => bytes === null || bytes === "own"
        || (Number.isInteger(bytes) && bytes >= 1 && bytes <= 2 ** 40), side);
    }
    for (const name of ["device", "network"]) take(value, setting, name, isText);
    take(value, setting, "side", (side) => side === null || (Number.isInteger(side) && side >= 1 && side <= 16384));
    take(value, setting, "format", (name) => name === null || (isText(name) && name !== ""));
    take(value, setting, "seed", (seed) => Number.isInteger(seed) && seed >= 0 && seed <= Number.MAX_SAFE_INTEGER);
    take(value, setting, "events", (events) => Array.isArray(events) && events.length <= Setting.limits.events
      && events.every(Setting.isEvent));
    setting.events = setting.events.map(({ time, kind }) => ({ time, kind }))
      .sort((one, other) => one.time - other.time);
    return { setting, faults: [...new Set(faults)] };
  },

  // A sentence that names invalid parts.
  fault(what, names) {
    const list = names.map((name) => Setting.names[name] ?? name).join(", ");
    return `${what} contains values that are not valid: ${list}. The page uses its defaults instead.`;
  },

  names: {
    a: "the settings of A", b: "the settings of B", device: "the device", network: "the network",
    side: "the size of images", format: "the format", seed: "the seed", events: "the events",
    settings: "all settings",
  },

  isEvent(event) {
    return typeof event === "object" && event !== null && Number.isFinite(event.time) && event.time >= 0
      && event.time <= 86_400 && Setting.kinds.includes(event.kind);
  },

  kinds: [
    "warning", "critical", "memoryPressure normal", "memoryPressure warning", "memoryPressure critical", "background",
    "foreground", "tap", "relaunch", "offline", "online",
  ],

  // The configuration of a side's engine.
  forEngine({ a, b, ...common }, side) { return { ...common, ...(side === "a" ? a : b) }; },

  // True if a side cannot be simulated before the end of a scroll is known.
  needsFuture(setting, side, lists) {
    const engine = Setting.forEngine(setting, side);
    const name = (text) => (text ?? "").split(":")[0];
    const says = (list, text, known) => list.find((entry) => entry.name === name(text))?.needsFuture
      ?? known.includes(name(text));
    // The time for preloading at a launch depends on the moment at which the app leaves the screen.
    const [, preload] = /:\s*preload\s*=\s*([^:]*)/i.exec(engine.loader) ?? [];
    return says(lists.policies, engine.policy, ["belady", "belady-size"])
      || says(lists.prefetchers, engine.prefetch, ["clairvoyant"]) || Number(preload) > 0;
  },

  // The line that prints the same figures, or two lines if one cannot serve both sides. `files` has the
  // paths of devices and networks that are not built in, by name.
  command(setting, path, files) {
    const line = ({ budget, loader, prefetch }, ...policies) => {
      const words = ["scrollsim", "run", path];
      for (const policy of new Set(policies)) words.push("--policy", policy);
      if (budget !== "own") words.push("--budget", Words.exactSize(budget));
      words.push("--device", files.device[setting.device] ?? setting.device);
      words.push("--network", files.network[setting.network] ?? setting.network, "--loader", loader);
      if (prefetch !== null) words.push("--prefetch", prefetch);
      const renditions = [];
      if (setting.side !== null) renditions.push(`side=${setting.side}`);
      if (setting.format !== null) renditions.push(`format=${setting.format}`);
      if (renditions.length > 0) words.push("--renditions", renditions.join(","));
      if (setting.seed !== 0) words.push("--seed", String(setting.seed));
      return words.map(Words.quoted).join(" ");
    };
    const { a, b } = setting;
    return ["budget", "loader", "prefetch"].every((name) => a[name] === b[name])
      ? line(a, a.policy, b.policy) : `${line(a, a.policy)}\n${line(b, b.policy)}`;
  },
};
