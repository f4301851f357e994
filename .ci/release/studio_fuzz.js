"use strict";
// Anything may be asked of the engine: it answers, or says why not in a sentence, and if an instance
// stops, another one goes on. Scenes are damaged, settings and numbers drawn, calls in any order.

const { Engine, EngineError, moduleBytes, scene, randomNumbers } = require("./studio_support.js");

const rounds = Number(process.env.FUZZ_ROUNDS ?? 400);
const slowest = { took: 0, what: "" };
const counts = { answered: 0, refused: 0, stopped: 0 };
const text = scene("Traces/photo-grid.scroll");

async function opened() {
  const engine = await Engine.instantiate(moduleBytes);
  engine.open(text);
  return engine;
}

async function main() {
  let engine = await opened();
  const lists = engine.lists();
  for (let seed = 0; seed < rounds; seed++) {
    for (const [what, call] of calls(randomNumbers(seed), lists)) {
      // The time of the processor, which other programs do not change.
      const begun = process.cpuUsage();
      try {
        call(engine);
        counts.answered += 1;
      } catch (error) {
        // A sentence is what a page can show.
        if (!(error instanceof EngineError) || !/^(?=.* ).{9,}/s.test(error.message)) {
          throw new Error(`seed ${seed}, ${what}: ${error.stack}`);
        }
        counts[error.isLost ? "stopped" : "refused"] += 1;
        if (error.isLost) {
          console.log(`seed ${seed}, ${what}: ${error.message}`);
          engine = await opened();
        }
      }
      const took = process.cpuUsage(begun).user / 1000;
      if (took > slowest.took) Object.assign(slowest, { took, what: `seed ${seed}, ${what}` });
    }
  }
  console.log(
    `fuzz: ${counts.answered} calls answered, ${counts.refused} refused in a sentence, `
    + `${counts.stopped} instances stopped; slowest ${Math.round(slowest.took)} ms (${slowest.what})`);
  if (slowest.took > 10_000) throw new Error("a call took more than ten seconds");
  if (counts.stopped > 0) throw new Error("an instance stopped; expected a sentence of the engine's");
}

const numbers = [
  0, -0, 1, -1, 0.5, NaN, Infinity, -Infinity, 1e300, -1e300, 5e-324, 2 ** 31, 2 ** 32, 2 ** 53, -(2 ** 31),
  1e9, 1e15, 60, 1e-9,
];
const words = [
  "", "lru", "lru:", "lru:x=1", "distance:lead=1e400", "score:", "score: 1/0", "score: ((((",
  "score: " + "(".repeat(5000), "\u0000", "own", "\n\n", "ünïcödé", "a".repeat(100_000),
  "lirs:hirShare=0.0001", "camp:precision=64", "lruk:k=2147483647", "w-tinylfu:expectedItems=99999999999",
];
/** Events of a scroll that goes on, and of settings; some cannot be. */
const live = (image) => [
  "warning", "critical", "background", "foreground", "tap", "relaunch", "offline", "online",
  "externalPressure 5000000", `change ${image}`, `beginAccess ${image}`, `endAccess ${image}`,
  `useContent ${image}`,
];
const kinds = [
  "warning", "background", "relaunch", "externalPressure 1e9", "change 99999999",
  "externalPressure 5000000000", "rotate", "", "insert top 3",
];

/** Some calls, with what they are. */
function calls(random, lists) {
  const likely = (share) => random.unit() < share;
  const one = (values) => values[random.below(values.length)];
  const number = () => (likely(0.5) ? one(numbers) : (random.unit() - 0.3) * 10 ** random.below(12));
  const name = (entries) => one(entries).name;
  const named = (share, entries) => (likely(share) ? name(entries) : one(words));
  const open = (engine, scene) => {
    try {
      engine.open(scene);
      engine.run({ log: false });
    } finally { if (!engine.isLost) engine.open(text); }
  };
  const made = [
    ["damaged scene", (engine) => {
      const damaged = text.split("");
      for (let count = 1 + random.below(4); count > 0; count--) {
        const text = one(["9", "", "-", " ", "\n", "1e308", "999999999"]);
        damaged.splice(random.below(damaged.length), random.below(30), text);
      }
      open(engine, damaged.join(""));
    }],
    ["numbers of a scene", (engine) => {
      const lines = text.split("\n");
      const place = random.below(lines.length);
      lines[place] = lines[place].replace(/[0-9.]+/g, (old) => (likely(0.4) ? String(number()) : old));
      open(engine, lines.join("\n"));
    }],
    ["settings", (engine) => engine.configure({
      policy: named(0.7, lists.policies),
      budget: likely(0.5) ? Math.floor(random.unit() * 2 ** random.below(54)) : number(),
      device: named(0.8, lists.devices),
      network: named(0.8, lists.networks),
      loader: named(0.8, lists.loaders),
      prefetch: likely(0.5) ? null : named(0.8, lists.prefetchers),
      side: likely(0.5) ? null : likely(0.5) ? 1 + random.below(2000) : number(),
      format: likely(0.5) ? null : name(lists.formats),
      seed: likely(0.7) ? random.below(100) : number(),
      events: Array.from({ length: random.below(4) }, () => ({
        time: likely(0.8) ? random.unit() * 30 : number(), kind: one(kinds),
      })),
    })],
    ["good settings", (engine) => engine.configure({
      policy: name(lists.policies), budget: 1 + Math.floor(random.unit() * 2 ** random.below(34)),
      device: name(lists.devices), network: name(lists.networks), loader: name(lists.loaders),
      prefetch: null, side: null, format: null, seed: 1, events: [],
    })],
    ["run", (engine) => { engine.run({ log: likely(0.3) }); engine.figures(); }],
    ["log", (engine) => engine.takeLog()],
    ["why", (engine) => engine.why(random.below(2000), random.unit() * 60)],
    ["scroll", (engine) => {
      engine.begin(likely(0.8) ? 0 : number());
      let time = 0;
      for (let sample = 0; sample < 200; sample++) {
        time += likely(0.98) ? random.unit() / 30 : number();
        engine.addSample(time, likely(0.98) ? random.unit() * 3000 : number(), sample % 3);
        if (likely(0.3)) engine.goOn(likely(0.9) ? time : number());
        if (likely(0.05)) {
          engine.addEvent(time, one(likely(0.95) ? live(random.below(40)) : ["", "x", "rotate"]));
        }
      }
      engine.finish();
      engine.figures();
    }],
    ["finish", (engine) => engine.finish()],
    ["sample", (engine) => engine.addSample(number(), number(), number())],
    ["items", (engine) => { engine.items(number()); engine.viewport(number()); }],
    ["trace", (engine) => engine.trace()],
    ["replay", (engine) => engine.replay(
      named(0.7, lists.policies), Math.trunc(number()) | 0,
      Int32Array.from({ length: random.below(300) }, (_, place) =>
        (likely(0.99) ? random.below(place + 1) : Math.trunc(number()))),
      Math.abs(number()))],
  ];
  return Array.from({ length: 12 }, () => one(made));
}

main().catch((error) => {
  console.error(error);
  process.exitCode = 1;
});
