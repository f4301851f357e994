"use strict";
// The module, scenes and runs of the native command, for the checks of the studio's engine.

const fs = require("fs");
const path = require("path");
const zlib = require("zlib");
const { execFileSync } = require("child_process");
const { Engine, EngineError } = require("../../Sources/CResources/Page/engine.js");

const [scrollsim, modulePath, folder] = process.argv.slice(2);
const module_ = new Uint8Array(zlib.gunzipSync(fs.readFileSync(modulePath)));

/** Runs the command; its standard output. */
function command(...options) {
  return execFileSync(scrollsim, options, {
    encoding: "utf8", maxBuffer: 1 << 30, stdio: ["ignore", "pipe", "pipe"],
  });
}

/** The scene that `scrollsim studio` puts into a page. */
function scene(trace, ...options) {
  const page = path.join(folder, "studio.html");
  command("studio", trace, ...options, "--policy", "lru,distance", "--output", page);
  const text = fs.readFileSync(page, "utf8");
  const found = text.match(/<script[^>]*id="scene"[^>]*>\s*([^<]*?)\s*<\/script>/);
  if (!found) throw new Error(`${page} has no scene`);
  const bytes = zlib.inflateRawSync(Buffer.from(found[1], "base64")).toString("utf8");
  return bytes.slice(bytes.indexOf("scene 1"));
}

/** The runs of `scrollsim run --format json`. */
function runs(trace, ...options) {
  return JSON.parse(command("run", trace, ...options, "--format", "json")).runs;
}

/** Where a run of the command and one of the engine differ; empty where they do not. */
function differences(run, figures) {
  const found = [];
  const same = (name, expected, value) => {
    if (!Object.is(expected ?? null, value ?? null) && expected !== value) {
      found.push(`${name}: ${value} instead of ${expected}`);
    }
  };
  for (const [name, expected] of Object.entries(run.figures)) same(name, expected, figures[name]);
  const kinds = new Set([...Object.keys(run.parts), ...Object.keys(figures.parts)]);
  kinds.delete("room");
  for (const kind of kinds) {
    const [one, other] = [run.parts[kind] ?? {}, figures.parts[kind] ?? {}];
    for (const name of new Set([...Object.keys(one), ...Object.keys(other)])) {
      same(`${kind} ${name}`, one[name], other[name]);
    }
  }
  same("killed", run.killed?.reason, figures.killed?.reason);
  same("killed at", run.killed?.atMilliseconds, figures.killed?.atMilliseconds);
  return found;
}

/** The same numbers for the same seed. */
function randomNumbers(seed) {
  let state = BigInt.asUintN(64, BigInt(seed) * 0x9e3779b97f4a7c15n + 1n);
  const next = () => {
    state ^= BigInt.asUintN(64, state << 13n);
    state ^= state >> 7n;
    state ^= BigInt.asUintN(64, state << 17n);
    return Number(state >> 11n) / 2 ** 53;
  };
  return { unit: next, below: (bound) => Math.floor(next() * bound) };
}

/** Requests for images, few of them often, numbered in the order of their first requests. */
function drawnRequests(seed, count, images) {
  const random = randomNumbers(seed), numbers = new Map();
  return Int32Array.from({ length: count }, () => {
    const image = Math.floor(Math.exp(random.unit() * Math.log(images)));
    if (!numbers.has(image)) numbers.set(image, numbers.size);
    return numbers.get(image);
  });
}

/** The upper median of some times. */
const median = (times) => [...times].sort((one, other) => one - other)[times.length >> 1];

module.exports = {
  Engine, EngineError, moduleBytes: module_, folder, command, scene, runs, differences,
  randomNumbers, drawnRequests, median,
};
