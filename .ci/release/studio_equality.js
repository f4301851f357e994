"use strict";
// Figures of the module against those of the command, scenario by scenario.

const fs = require("fs");
const path = require("path");
const {
  Engine, EngineError, moduleBytes, folder, command, scene, runs, differences, randomNumbers,
} = require("./studio_support.js");

const mebibyte = 1 << 20;
const grid = "Traces/product-grid.scroll", feed = "Traces/social-feed.scroll";
const six = ["lru", "sieve", "s3fifo", "w-tinylfu", "distance", "nscache-lru"];
const plain = {
  device: "iphone-5", network: "wifi", loader: "cached", prefetch: null, side: null, format: null, seed: 0,
  events: [],
};
const names = (entries) => entries.map(({ name }) => name);
const table = [];
let engine;

/** One line of the table: how many runs of a kind agreed in how many figures. */
class Group {
  constructor(name) {
    Object.assign(this, { name, runs: 0, figures: 0, differences: [], refused: 0 });
    table.push(this);
  }

  /** Compares a run of the command with the engine's last one. */
  compare(what, run, figures = engine.figures()) {
    this.runs += 1;
    this.figures += Object.keys(run.figures).length;
    for (const found of differences(run, figures)) this.differences.push(`${what}: ${found}`);
  }

  /** Compares a run of the command, on the trace that the engine writes of its last run, with that one. */
  compareTrace(what, setting) {
    const file = path.join(folder, "written.scroll");
    const figures = engine.figures();
    fs.writeFileSync(file, engine.trace());
    this.compare(what, runs(file, ...optionsOf({ ...plain, ...setting }))[0], figures);
  }
}

/** The options of the command for a setting of the engine. */
function optionsOf({ side, format, events, ...others }) {
  const renditions = Object.entries({ side, format }).filter(([, value]) => value !== null)
    .map((pair) => pair.join("=")).join(",");
  return Object.entries({ ...others, renditions }).filter(([, value]) => value || value === 0)
    .flatMap(([name, value]) => [`--${name}`, String(value)]);
}

/** The scenarios of groups: a trace, policies, a budget in MiB, other settings, options of the scene. */
function scenarios(lists) {
  const traces = ["Traces", "Traces/recorded"].flatMap((place) =>
    fs.readdirSync(place).filter((file) => file.endsWith(".scroll")).map((file) => `${place}/${file}`));
  const layouts = [
    "list", "list:height=80", "grid:columns=3:spacing=2", "waterfall:columns=2", "waterfall:columns=3",
    "feed:spacing=12", "carousel", "carousel:paging=true",
  ];
  const loader = "multi-level";
  return {
    "traces x 6 policies": traces.map((trace) => [trace, six, 32]),
    "policies that run takes": names(lists.policies.filter((policy) => !policy.needsFuture))
      .map((name) => [grid, [name === "score" ? "score: distance * bytes + age" : name], 12]),
    "prefetchers": names(lists.prefetchers).flatMap((prefetch) => ["cached", loader].map((loader) =>
      [feed, ["lru", "distance"], 24, { loader, prefetch, network: "lte", seed: 3 }])),
    "layouts": layouts.map((layout) => [grid, ["lru", "distance", "gdsf"], 12, {}, "--layout", layout]),
    "devices": names(lists.devices).map((device) => [grid, ["lru"], 48, { device, loader }]),
    "networks": names(lists.networks)
      .map((network) => [feed, ["lru"], 48, { network, loader, prefetch: "ring", seed: 9 }]),
    "renditions": [[300, null], [null, "heic"], [640, "webp"], [100, "avif"]]
      .map(([side, format]) => [feed, ["lru", "size"], 16, { side, format }]),
    "budgets, 0.3 to 512 MiB and none": [0.3, 4, 64, 512, null]
      .map((budget) => [grid, ["nscache-lru"], budget]),
  };
}

function compareScenario(group, trace, policies, mebibytes, changes, ...extra) {
  const setting = { ...plain, ...changes };
  const budget = mebibytes && Math.floor(mebibytes * mebibyte);
  const limits = ["--policy", policies.join(","), "--budget", String(budget ?? "none")];
  const options = [...optionsOf(setting), ...extra];
  engine.open(scene(trace, ...extra));
  for (const run of runs(trace, ...limits, ...options)) {
    const policy = policies.length > 1 ? run.policy.name : policies[0];
    engine.configure({ ...setting, policy, budget });
    engine.run({ log: false });
    group.compare(`${path.basename(trace)} ${policy} ${options.join(" ")}`, run);
  }
}

/** The engine has to refuse the loaders that the command refuses. */
function compareLoaders(group, lists) {
  for (const trace of [feed, grid]) {
    engine.open(scene(trace));
    for (const loader of names(lists.loaders)) {
      const setting = { ...plain, device: "iphone-8", network: "lte", loader };
      let made, refusal;
      try { made = runs(trace, ...optionsOf(setting)); } catch (error) { refusal = error.stderr; }
      try { engine.configure({ ...setting, policy: "own", budget: "own" }); } catch (error) {
        if (!(error instanceof EngineError) || !refusal) throw error;
        group.refused += 1;
        continue;
      }
      if (refusal) {
        group.differences.push(`${loader}: the command refuses it: ${refusal}`);
        continue;
      }
      engine.run({ log: false });
      group.compare(`${path.basename(trace)} ${loader}`, made[0]);
    }
  }
}

function compareEvents(group) {
  const random = randomNumbers(4);
  const one = (values) => values[random.below(values.length)];
  const kinds = [
    "warning", "memoryPressure critical", "memoryPressure normal", "background", "foreground", "relaunch",
    "offline", "online", "tap", "externalPressure 300000000", "externalPressure -200000000", "change 5",
    "beginAccess 3", "endAccess 3", "useContent 3", "foreground", "online",
  ];
  for (let round = 0; round < 24; round++) {
    const trace = round % 2 ? feed : grid;
    engine.open(scene(trace));
    const { duration } = engine.viewport();
    const events = Array.from({ length: 1 + random.below(9) }, () => (
      { time: Math.round(random.unit() * duration * 1e6) / 1e6, kind: one(kinds) }
    )).sort((first, second) => first.time - second.time);
    const loader = one(["cached", "multi-level", "kingfisher", "sdwebimage"]);
    const policy = one(["lru", "distance", "nscache-arc", "kingfisher"]);
    const setting = { loader, policy, budget: 20 * mebibyte, network: "lte", seed: round, events };
    engine.configure({ ...plain, ...setting });
    engine.run({ log: false });
    group.compareTrace(`${path.basename(trace)} ${JSON.stringify(events)}`, setting);
  }
}

function compareLive(group) {
  for (let round = 0; round < 12; round++) {
    const trace = round % 2 ? feed : grid;
    engine.open(scene(trace));
    const loader = ["cached", "multi-level", "nuke"][round % 3];
    const setting = { loader, policy: six[round % six.length], budget: 16 * mebibyte };
    engine.configure({ ...plain, ...setting });
    scrollLive(engine.viewport(), randomNumbers(100 + round), 30);
    group.compareTrace(`${path.basename(trace)} ${JSON.stringify(setting)}, round ${round}`, setting);
  }
}

/** Drags and flings for some seconds, at 60 samples a second, with events in between. */
function scrollLive(view, random, seconds) {
  engine.begin();
  let offset = 0, speed = 0, touching = false, next = 0;
  const end = Math.max(0, view.contentLength - view.extent);
  for (let sample = 1; sample <= 60 * seconds; sample++) {
    const time = sample / 60;
    if (time >= next) {
      touching = !touching && random.unit() < 0.6;
      if (touching) speed = (random.unit() - 0.3) * 3000;
      next = time + 0.1 + random.unit();
    }
    if (!touching) speed *= 0.97;
    offset = Math.min(end, Math.max(0, offset + speed / 60));
    if (Math.abs(speed) < 20 && !touching) speed = 0;
    if (random.unit() < 0.004) {
      engine.addEvent(time, ["warning", "offline", "online", "tap"][random.below(4)]);
    }
    engine.addSample(time, offset, touching);
    engine.goOn(time);
    engine.takeLog();
  }
  engine.finish();
}

/** Every policy in `replay`, those that need the future among them. Few images are requested often. */
function compareReplays(group, lists) {
  const random = randomNumbers(6), numbers = new Map();
  const requests = Int32Array.from({ length: 30_000 }, () => {
    const image = Math.floor(Math.exp(random.unit() * Math.log(3000)));
    if (!numbers.has(image)) numbers.set(image, numbers.size);
    return numbers.get(image);
  });
  const file = path.join(folder, "requests.txt");
  fs.writeFileSync(file, `${requests.join("\n")}\n`);
  for (const { name } of lists.policies) {
    const policy = name === "score" ? "score: uses - age" : name;
    for (const row of JSON.parse(command(
      "replay", file, "--trace-format", "txt", "--policy", policy, "--capacity", "60,400", "--unit", "items",
      "--format", "json"))) {
      const { requests: count, misses } = row;
      const tally = engine.replay(policy, row.capacity, requests);
      group.compare(`${policy} at ${row.capacity}`, { figures: { requests: count, misses }, parts: {} }, {
        ...tally, parts: {} });
    }
  }
}

async function main() {
  engine = await Engine.instantiate(moduleBytes);
  engine.open(scene(grid));
  const lists = engine.lists();
  for (const [name, rows] of Object.entries(scenarios(lists))) {
    const group = new Group(name);
    for (const row of rows) compareScenario(group, ...row);
  }
  compareLoaders(new Group("loaders with their own caches"), lists);
  compareEvents(new Group("system events"));
  compareLive(new Group("scrolls that went on"));
  compareReplays(new Group("policies in replay"), lists);

  for (const { name, runs: count, figures, refused, differences: found } of table) {
    console.log(
      `${name.padEnd(36)} ${String(count).padStart(4)} runs ${String(figures).padStart(6)} figures `
      + `${String(found.length).padStart(3)} differences${refused ? `, ${refused} refused by both` : ""}`);
    for (const line of found.slice(0, 8)) console.log(`  ${line}`);
  }
  const failed = table.reduce((sum, group) => sum + group.differences.length, 0);
  console.log(`${failed} differences`);
  process.exitCode = failed === 0 ? 0 : 1;
}

main().catch((error) => {
  console.error(error.stderr ?? error);
  process.exitCode = 1;
});
