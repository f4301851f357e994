"use strict";
// The tours. Each looks for its case on the scroll of the page, and has no steps if it is not found.
// Every number in a sentence is a figure of the engine.

const Said = {
  seconds(value) { return `${Words.seconds(value)} s`; },
  percent(share) { return `${Words.percent(share)} %`; },
  milliseconds(value) { return `${Words.whole(value)} ms`; },
  hitches(figures) { return Words.count(figures.hitches, "late frame", "late frames"); },
};

// The settings of a side at the start of every tour. The images are those of the trace, and there are no
// system events.
const plain = { policy: "lru", loader: "cached", prefetch: "none", budget: 2 ** 26 };
const common = { side: null, format: null, events: [] };

Guide.scenes = {
  "main-thread": {
    title: "Why decoding on the main thread hitches",
    async steps(guide) {
      const a = { ...plain, loader: "main-thread" }, b = { ...plain, loader: "background-decode" };
      const [main, other] = await guide.tried([{ ...common, a }, { ...common, a: b }]);
      if (!other || main.figures.hitchRatio < 5 || main.figures.hitchRatio < 4 * other.figures.hitchRatio) return null;
      const base = { ...common, a, b };
      const cached = { ...common, a, b: { ...plain, prefetch: "neighbours" } };
      const play = () => ({ from: guide.most(0, "late", 12), rate: 1 });
      return [
        {
          setting: base, seconds: 14, play,
          says: () => "Both phones scroll alike. A reads and decodes every image on the main thread, at the moment its cell appears; B does it in the background. Watch A: it stands still, and then jumps.",
        },
        {
          setting: base, seconds: 16, play,
          says: (a) => `A has ${Said.hitches(a)}; the screen stood still for ${Said.milliseconds(a.hitchMilliseconds)} in all, and for ${Said.milliseconds(a.worstHitchMilliseconds)} at worst. In the strip below its map, this work is in the first row. Nothing else can happen on that thread meanwhile, not even scrolling.`,
        },
        {
          setting: base, seconds: 15, play,
          says: (a, b) => `B decodes just as much, but in the rows of the decode lanes, and has ${Said.hitches(b)}. Its cells are blank until their images arrive: ${Said.seconds(b.blankSeconds)} of blank screen.`,
        },
        {
          setting: cached, seconds: 15, play,
          says: (a, b) => `Now B keeps what it has decoded, and requests the neighbors of what appears. Blank: ${Said.seconds(b.blankSeconds)}, with ${Said.hitches(b)}. Now the policy and the limit matter: change them in the settings.`,
        },
      ];
    },
  },

  "hit-rate": {
    title: "Why hit rate misleads",
    async steps(guide) {
      const policies = [
        "lru", "fifo", "sieve", "s3fifo", "lfu", "slru", "gdsf", "size", "mru", "distance", "viewed-first",
        "viewport-ring", "time-to-visible",
      ];
      const budgets = [16, 32, 64, 128].map((size) => size * 2 ** 20);
      const tried = await guide.tried(budgets.flatMap((budget) =>
        policies.map((policy) => ({ ...common, a: { ...plain, prefetch: null, policy, budget } }))));
      const pair = Guide.contradiction(tried);
      if (!pair) return null;
      const [more, less] = [pair.more.change.a, pair.less.change.a];
      const setting = { ...common, a: more, b: less };
      const play = () => ({ from: guide.most(0, "absent", 15), rate: 1 });
      return [
        {
          setting, seconds: 14, play,
          says: (a, b) => `The engine has just tried ${policies.length} policies with ${budgets.length} limits on this scroll. Look at ${more.policy} (A) and ${less.policy} (B), both with ${Words.size(more.budget)}. A has the higher hit rate: ${Said.percent(a.hitRate)}, against ${Said.percent(b.hitRate)} of B.`,
        },
        {
          setting, seconds: 17, play,
          says: (a, b) => `But look at the screens. With A they are blank for ${Said.seconds(a.blankSeconds)}, with B only for ${Said.seconds(b.blankSeconds)}. A has more hits, and still more waiting.`,
        },
        {
          setting, seconds: 16, play,
          says: (a, b) => `The hit rate does not count how long a load takes, or how long the cell is on screen. Of ${Words.whole(a.appearances)} cells, ${Words.whole(a.late)} were late with A and ${Words.whole(b.late)} with B.`,
        },
        {
          setting, seconds: 14, play,
          says: () => "So the studio counts blank time first: the part of the screen that was missing, and for how long. Compare the two halves of the time line below: the upper half shows blanks of A, the lower half those of B.",
        },
      ];
    },
  },

  prefetch: {
    title: "When prefetching hurts",
    async steps(guide) {
      const prefetchers = [
        "neighbours", "ring", "directional", "uikit-window", "texture-ranges", "velocity", "idle-grow",
      ];
      const budgets = [8, 16, 32, 64].map((size) => size * 2 ** 20);
      const tried = await guide.tried(budgets.flatMap((budget) =>
        ["none", ...prefetchers].map((prefetch) => ({ ...common, a: { ...plain, prefetch, budget } }))));
      const { worst, best } = Guide.effects(tried);
      if (!worst) return null;
      const setting = ({ budget, prefetch }) =>
        ({ ...common, a: { ...plain, budget }, b: { ...plain, budget, prefetch } });
      const play = () => ({ from: guide.most(1, "absent", 15), rate: 1 });
      const steps = [
        {
          setting: setting(worst), seconds: 14, play,
          says: () => `The same policy and limit, ${Words.size(worst.budget)}, on both sides. A prefetches nothing, B prefetches with ${worst.prefetch}. It should help: images are requested before they are seen.`,
        },
        {
          setting: setting(worst), seconds: 16, play,
          says: (a, b) => `Here it does not. The screen is blank for ${Said.seconds(a.blankSeconds)} without and for ${Said.seconds(b.blankSeconds)} with it. The decode lanes are busy with images for later, while images on screen wait for their turn.`,
        },
        {
          setting: setting(worst), seconds: 16, play,
          says: (a, b) => `B requested ${Words.count(b.prefetches, "image", "images")} in advance. B decoded for ${Said.seconds(b.decodeMilliseconds / 1000)}, of which ${Said.seconds(b.wastedDecodeMilliseconds / 1000)} went to images that were never seen. A decoded for ${Said.seconds(a.decodeMilliseconds / 1000)}. The cache of B evicted ${Words.count(b.evictedUnused, "image", "images")} before they were seen.`,
        },
      ];
      if (best) {
        steps.push({
          setting: setting(best), seconds: 14, play,
          says: (a, b) => `It is no rule, though: with ${best.prefetch} and ${Words.size(best.budget)} blank time goes from ${Said.seconds(a.blankSeconds)} to ${Said.seconds(b.blankSeconds)}. The best distance depends on the limit, the lanes and the gestures: try them.`,
        });
      }
      return steps;
    },
  },
};

// True if one blank time is visibly longer than another.
Guide.isLonger = (one, other) => one.blankSeconds - other.blankSeconds >= Math.max(.1, .1 * one.blankSeconds);

// The two policies with the same limit that contradict each other most: one has more hits, but visibly
// more blank time; null if there are none.
Guide.contradiction = (tried) => {
  let best = null, highest = 0;
  for (const more of tried) {
    for (const less of tried) {
      const hits = more.figures.hitRate - less.figures.hitRate;
      if (more.change.a.budget !== less.change.a.budget || !(hits > 0) || !Guide.isLonger(more.figures, less.figures)) continue;
      const blank = more.figures.blankSeconds - less.figures.blankSeconds;
      // Both differences should be visible.
      const score = 1 + Math.min(hits * 10, 1) * (blank / more.figures.blankSeconds) * Math.min(1, blank);
      if (score > highest) [best, highest] = [{ more, less }, score];
    }
  }
  return best;
};

// The settings whose prefetching visibly adds, and removes, most blank time; null if there are none.
Guide.effects = (tried) => {
  const found = { worst: null, best: null };
  let [most, least] = [0, 0];
  for (const { change: { a }, figures } of tried) {
    const none = tried.find(({ change }) => change.a.prefetch === "none" && change.a.budget === a.budget)?.figures;
    if (!none) continue;
    const change = figures.blankSeconds - none.blankSeconds;
    if (change > most && Guide.isLonger(figures, none)) [found.worst, most] = [a, change];
    if (change < least && Guide.isLonger(none, figures)) [found.best, least] = [a, change];
  }
  return found;
};
