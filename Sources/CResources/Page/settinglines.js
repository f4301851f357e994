"use strict";

// The settings of a run as the lines that the engine reads, and back.

const SettingLines = {
  write(setting) {
    // Line breaks would be further settings.
    const line = (name, value) => `${name} ${String(value).replace(/[\r\n]+/g, " ")}\n`;
    const whole = (value, name) => {
      if (!Number.isSafeInteger(value) || value < 0) {
        throw new EngineError(`${name} is '${value}'; expected a whole number`);
      }
      return value;
    };
    const budget = setting.budget === null ? "none"
      : setting.budget === "own" ? "own" : whole(setting.budget, "the budget");
    let text = line("policy", setting.policy) + line("budget", budget)
      + line("on", setting.device) + line("over", setting.network) + line("loader", setting.loader);
    if (setting.prefetch !== null) text += line("prefetch", setting.prefetch);
    if (setting.side !== null) text += line("side", whole(setting.side, "the size of images"));
    if (setting.format !== null) text += line("format", setting.format);
    text += line("seed", whole(setting.seed, "the seed"));
    for (const { time, kind } of setting.events) {
      const nanoseconds = Math.round(time * 1e9);
      text += line("event", `${whole(nanoseconds, "the time of an event in nanoseconds")} ${kind}`);
    }
    return text;
  },

  read(text) {
    const setting = { prefetch: null, side: null, format: null, events: [] };
    for (const line of text.split("\n").slice(0, -1)) {
      const space = line.indexOf(" ");
      const [name, value] = [line.slice(0, space), line.slice(space + 1)];
      switch (name) {
        case "on": setting.device = value; break;
        case "over": setting.network = value; break;
        case "side": case "seed": setting[name] = Number(value); break;
        case "budget":
          setting.budget = value === "own" ? "own" : value === "none" ? null : Number(value);
          break;
        case "event": {
          const [time, ...kind] = value.split(" ");
          setting.events.push({ time: Number(time) / 1e9, kind: kind.join(" ") });
          break;
        }
        default: setting[name] = value;
      }
    }
    return setting;
  },
};

if (typeof require === "function") module.exports = { SettingLines };
