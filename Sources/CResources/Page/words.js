"use strict";
// Numbers and sizes as text, and back.

const Words = {
  // Byte counts as the command prints and takes them.
  size(bytes) {
    if (bytes === null) return "none";
    for (const [unit, width] of [["GiB", 2 ** 30], ["MiB", 2 ** 20], ["KiB", 2 ** 10]]) {
      if (bytes >= width) {
        const value = bytes / width;
        return `${value >= 100 ? Math.round(value) : Number(value.toPrecision(3))} ${unit}`;
      }
    }
    return `${bytes} B`;
  },

  // The number of bytes of a text like `32MiB`, null for `none`, "own" for `default`; undefined for
  // anything else.
  bytes(text) {
    const plain = text.trim().toLowerCase();
    if (plain === "none") return null;
    if (plain === "default") return "own";
    const found = /^(\d+(?:\.\d+)?)\s*(b|kb|mb|gb|kib|mib|gib)$/.exec(plain);
    if (!found) return undefined;
    const widths = { b: 1, kb: 1e3, mb: 1e6, gb: 1e9, kib: 2 ** 10, mib: 2 ** 20, gib: 2 ** 30 };
    const bytes = Math.round(Number(found[1]) * widths[found[2]]);
    return bytes >= 1 && bytes <= 2 ** 40 ? bytes : undefined;
  },

  // A number of bytes as a text that the command reads back exactly.
  exactSize(bytes) {
    if (bytes === null) return "none";
    if (bytes % 2 ** 20 === 0) return `${bytes / 2 ** 20}MiB`;
    if (bytes % 2 ** 10 === 0) return `${bytes / 2 ** 10}KiB`;
    return `${bytes}B`;
  },

  // The error in the text of a limit.
  sizeFault(text) {
    const plain = text.trim();
    return /^\d+(\.\d+)?$/.test(plain) ? `${plain} has no unit; expected a size such as ${plain}MiB.`
      : `'${plain}' is no limit; expected a size such as 64MiB, or none, or default.`;
  },

  time(seconds) {
    const tenths = Math.floor(seconds * 10 + 1e-6);
    const rest = tenths % 600;
    return `${Math.floor(tenths / 600)}:${rest < 100 ? "0" : ""}${(rest / 10).toFixed(1)}`;
  },

  seconds(value) {
    if (value === null || value === undefined) return "-";
    return value < 100 ? value.toFixed(2) : value.toFixed(1);
  },

  whole(value) {
    return Math.round(value).toString().replace(/\B(?=(\d{3})+$)/g, "\u2009");
  },

  percent(share) {
    return share === null || share === undefined ? "-" : (share * 100).toFixed(1);
  },

  // `2 hitches`, `1 hitch`.
  count(number, one, many) {
    return `${Words.whole(number)} ${number === 1 ? one : many}`;
  },

  // A short number that stays the same for the same text.
  fingerprint(text) {
    let hash = 0x811c9dc5;
    for (let index = 0; index < text.length; index++) {
      hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
    }
    return (hash >>> 0).toString(16).padStart(8, "0");
  },

  // A word of an argument for a shell.
  quoted(text) {
    return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
  },
};
