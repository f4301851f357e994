"use strict";
// The scene of the page as text: what it says of itself, and the same with another scroll.

const SceneText = {
  // The text of the engine's scene, and the policy of B, which stands before it.
  parts(text) {
    const end = text.indexOf("\n");
    return { other: text.slice("other ".length, end), scene: text.slice(end + 1) };
  },

  // The policy of B, the title of the scroll and the path of its trace.
  facts({ other, scene }) {
    const [, title, path] = scene.split("\n", 3);
    return { other, title: title.replace(/^title ?/, ""), path: path.replace(/^path ?/, "") };
  },

  // When the layouts of a scene begin, in seconds.
  layouts(scene) {
    return [...scene.matchAll(/^epoch (\d+) /gm)].map(([, time]) => Number(time) / 1e9);
  },

  // The setting that a page begins with: the engine's, and who is compared with it.
  setting({ other }, lists) {
    const { policy, ...own } = lists.defaults;
    const setting = { ...own, prefetch: own.prefetch ?? "" };
    if (policy !== "own") setting.policyA = policy;
    if (other !== "") setting.policyB = other;
    return Setting.checked(setting, Setting.standard(lists)).setting;
  },

  // The scene as if a scroll that was made had been recorded: rows of seconds, offset and touch, and
  // events. The layout is the first one throughout.
  recorded(scene, rows, events) {
    const layouts = scene.indexOf("\nepochs ");
    const second = scene.indexOf("\nepoch ", scene.indexOf("\nepoch ", layouts) + 1);
    const motion = scene.lastIndexOf("\nmotion ");
    const devices = scene.indexOf("\ndevice ", motion);
    const end = rows[rows.length - 3];
    const happened = events.filter(({ time }) => time <= end);
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
