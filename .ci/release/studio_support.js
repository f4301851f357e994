"use strict";
// The module, scenes and runs of the native command, for the checks of the studio's engine.

const fs = require("fs");
const path = require("path");
const zlib = require("zlib");
const { execFileSync } = require("child_process");
const { Engine, EngineError } = require("../../Sources/CResources/Page/engine.js");

const [scrollsim, modulePath, folder] = process.argv.slice(2);
const moduleBytes = new Uint8Array(zlib.gunzipSync(fs.readFileSync(modulePath)));

/** Runs the command; its standard output. */
function command(...options) {
  return execFileSync(scrollsim, options, {
    encoding: "utf8", maxBuffer: 1 << 30, stdio: ["ignore", "pipe", "pipe"],
  });
}

const scenes = {};

/** The scene that `scrollsim studio` puts into a page; each once. */
function scene(...options) {
  return scenes[options] ??= (() => {
    const page = path.join(folder, "studio.html");
    command("studio", ...options, "--policy", "lru,distance", "--output", page);
    const [, base64] = fs.readFileSync(page, "utf8")
      .match(/<script[^>]*id="scene"[^>]*>\s*([^<]*?)\s*<\/script>/);
    const text = zlib.inflateRawSync(Buffer.from(base64, "base64")).toString("utf8");
    return text.slice(text.indexOf("scene 1"));
  })();
}

/** The runs of `scrollsim run --format json`. */
function runs(trace, ...options) {
  return JSON.parse(command("run", trace, ...options, "--format", "json")).runs;
}

/** Where a run of the command and one of the engine differ; empty where they do not. */
function differences(run, figures) {
  const found = [];
  const same = (name, expected = null, value = null) => {
    if (expected !== value) found.push(`${name}: ${value} instead of ${expected}`);
  };
  for (const [name, expected] of Object.entries(run.figures)) same(name, expected, figures[name]);
  for (const kind in { ...run.parts, ...figures.parts }) {
    const [one, other] = [run.parts[kind] ?? {}, figures.parts[kind] ?? {}];
    const names = kind === "room" ? {} : { ...one, ...other };
    for (const name in names) same(`${kind} ${name}`, one[name], other[name]);
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

module.exports = {
  Engine, EngineError, moduleBytes, folder, command, scene, runs, differences, randomNumbers,
};
