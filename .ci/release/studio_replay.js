"use strict";
// The time of a request in the module, in node, and in the native program: replays of one stream.

const fs = require("fs");
const path = require("path");
const { execFileSync } = require("child_process");
const { folder, drawnRequests, median } = require("./studio_support.js");

const policies = ["lru", "s3fifo", "w-tinylfu", "sieve", "arc", "distance"];
const capacity = 10_000, rounds = 5;

/** Median nanoseconds of some calls, each of which gives its own. */
function measured(call) { return median(Array.from({ length: rounds }, call)); }

/** Prints nanoseconds of the processor a request, handing over and reading left out. `bench` is scrollsim-bench. */
function compareReplays(engine, bench) {
  const file = path.join(folder, "requests.txt");
  const stream = drawnRequests(2, 2_000_000, 300_000);
  fs.writeFileSync(file, `${stream.join("\n")}\n`);
  const answers = new Map();
  const inModule = (policy, images, size) => measured(() => {
    const begun = process.cpuUsage();
    answers.set(policy, engine.replay(policy, size, images));
    return process.cpuUsage(begun).user * 1000;
  });
  // Hits of one image under fifo, which does nothing then: what handing over a stream takes.
  const handing = inModule("fifo", new Int32Array(stream.length), 1);
  const one = (...options) =>
    execFileSync(bench, ["one", file, ...options], { encoding: "utf8" }).split(" ").map(Number);
  const reading = measured(() => one()[0]);
  console.log(`nanoseconds of the processor a request, ${stream.length} requests, ${capacity} images, median of ${rounds}:`);
  for (const policy of policies) {
    const here = (inModule(policy, stream, capacity) - handing) / stream.length;
    let misses = 0;
    const there = (measured(() => {
      const [nanoseconds, , missed] = one(policy, String(capacity));
      misses = missed;
      return nanoseconds;
    }) - reading) / stream.length;
    if (answers.get(policy).misses !== misses) {
      throw new Error(`${policy}: ${answers.get(policy).misses} misses in the module, ${misses} natively`);
    }
    console.log(
      `  ${policy.padEnd(10)} module ${here.toFixed(1).padStart(6)}   native `
      + `${there.toFixed(1).padStart(6)}   ${(here / there).toFixed(2)} times as long`);
  }
}

module.exports = { compareReplays };
