"use strict";
// The scene of the page as text: what it says of itself, and the same with another scroll.

const SceneText = {
  // The text of the engine's scene, and what stands before it, which the page alone knows about.
  parts(text) {
    const start = text.indexOf("\nscene ") + 1;
    return { before: text.slice(0, start), scene: text.slice(start) };
  },

  // The policy of B, the files of devices and networks that are not built in, by name, the title of
  // the scroll and the path of its trace.
  facts({ before, scene }) {
    const [, title, path] = scene.split("\n", 3);
    const facts = {
      other: "", files: { device: {}, network: {} }, title: title.replace(/^title ?/, ""), path: path.replace(/^path ?/, ""),
    };
    for (const line of before.split("\n").slice(0, -1)) {
      const [kind, name, file] = line.split("\t");
      if (kind in facts.files) facts.files[kind][name] = file;
      else facts.other = line.slice("other ".length);
    }
    return facts;
  },

  // When the layouts of a scene begin, in seconds.
  layouts(scene) {
    return [...scene.matchAll(/^epoch (\d+) /gm)].map(([, time]) => Number(time) / 1e9);
  },

  // The setting that a page begins with: the engine's, and who is compared with it; and the names of
  // what a page cannot hold of it.
  setting({ other }, lists) {
    const { policy, ...own } = lists.defaults;
    const setting = { ...own, prefetch: own.prefetch ?? "" };
    if (policy !== "own") setting.policyA = policy;
    if (other !== "") setting.policyB = other;
    return Setting.checked(setting, Setting.standard(lists));
  },

  // The scene as if a scroll that was made had been recorded: rows of seconds, offset and touch, and
  // events. The layout is the first one throughout.
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

  // Steps of nanoseconds and of 1/64 points, and the phase, as the engine gives it to what is scrolled.
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
