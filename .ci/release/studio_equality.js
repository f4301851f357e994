"use strict";
// Figures of the module against those of the command, scenario by scenario.

const fs = require("fs");
const path = require("path");
const {
  Engine, EngineError, moduleBytes, folder, command, scene, runs, differences, randomNumbers,
} = require("./studio_support.js");

const table = [];
let failed = 0;

/** One line of the table: how many runs of a kind agreed in how many figures. */
class Group {
  constructor(name) {
    Object.assign(this, { name, runs: 0, figures: 0, differences: [], refused: 0 });
    table.push(this);
  }

  compare(what, run, figures) {
    this.runs += 1;
    this.figures += Object.keys(run.figures).length;
    for (const found of differences(run, figures)) this.differences.push(`${what}: ${found}`);
  }
}

const mebibyte = 1 << 20;
const label = (policy) =>
  policy === null ? "" : `${policy.name}:${JSON.stringify(policy.settings)}`;

/** Engine and command on one scenario, for several policies at one budget. */
function compare(group, engine, trace, policies, budget, setting, options) {
  const made = runs(
    trace, "--policy", policies.join(","), "--budget", budget === null ? "none" : String(budget),
    ...options);
  for (const run of made) {
    const policy = run.policy?.name ?? policies[0];
    engine.configure({ ...setting, policy, budget });
    engine.run({ log: false });
    group.compare(`${path.basename(trace)} ${policy} ${options.join(" ")}`, run, engine.figures());
  }
}

async function main() {
  const engine = await Engine.instantiate(moduleBytes);
  const plain = {
    device: "iphone-5", network: "wifi", loader: "cached", prefetch: null, side: null, format: null,
    seed: 0, events: [],
  };
  const traces = fs.readdirSync("Traces").filter((name) => name.endsWith(".scroll"))
    .map((name) => `Traces/${name}`);
  const recorded = fs.readdirSync("Traces/recorded").filter((name) => name.endsWith(".scroll"))
    .map((name) => `Traces/recorded/${name}`);
  const six = ["lru", "sieve", "s3fifo", "w-tinylfu", "distance", "nscache-lru"];
  const device = ["--device", "iphone-5"];

  let group = new Group("traces x 6 policies");
  for (const trace of [...traces, ...recorded]) {
    engine.open(scene(trace));
    compare(group, engine, trace, six, 32 * mebibyte, plain, device);
  }

  const grid = "Traces/product-grid.scroll", feed = "Traces/social-feed.scroll";
  const grids = scene(grid), feeds = scene(feed);
  engine.open(grids);
  const lists = engine.lists();

  group = new Group("policies that run takes");
  const policies = lists.policies.filter((policy) => !policy.needsFuture).map(({ name }) => name)
    .map((name) => (name === "score" ? "score: distance * bytes + age" : name));
  for (const policy of policies) {
    const options = [...device, "--loader", "cached"];
    const [run] = runs(grid, "--policy", policy, "--budget", String(12 * mebibyte), ...options);
    engine.configure({ ...plain, policy, budget: 12 * mebibyte });
    engine.run({ log: false });
    group.compare(policy, run, engine.figures());
  }

  group = new Group("loaders with their own caches");
  for (const [trace, text] of [[feed, feeds], [grid, grids]]) {
    engine.open(text);
    for (const { name } of lists.loaders) {
      const options = ["--device", "iphone-8", "--network", "lte", "--loader", name];
      const setting = { ...plain, device: "iphone-8", network: "lte", loader: name };
      let made;
      try { made = runs(trace, ...options); } catch (error) {
        // What the command refuses the engine refuses.
        try { engine.configure({ ...setting, policy: "own", budget: "own" }); } catch (other) {
          if (other instanceof EngineError) group.refused += 1;
          continue;
        }
        group.differences.push(`${name}: the command refuses it: ${error.stderr}`);
        continue;
      }
      engine.configure({ ...setting, policy: "own", budget: "own" });
      engine.run({ log: false });
      group.compare(`${path.basename(trace)} ${name}`, made[0], engine.figures());
    }
  }

  group = new Group("prefetchers");
  engine.open(feeds);
  for (const { name } of lists.prefetchers) {
    for (const loader of ["cached", "multi-level"]) {
      compare(
        group, engine, feed, ["lru", "distance"], 24 * mebibyte,
        { ...plain, loader, prefetch: name, network: "lte", seed: 3 },
        [...device, "--loader", loader, "--prefetch", name, "--network", "lte", "--seed", "3"]);
    }
  }

  group = new Group("layouts");
  for (const layout of [
    "list", "list:rowHeight=80", "grid:columns=3:spacing=2", "waterfall:columns=2",
    "waterfall:columns=3", "feed:spacing=12", "carousel", "carousel:paging=true",
  ]) {
    let text;
    try { text = scene(grid, "--layout", layout); } catch (error) { continue; }
    engine.open(text);
    compare(
      group, engine, grid, ["lru", "distance", "gdsf"], 12 * mebibyte, plain,
      [...device, "--layout", layout]);
  }

  group = new Group("devices");
  engine.open(grids);
  for (const { name } of lists.devices) {
    compare(
      group, engine, grid, ["lru"], 48 * mebibyte, { ...plain, device: name, loader: "multi-level" },
      ["--device", name, "--loader", "multi-level"]);
  }

  group = new Group("networks");
  engine.open(feeds);
  for (const { name } of lists.networks) {
    compare(
      group, engine, feed, ["lru"], 48 * mebibyte,
      { ...plain, network: name, loader: "multi-level", prefetch: "ring", seed: 9 },
      [...device, "--network", name, "--loader", "multi-level", "--prefetch", "ring", "--seed", "9"]);
  }

  group = new Group("renditions");
  for (const [side, format] of [[300, null], [null, "heic"], [640, "webp"], [100, "avif"]]) {
    const renditions = [side && `side=${side}`, format && `format=${format}`].filter(Boolean);
    compare(
      group, engine, feed, ["lru", "size"], 16 * mebibyte, { ...plain, side, format },
      [...device, "--renditions", renditions.join(",")]);
  }

  group = new Group("budgets, 0.3 to 512 MiB and none");
  engine.open(grids);
  for (const budget of [300_000, 4 * mebibyte, 64 * mebibyte, 512 * mebibyte, null]) {
    compare(group, engine, grid, ["nscache-lru"], budget, plain, device);
  }

  group = new Group("system events");
  const random = randomNumbers(4);
  for (let round = 0; round < 24; round++) {
    const [trace, text] = round % 2 ? [feed, feeds] : [grid, grids];
    engine.open(text);
    const { duration } = engine.viewport();
    const kinds = [
      "warning", "memoryPressure critical", "memoryPressure normal", "background", "foreground",
      "relaunch", "offline", "online", "tap", "externalPressure 300000000",
      "externalPressure -200000000", "change 5", "beginAccess 3", "endAccess 3", "useContent 3",
      "foreground", "online",
    ];
    const events = Array.from({ length: 1 + random.below(9) }, () => ({
      time: Math.round(random.unit() * duration * 1e6) / 1e6, kind: kinds[random.below(kinds.length)],
    })).sort((one, other) => one.time - other.time);
    const loader = ["cached", "multi-level", "kingfisher", "sdwebimage"][random.below(4)];
    const policy = ["lru", "distance", "nscache-arc", "kingfisher"][random.below(4)];
    engine.configure({
      ...plain, loader, policy, budget: 20 * mebibyte, network: "lte", seed: round, events,
    });
    engine.run({ log: false });
    const figures = engine.figures();
    const file = path.join(folder, "events.scroll");
    fs.writeFileSync(file, engine.trace());
    const [run] = runs(
      file, ...device, "--loader", loader, "--policy", policy, "--budget", "20MiB",
      "--network", "lte", "--seed", String(round));
    group.compare(`${path.basename(trace)} ${JSON.stringify(events)}`, run, figures);
  }

  group = new Group("scrolls that went on");
  for (let round = 0; round < 12; round++) {
    const [trace, text] = round % 2 ? [feed, feeds] : [grid, grids];
    engine.open(text);
    const view = engine.viewport();
    const loader = ["cached", "multi-level", "nuke"][round % 3];
    const policy = six[round % six.length];
    engine.configure({ ...plain, loader, policy, budget: 16 * mebibyte, network: "wifi" });
    scrollLive(engine, view, randomNumbers(100 + round), 30);
    const figures = engine.figures();
    const file = path.join(folder, "live.scroll");
    fs.writeFileSync(file, engine.trace());
    const [run] = runs(
      file, ...device, "--loader", loader, "--policy", policy, "--budget", "16MiB",
      "--network", "wifi");
    group.compare(`${path.basename(trace)} ${loader} ${policy}, round ${round}`, run, figures);
  }

  compareReplays(engine, lists);

  for (const { name, runs, figures, refused, differences: found } of table) {
    const further = refused > 0 ? `, ${refused} refused by both` : "";
    console.log(
      `${name.padEnd(36)} ${String(runs).padStart(4)} runs ${String(figures).padStart(6)} figures `
      + `${String(found.length).padStart(3)} differences${further}`);
    for (const line of found.slice(0, 8)) console.log(`  ${line}`);
    failed += found.length;
  }
  console.log(`${failed} differences`);
  process.exitCode = failed === 0 ? 0 : 1;
}

/** Drags and flings for some seconds, at 60 samples a second, with events in between. */
function scrollLive(engine, view, random, seconds) {
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

/** Every policy in `replay`, those that need the future among them. */
function compareReplays(engine, lists) {
  const group = new Group("policies in replay");
  const random = randomNumbers(6);
  const numbers = new Map();
  const requests = Int32Array.from({ length: 30_000 }, () => {
    const image = Math.floor(Math.exp(random.unit() * Math.log(3000)));
    if (!numbers.has(image)) numbers.set(image, numbers.size);
    return numbers.get(image);
  });
  const file = path.join(folder, "requests.txt");
  fs.writeFileSync(file, `${Array.from(requests).join("\n")}\n`);
  for (const { name } of lists.policies) {
    const policy = name === "score" ? "score: uses - age" : name;
    const rows = JSON.parse(command(
      "replay", file, "--trace-format", "txt", "--policy", policy, "--capacity", "60,400",
      "--unit", "items", "--format", "json"));
    for (const row of Array.isArray(rows) ? rows : rows.replays ?? rows.runs ?? rows.rows) {
      const tally = engine.replay(policy, row.capacity, requests);
      group.runs += 1;
      group.figures += 2;
      for (const figure of ["requests", "misses"]) {
        if (row[figure] !== tally[figure]) {
          group.differences.push(
            `${policy} at ${row.capacity}: ${figure} ${tally[figure]} instead of ${row[figure]}`);
        }
      }
    }
  }
}

main().catch((error) => {
  console.error(error.stderr ?? error);
  process.exitCode = 1;
});
