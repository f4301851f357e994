"use strict";
// A whole session as text: in the address of the page, or in a file.

class SessionError extends Error {}

const Session = {
  // The longest link, and the largest session that is unpacked from one.
  longestLink: 32 * 1024,
  largest: 8 * 2 ** 20,
  // The limits of a live scroll: samples, and milliseconds.
  mostSamples: 300_000,
  longest: 3_600_000,
  // The last frame may begin at the end.
  latest: 3_601_000,

  async packed(text) {
    const stream = new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw"));
    const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
    let binary = "";
    for (let at = 0; at < bytes.length; at += 8192) {
      binary += String.fromCharCode(...bytes.subarray(at, at + 8192));
    }
    return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
  },

  async unpacked(text) {
    if (text.length > Session.longestLink) throw new SessionError("it is longer than 32 kB");
    let bytes;
    try {
      const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
      bytes = Uint8Array.from(binary, (letter) => letter.charCodeAt(0));
    } catch {
      throw new SessionError("it has letters that no link has");
    }
    // The unpacked text may be a thousand times as long, so it is read in pieces.
    const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw")).getReader();
    const decoder = new TextDecoder("utf-8", { fatal: true });
    let read = 0, whole = "";
    try {
      for (;;) {
        const { done, value } = await reader.read();
        if (done) break;
        read += value.length;
        if (read > Session.largest) throw new SessionError("it holds more than a session can");
        whole += decoder.decode(value, { stream: true });
      }
      return whole + decoder.decode();
    } catch (error) {
      reader.cancel().catch(() => {});
      throw error instanceof SessionError ? error : new SessionError("it is cut off or damaged");
    }
  },

  // A session as text. `live` is the live scroll, if there is one.
  text({ setting, time, scene, live }) {
    const session = { studio: 2, scene, setting, time: Math.round(time * 1000) / 1000 };
    if (live) session.live = Session.steps(live);
    return JSON.stringify(session);
  },

  // Samples as whole steps of milliseconds and 1/64 points, which pack well.
  steps({ samples, count, end }) {
    const times = [], offsets = [], touches = [];
    let time = 0, offset = 0, touch = 0;
    for (let at = 0; at < count * 3; at += 3) {
      const now = Math.round(samples[at] * 1000), place = Math.round(samples[at + 1] * 64);
      times.push(now - time);
      offsets.push(place - offset);
      if (samples[at + 2] !== touch) touches.push(at / 3);
      [time, offset, touch] = [now, place, samples[at + 2]];
    }
    return { end: Math.round(end * 1000), times, offsets, touches };
  },

  // Reads a session of unknown origin for a scene whose offsets end at `most`; throws a SessionError.
  // A live scroll from the page of another scene is ignored.
  read(text, standard, scene, most) {
    if (text.length > Session.largest) throw new SessionError("it holds more than a session can");
    let value;
    try {
      value = JSON.parse(text);
    } catch {
      throw new SessionError("it is cut off or damaged");
    }
    if (typeof value !== "object" || value === null || value.studio !== 2) {
      throw new SessionError("it is no session of this version of the studio");
    }
    const { setting, faults } = Setting.checked(value.setting ?? {}, standard);
    const time = Number.isFinite(value.time) && value.time >= 0 ? value.time : 0;
    const isHere = value.scene === scene;
    const live = isHere && value.live !== undefined ? Session.samples(value.live, most) : null;
    return { setting, faults, time, live, isHere };
  },

  samples(value, most) {
    const bad = () => new SessionError("the scroll in it is damaged");
    const { end, times, offsets, touches } = value ?? {};
    const isList = (list) => Array.isArray(list) && list.length <= Session.mostSamples
      && list.every(Number.isInteger);
    if (!isList(times) || !isList(offsets) || !isList(touches)) throw bad();
    if (times.length === 0 || times.length !== offsets.length) throw bad();
    const rows = new Float64Array(3 * times.length);
    const turns = new Set(touches);
    let time = 0, offset = 0, touch = 0;
    times.forEach((step, index) => {
      if (index === 0 ? step !== 0 : step < 1) throw bad();
      time += step;
      offset += offsets[index];
      if (turns.has(index)) touch = 1 - touch;
      if (time > Session.latest || offset < 0 || offset > most * 64 + 64) throw bad();
      rows.set([time / 1000, offset / 64, touch], 3 * index);
    });
    if (!Number.isInteger(end) || end < time || end > Session.latest) throw bad();
    return { samples: rows, end: end / 1000 };
  },

  // Offers text as a file.
  save(name, text, type = "text/plain") {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([text], { type }));
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
  },
};
