"use strict";
// Everything that can be set, as one value: checked, turned into the engine's, and into a command.

const Setting = {
  limits: { text: 2000, events: 200, samples: 300_000 },

  // What a page begins with whose scene says nothing.
  standard(lists) {
    const pick = (list, ...names) =>
      names.find((name) => list.some((entry) => entry.name === name)) ?? list[0]?.name ?? "";
    return {
      policyA: pick(lists.policies, "lru"), policyB: pick(lists.policies, "distance"), budget: 2 ** 26,
      device: pick(lists.devices, "iphone-13-pro"), network: pick(lists.networks, "wifi"),
      loader: pick(lists.loaders, "cached"), loaderB: "", prefetch: "", prefetchB: "same", side: null,
      format: null, seed: 0, events: [],
    };
  },

  // A setting of unknown origin, with whatever is wrong in it left as in another; and what was wrong.
  checked(value, other) {
    const faults = [];
    const setting = { ...other, events: [...other.events] };
    const take = (name, holds) => {
      if (value[name] === undefined) return;
      if (holds(value[name])) setting[name] = value[name];
      else faults.push(name);
    };
    if (typeof value !== "object" || value === null) return { setting, faults: ["settings"] };
    const isText = (text) => typeof text === "string" && text.length <= Setting.limits.text;
    for (const name of [
      "policyA", "policyB", "device", "network", "loader", "loaderB", "prefetch", "prefetchB",
    ]) take(name, isText);
    take("budget", (bytes) => bytes === null || bytes === "own" || (Number.isInteger(bytes) && bytes >= 1 && bytes <= 2 ** 40));
    take("side", (side) => side === null || (Number.isInteger(side) && side >= 1 && side <= 16384));
    take("format", (name) => name === null || (isText(name) && name !== ""));
    take("seed", (seed) => Number.isInteger(seed) && seed >= 0 && seed <= Number.MAX_SAFE_INTEGER);
    take("events", (events) => Array.isArray(events) && events.length <= Setting.limits.events
      && events.every(Setting.isEvent));
    setting.events = setting.events.map(({ time, kind }) => ({ time, kind }))
      .sort((one, other) => one.time - other.time);
    return { setting, faults };
  },

  // A sentence about what is wrong in something.
  fault(what, names) {
    const list = names.map((name) => Setting.names[name] ?? name).join(", ");
    return `${what} asks for something that cannot be here: ${list}. There the page has what it usually begins with.`;
  },

  names: {
    policyA: "the policy of A", policyB: "the policy of B", budget: "the budget", device: "the device",
    network: "the network", loader: "the loader", loaderB: "the loader of B", prefetch: "the prefetcher",
    prefetchB: "the prefetcher of B", side: "the size of images", format: "the format", seed: "the seed",
    events: "the events", settings: "all settings",
  },

  isEvent(event) {
    return typeof event === "object" && event !== null && Number.isFinite(event.time) && event.time >= 0
      && event.time <= 86_400 && Setting.kinds.includes(event.kind);
  },

  kinds: [
    "warning", "critical", "memoryPressure normal", "memoryPressure warning", "memoryPressure critical", "background",
    "foreground", "tap", "relaunch", "offline", "online",
  ],

  loader(setting, side) {
    return side === "b" && setting.loaderB !== "" ? setting.loaderB : setting.loader;
  },

  prefetch(setting, side) {
    const text = side === "b" && setting.prefetchB !== "same" ? setting.prefetchB : setting.prefetch;
    return text === "" ? null : text;
  },

  // What the engine of a side is configured with.
  forEngine(setting, side) {
    return {
      policy: side === "a" ? setting.policyA : setting.policyB, budget: setting.budget,
      device: setting.device, network: setting.network, loader: Setting.loader(setting, side),
      prefetch: Setting.prefetch(setting, side), side: setting.side, format: setting.format,
      seed: setting.seed, events: setting.events,
    };
  },

  // Whether a side cannot be simulated before the end of a scroll is known.
  needsFuture(setting, side, lists) {
    const engine = Setting.forEngine(setting, side);
    const name = (text) => (text ?? "").split(":")[0];
    const says = (list, text, known) => list.find((entry) => entry.name === name(text))?.needsFuture
      ?? known.includes(name(text));
    // How long a launch may preload depends on when the app leaves the screen.
    const [, preload] = /:\s*preload\s*=\s*([^:]*)/i.exec(engine.loader) ?? [];
    return says(lists.policies, engine.policy, ["belady", "belady-size"])
      || says(lists.prefetchers, engine.prefetch, ["clairvoyant"]) || Number(preload) > 0;
  },

  // The line that prints the same figures; one for each side where one line cannot do both. Of
  // devices and networks that are not built in `files` has the paths, by name.
  command(setting, path, files) {
    const line = (policies, side) => {
      const { loader, prefetch } = Setting.forEngine(setting, side);
      const words = ["scrollsim", "run", path];
      for (const policy of policies) words.push("--policy", policy);
      if (setting.budget !== "own") words.push("--budget", Words.exactSize(setting.budget));
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
    const one = Setting.forEngine(setting, "a"), other = Setting.forEngine(setting, "b");
    if (one.loader === other.loader && one.prefetch === other.prefetch) {
      const policies = setting.policyA === setting.policyB ? [one.policy] : [one.policy, other.policy];
      return line(policies, "a");
    }
    return `${line([one.policy], "a")}\n${line([other.policy], "b")}`;
  },
};
