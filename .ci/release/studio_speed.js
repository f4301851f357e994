"use strict";
// The times of the module: printed, without a limit.

const fs = require("fs");
const path = require("path");
const {
  Engine, moduleBytes, folder, command, scene, randomNumbers, median,
} = require("./studio_support.js");
const { compareReplays } = require("./studio_replay.js");

const milliseconds = (time) => time.toFixed(time < 10 ? 2 : 0);

async function main() {
  const begun = performance.now();
  const engine = await Engine.instantiate(moduleBytes);
  console.log(`instantiated in ${milliseconds(performance.now() - begun)} ms`);
  const bench = process.argv[5];
  if (bench) {
    compareReplays(engine, bench);
    return;
  }
  slider(engine, "five minutes, grid, cached", "grid:columns=4:spacing=2", { loader: "cached" });
  slider(
    engine, "five minutes, waterfall, multi-level with ring", "waterfall:columns=3",
    { loader: "multi-level", prefetch: "ring" });
  live(engine);
}

function slider(engine, name, layout, setting) {
  const file = path.join(folder, "five-minutes.scroll");
  command(
    "trace", "generate", "--behavior", "browse=300s", "--seed", "5", "--layout", layout,
    "--catalogue", "items=5000 seed=1 size=600x450:1,450x600:1 mix=jpeg:1 content=photo origin=network",
    "--output", file);
  let begun = performance.now();
  engine.open(scene(file));
  engine.configure({ device: "iphone-8", network: "wifi", policy: "lru", budget: 64 << 20, ...setting });
  engine.run({ log: false });
  console.log(`${name}: the first answer ${milliseconds(performance.now() - begun)} ms`);
  for (const log of [false, true]) {
    const times = [];
    for (let change = 0; change < 60; change++) {
      begun = performance.now();
      engine.configure({ budget: (16 + change) << 20 });
      engine.run({ log });
      engine.figures();
      if (log) engine.takeLog();
      if (change >= 10) times.push(performance.now() - begun);
    }
    console.log(
      `${name}, ${log ? "with" : "without"} the log: median ${milliseconds(median(times))} ms, `
      + `most ${milliseconds(Math.max(...times))} ms; memory ${engine.memory >> 20} MiB`);
  }
}

/** The time of a frame of a live scroll in the first and in the tenth minute. */
function live(engine) {
  for (const policy of ["lru", "distance"]) {
    engine.configure({ policy, budget: 32 << 20 });
    engine.begin();
    const end = engine.viewport().contentLength - engine.viewport().extent;
    const random = randomNumbers(8);
    let offset = 0, speed = 800;
    const minutes = [];
    for (let sample = 1; sample <= 60 * 600; sample++) {
      const time = sample / 60;
      if (random.unit() < 0.02) speed = (random.unit() - 0.45) * 4000;
      offset += speed / 60;
      if (offset < 0 || offset > end) speed = -speed;
      offset = Math.min(end, Math.max(0, offset));
      const begun = performance.now();
      engine.addSample(time, offset, sample % 120 < 30);
      engine.goOn(time);
      engine.takeLog();
      (minutes[Math.floor((sample - 1) / 3600)] ??= []).push(performance.now() - begun);
    }
    engine.finish();
    const text = (times) => `median ${milliseconds(median(times))} ms, most ${
      milliseconds(Math.max(...times))} ms`;
    console.log(
      `live, ${policy}: a frame of the first minute ${text(minutes[0])}; of the tenth ${
        text(minutes[9])}; memory ${engine.memory >> 20} MiB`);
  }
}

main().catch((error) => {
  console.error(error.stderr ?? error);
  process.exitCode = 1;
});
