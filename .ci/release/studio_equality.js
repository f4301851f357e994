"use strict";
// Figures of the module against those of the command, scenario by scenario.

const fs = require("fs");
const path = require("path");
const {
  Engine, EngineError, moduleBytes, folder, command, scene, runs, differences, randomNumbers,
  drawnRequests,
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
const device = "iphone-5", grid = "Traces/product-grid.scroll", feed = "Traces/social-feed.scroll";
const six = ["lru", "sieve", "s3fifo", "w-tinylfu", "distance", "nscache-lru"];
const plain = {
  device, network: "wifi", loader: "cached", prefetch: null, side: null, format: null, seed: 0, events: [],
};

/** The options of the command for a setting of the engine. */
function optionsOf({ side, format, events, ...others }) {
  const renditions = Object.entries({ side, format }).filter(([, value]) => value !== null)
    .map((pair) => pair.join("=")).join(",");
  return Object.entries({ ...others, renditions }).filter(([, value]) => value || value === 0)
    .flatMap(([name, value]) => [`--${name}`, String(value)]);
}

/** Engine and command on one scenario, for several policies at one budget. */
function compare(group, engine, trace, policies, budget, changes = {}, ...extra) {
  const setting = { ...plain, ...changes };
  const options = [...optionsOf(setting), ...extra];
  for (const run of runs(trace, "--policy", policies.join(","), "--budget", String(budget ?? "none"), ...options)) {
    const policy = policies.length > 1 ? run.policy.name : policies[0];
    engine.configure({ ...setting, policy, budget });
    engine.run({ log: false });
    group.compare(`${path.basename(trace)} ${policy} ${options.join(" ")}`, run, engine.figures());
  }
}

/** The engine's last run, and the command's on the trace that the engine has written of it. */
function compareTrace(group, engine, what, changes) {
  const figures = engine.figures();
  const file = path.join(folder, "written.scroll");
  fs.writeFileSync(file, engine.trace());
  group.compare(what, runs(file, ...optionsOf({ ...plain, ...changes }))[0], figures);
}

async function main() {
  const engine = await Engine.instantiate(moduleBytes);
  let group = new Group("traces x 6 policies");
  for (const place of ["Traces", "Traces/recorded"]) {
    for (const name of fs.readdirSync(place).filter((file) => file.endsWith(".scroll"))) {
      engine.open(scene(`${place}/${name}`));
      compare(group, engine, `${place}/${name}`, six, 32 * mebibyte);
    }
  }

  const grids = scene(grid), feeds = scene(feed);
  engine.open(grids);
  const lists = engine.lists();
  const names = (entries) => entries.map(({ name }) => name);

  group = new Group("policies that run takes");
  for (const name of names(lists.policies.filter((policy) => !policy.needsFuture))) {
    compare(group, engine, grid, [name === "score" ? "score: distance * bytes + age" : name], 12 * mebibyte);
  }

  group = new Group("loaders with their own caches");
  for (const [trace, text] of [[feed, feeds], [grid, grids]]) {
    engine.open(text);
    for (const loader of names(lists.loaders)) {
      const setting = { ...plain, device: "iphone-8", network: "lte", loader };
      const configure = () => engine.configure({ ...setting, policy: "own", budget: "own" });
      let made;
      try { made = runs(trace, ...optionsOf(setting)); } catch (error) {
        // The engine has to refuse the loaders that the command refuses.
        try { configure(); } catch (other) {
          if (other instanceof EngineError) group.refused += 1;
          continue;
        }
        group.differences.push(`${loader}: the command refuses it: ${error.stderr}`);
        continue;
      }
      configure();
      engine.run({ log: false });
      group.compare(`${path.basename(trace)} ${loader}`, made[0], engine.figures());
    }
  }

  group = new Group("prefetchers");
  engine.open(feeds);
  for (const prefetch of names(lists.prefetchers)) {
    for (const loader of ["cached", "multi-level"]) {
      compare(
        group, engine, feed, ["lru", "distance"], 24 * mebibyte, { loader, prefetch, network: "lte", seed: 3 });
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
    compare(group, engine, grid, ["lru", "distance", "gdsf"], 12 * mebibyte, {}, "--layout", layout);
  }

  group = new Group("devices");
  engine.open(grids);
  for (const name of names(lists.devices)) {
    compare(group, engine, grid, ["lru"], 48 * mebibyte, { device: name, loader: "multi-level" });
  }

  group = new Group("networks");
  engine.open(feeds);
  for (const network of names(lists.networks)) {
    compare(
      group, engine, feed, ["lru"], 48 * mebibyte, { network, loader: "multi-level", prefetch: "ring", seed: 9 });
  }

  group = new Group("renditions");
  for (const [side, format] of [[300, null], [null, "heic"], [640, "webp"], [100, "avif"]]) {
    compare(group, engine, feed, ["lru", "size"], 16 * mebibyte, { side, format });
  }

  group = new Group("budgets, 0.3 to 512 MiB and none");
  engine.open(grids);
  for (const budget of [300_000, 4 * mebibyte, 64 * mebibyte, 512 * mebibyte, null]) {
    compare(group, engine, grid, ["nscache-lru"], budget);
  }

  group = new Group("system events");
  const random = randomNumbers(4);
  const one = (values) => values[random.below(values.length)];
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
    const events = Array.from({ length: 1 + random.below(9) }, () => (
      { time: Math.round(random.unit() * duration * 1e6) / 1e6, kind: one(kinds) }
    )).sort((first, second) => first.time - second.time);
    const loader = one(["cached", "multi-level", "kingfisher", "sdwebimage"]);
    const policy = one(["lru", "distance", "nscache-arc", "kingfisher"]);
    const setting = { loader, policy, budget: 20 * mebibyte, network: "lte", seed: round, events };
    engine.configure({ ...plain, ...setting });
    engine.run({ log: false });
    compareTrace(group, engine, `${path.basename(trace)} ${JSON.stringify(events)}`, setting);
  }

  group = new Group("scrolls that went on");
  for (let round = 0; round < 12; round++) {
    const [trace, text] = round % 2 ? [feed, feeds] : [grid, grids];
    engine.open(text);
    const view = engine.viewport();
    const loader = ["cached", "multi-level", "nuke"][round % 3];
    const setting = { loader, policy: six[round % six.length], budget: 16 * mebibyte };
    engine.configure({ ...plain, ...setting });
    scrollLive(engine, view, randomNumbers(100 + round), 30);
    compareTrace(group, engine, `${path.basename(trace)} ${JSON.stringify(setting)}, round ${round}`, setting);
  }

  compareReplays(engine, lists);

  for (const { name, runs: count, figures, refused, differences: found } of table) {
    const further = refused > 0 ? `, ${refused} refused by both` : "";
    console.log(
      `${name.padEnd(36)} ${String(count).padStart(4)} runs ${String(figures).padStart(6)} figures `
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
  const requests = drawnRequests(6, 30_000, 3000);
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
