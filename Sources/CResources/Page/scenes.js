"use strict";
// What the guided scenes show and say. Every number in a sentence is a figure of the engine.

const Said = {
  seconds(value) { return `${Words.seconds(value)} s`; },
  percent(share) { return `${Words.percent(share)} %`; },
  milliseconds(value) { return `${Words.whole(value)} ms`; },
  hitches(figures) { return Words.count(figures.hitches, "late frame", "late frames"); },
};

Guide.scenes = {
  "main-thread": {
    title: "Why decoding on the main thread hitches",
    steps(guide) {
      const base = {
        policyA: "lru", policyB: "lru", device: guide.slow, loader: "main-thread", prefetch: "none",
        prefetchB: "same", loaderB: "background-decode", budget: 2 ** 26, side: null, format: null, events: [],
      };
      const cached = { ...base, loaderB: "cached", prefetchB: "neighbours" };
      const play = () => ({ from: guide.most(0, "late", 12), rate: 1 });
      return [
        {
          setting: base, seconds: 14, play,
          says: (a) => `Both phones scroll alike. A reads and decodes every image on the main thread, at the moment its cell appears; B does it in the background. Watch A: ${a.hitches > 0 ? "it stands still, and then jumps." : "on this scroll it keeps up."}`,
        },
        {
          setting: base, seconds: 16, play,
          says: (a) => `A has ${Said.hitches(a)}; the screen stood still for ${Said.milliseconds(a.hitchMilliseconds)} in all, and for ${Said.milliseconds(a.worstHitchMilliseconds)} at worst. In the strip below its map the work lies in the first row: nothing else can happen on that thread, not even scrolling.`,
        },
        {
          setting: base, seconds: 15, play,
          says: (a, b) => `B decodes just as much, but in the rows of the decode lanes: ${Said.hitches(b)}. Its cells are blank until their images are there, which makes ${Said.seconds(b.stallSeconds)} of stall. The ${Said.seconds(a.stallSeconds)} of A are what a screen that stands still does not show.`,
        },
        {
          setting: cached, seconds: 15, play,
          says: (a, b) => `Now B keeps what it has decoded, and asks for the neighbours of what appears. Stall: ${Said.seconds(b.stallSeconds)}, with ${Said.hitches(b)}. That is where the choice of a policy and a budget begins: change them in the settings.`,
        },
      ];
    },
  },

  "hit-rate": {
    title: "Why hit rate misleads",
    async steps(guide) {
      const base = {
        device: guide.slow, loader: "cached", loaderB: "", prefetch: "", prefetchB: "same", side: null, format: null, events: [],
      };
      const policies = [
        "lru", "fifo", "sieve", "s3fifo", "lfu", "slru", "gdsf", "size", "mru", "distance", "viewed-first",
        "viewport-ring", "time-to-visible",
      ].filter((name) => guide.has("policies", name));
      const budgets = [16, 32, 64, 128].map((size) => size * 2 ** 20);
      const tried = await guide.tried(budgets.flatMap((budget) =>
        policies.map((policyA) => ({ ...base, policyA, budget }))));
      const pair = Guide.contradiction(tried, budgets);
      if (!pair) return [{ setting: base, seconds: 20, says: () => "On this scroll no two of the policies tried can be compared." }];
      const setting = {
        ...base, budget: pair.budget, policyA: pair.more.change.policyA, policyB: pair.less.change.policyA,
      };
      const play = () => ({ from: guide.most(pair.isTrue ? 0 : 1, "absent", 15), rate: 1 });
      const names = `${setting.policyA} (A) and ${setting.policyB} (B)`;
      return [
        {
          setting, seconds: 14, play,
          says: (a, b) => `The engine has just tried ${policies.length} policies with ${budgets.length} budgets on this scroll. Of these look at ${names}, both with ${Words.size(pair.budget)}. By hit rate A is ahead: ${Said.percent(a.hitRate)}, B has ${Said.percent(b.hitRate)}.`,
        },
        {
          setting, seconds: 17, play,
          says: (a, b) => pair.isTrue
            ? `But look at the screens. With A ${Said.seconds(a.stallSeconds)} of screen are missing, with B only ${Said.seconds(b.stallSeconds)}: more hits, and more to wait for.`
            : `And the screens? ${Said.seconds(a.stallSeconds)} of stall with A, ${Said.seconds(b.stallSeconds)} with B. On this scroll none of them has more hits and more stall at once; what differs is how much a hit is worth.`,
        },
        {
          setting, seconds: 16, play,
          says: (a, b) => `A hit counts the same whether the image would have come back in a moment or after a second, and a miss the same whether the cell is on screen for a blink or for a look. Late images kept A waiting ${Guide.median(a)} in the median, B ${Guide.median(b)}.`,
        },
        {
          setting, seconds: 14, play,
          says: () => "So the studio counts stall first: what part of the screen was missing, for how long. Compare the two halves of the time line below: up is what A misses, down what B misses.",
        },
      ];
    },
  },

  prefetch: {
    title: "When prefetching hurts",
    async steps(guide) {
      const base = {
        policyA: "lru", policyB: "lru", device: guide.slow, loader: "cached", loaderB: "", prefetch: "none", side: null,
        format: null, events: [],
      };
      const prefetchers = [
        "neighbours", "ring", "directional", "uikit-window", "texture-ranges", "velocity", "idle-grow",
      ].filter((name) => guide.has("prefetchers", name));
      const budgets = [8, 16, 32, 64].map((size) => size * 2 ** 20);
      const tried = await guide.tried(budgets.flatMap((budget) =>
        ["none", ...prefetchers].map((prefetch) => ({ ...base, prefetch, prefetchB: "same", budget }))));
      const { worst, best } = Guide.effects(tried);
      if (!worst) return [{ setting: base, seconds: 20, says: () => "On this scroll no prefetcher could be tried." }];
      const setting = { ...base, budget: worst.budget, prefetchB: worst.name };
      const play = () => ({ from: guide.most(1, "absent", 15), rate: 1 });
      const steps = [
        {
          setting, seconds: 14, play,
          says: () => `The same policy and budget, ${Words.size(worst.budget)}, on both sides. A prefetches nothing, B prefetches with ${worst.name}. It should help: images are asked for before they are seen.`,
        },
        {
          setting, seconds: 16, play,
          says: (a, b) => worst.change > 0
            ? `Here it does not. Stall is ${Said.seconds(a.stallSeconds)} without and ${Said.seconds(b.stallSeconds)} with it. The decode lanes are busy with what may be wanted later, while what is on screen waits for its turn.`
            : `Of ${tried.length} set-ups tried on this scroll none was made worse. The closest: ${Said.seconds(a.stallSeconds)} of stall without, ${Said.seconds(b.stallSeconds)} with it.`,
        },
        {
          setting, seconds: 16, play,
          says: (a, b) => `B asked ${Words.count(b.prefetches, "image", "images")} in advance. It decoded for ${Said.seconds(b.decodeMilliseconds / 1000)}, of which ${Said.seconds(b.wastedDecodeMilliseconds / 1000)} were never seen; A for ${Said.seconds(a.decodeMilliseconds / 1000)}. ${Words.count(b.evictedUnused, "image", "images")} left the cache before anyone saw them.`,
        },
      ];
      if (best && best.change < 0) {
        steps.push({
          setting: { ...base, budget: best.budget, prefetchB: best.name }, seconds: 14, play,
          says: (a, b) => `It is no rule, though: with ${best.name} and ${Words.size(best.budget)} it goes from ${Said.seconds(a.stallSeconds)} to ${Said.seconds(b.stallSeconds)}. How far ahead pays depends on the budget, the lanes and the thumb: try them.`,
        });
      }
      return steps;
    },
  },
};

Guide.median = (figures) => figures.lateP50Milliseconds === null || figures.lateP50Milliseconds === undefined
  ? "without an end" : Said.milliseconds(figures.lateP50Milliseconds);

// Of policies with the same budget the two that most contradict each other: more hits, and more stall.
Guide.contradiction = (tried, budgets) => {
  let best = null;
  for (const budget of budgets) {
    const same = tried.filter(({ change }) => change.budget === budget);
    for (const more of same) {
      for (const less of same) {
        const hits = more.figures.hitRate - less.figures.hitRate;
        const stall = more.figures.stallSeconds - less.figures.stallSeconds;
        if (!(hits > 0)) continue;
        const base = Math.max(.1, more.figures.stallSeconds, less.figures.stallSeconds);
        // Both differences should be there to see.
        const score = stall > 0 ? 1 + Math.min(hits * 10, 1) * (stall / base) * Math.min(1, stall) : -Math.abs(stall) / base + hits;
        if (!best || score > best.score) best = { score, budget, more, less, isTrue: stall > 0 };
      }
    }
  }
  return best;
};

// What prefetching changed at each budget: where it added most to the stall, and where it took most.
Guide.effects = (tried) => {
  let worst = null, best = null;
  for (const { change, figures } of tried) {
    if (change.prefetch === "none") continue;
    const plain = tried.find((other) => other.change.prefetch === "none" && other.change.budget === change.budget);
    if (!plain) continue;
    const effect = {
      name: change.prefetch, budget: change.budget, change: figures.stallSeconds - plain.figures.stallSeconds,
    };
    if (!worst || effect.change > worst.change) worst = effect;
    if (!best || effect.change < best.change) best = effect;
  }
  return { worst, best };
};
