"use strict";
// The scene of the page as text: its facts, and the same scene with another scroll.

const SceneText = {
  // The text of the engine's scene, and the lines before it, which only the page reads.
  parts(text) {
    const start = text.indexOf("\nscene ") + 1;
    return { before: text.slice(0, start), scene: text.slice(start) };
  },

  // The settings of B, the titles of both sides and the advised changes, the facts of libraries by
  // loader, the files of devices and networks that are not built in by name, the title of the scroll
  // and the path of its trace.
  facts({ before, scene }) {
    const [, title, path] = scene.split("\n", 3);
    const facts = {
      other: "", titles: [], libraries: {}, files: { device: {}, network: {} },
      title: title.replace(/^title ?/, ""), path: path.replace(/^path ?/, ""),
    };
    for (const line of before.split("\n").slice(0, -1)) {
      const [kind, name, ...rest] = line.split("\t");
      if (kind in facts.files) facts.files[kind][name] = rest[0];
      else if (kind === "titles") facts.titles = name === "" ? [] : [name, ...rest];
      else if (kind === "library") {
        const [policies, limits] = rest.map((list) => list.split(" "));
        facts.libraries[name] = { policies, limits: limits.map((limit) => limit === "none" ? null : Number(limit)) };
      } else facts.other += `${line}\n`;
    }
    return facts;
  },

  // The start times of the layouts of a scene, in seconds.
  layouts(scene) {
    return [...scene.matchAll(/^epoch (\d+) /gm)].map(([, time]) => Number(time) / 1e9);
  },

  // The setting that a page begins with, and the names of its parts that a page cannot have.
  setting({ other }, { defaults }) {
    const { device, network, side, format, seed } = defaults;
    const a = Setting.side(defaults);
    const setting = { a, b: a, device, network, side, format, seed, events: [] };
    return Setting.checked({ ...defaults, a, b: Setting.side(SettingLines.read(other)) }, setting);
  },

  // The scene with a live scroll as its recording: rows of seconds, offset and touch, and events. It
  // has only the first layout.
  recorded(scene, rows, events) {
    const layouts = scene.indexOf("\nepochs ");
    const second = scene.indexOf("\nepoch ", scene.indexOf("\nepoch ", layouts) + 1);
    const motion = scene.lastIndexOf("\nmotion ");
    const devices = scene.indexOf("\ndevice ", motion);
    const end = rows[rows.length - 3];
    const happened = events.filter(({ time }) => time <= end).sort((one, other) => one.time - other.time);
    const lines = [
      scene.slice(0, second < 0 ? motion : second).replace(/\nepochs \d+\n/, "\nepochs 1\n"),
      `motion ${rows.length / 3}`, ...SceneText.samples(rows), `events ${happened.length}`,
      ...happened.map(({ time, kind }) => `${Math.round(time * 1e9)} ${SceneText.kinds[kind] ?? kind}`),
    ];
    return lines.join("\n") + scene.slice(devices);
  },

  // Steps of nanoseconds and of 1/64 points, and the phase that the engine gives to a live scroll.
  samples(rows) {
    const lines = [];
    let time = 0, place = 0, moved = -Infinity;
    for (let at = 0; at < rows.length; at += 3) {
      const now = Math.round(rows[at] * 1e9), offset = Math.round(rows[at + 1] * 64);
      if (at > 0 && offset !== place) moved = now;
      const phase = at === 0 ? 0 : rows[at + 2] === 1 ? 1 : now - moved <= 100_000_000 ? 2 : 0;
      lines.push(`${now - time} ${offset - place} ${phase}`);
      [time, place] = [now, offset];
    }
    return lines;
  },

  kinds: { warning: "memoryPressure warning", critical: "memoryPressure critical" },
};
