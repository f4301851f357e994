"use strict";

// The format of the engine's log.
// killedBackgroundApps  how many
// killedBackgroundApps  number
//
// takeLog() gives rows of seven numbers: seconds, a kind (EngineLog.kinds), and a to e, unused ones 0.
// Items, images ("picture / variants" is the image, with two variants only where a loader swaps
// renditions), keys (images as the cache sees them) and loads (serial numbers, never used twice) are
// numbers from 0; times are in seconds, bytes in bytes, shares in parts of the viewport.
//
//   kind              a               b              c             d              e
//   frame             presented at    1 late         blank         soft           wrong
//                                     + 2 presented
//   repeated          frames like the one before, one a vsync
//   appeared, left    item
//   asked             item            key            outcome       load
//   keptOld           item            picture
//   displayed         item            picture        1 low
//                                                    + 2 wrong
//   misplaced         item            picture
//   late, unfinished  item            reason         waited        longest wait   of that kind
//   readOnMain        item or -1      key
//   started           load            key            picture       item           1 prefetch
//   queued            load            queue
//   stage             load            stage          lane          job or -1
//   done              load            stage          lane
//   cancelled         load
//   transferFailed    load            failure
//   finished          load            1 failed
//   writing           key             until
//   stored            key             1 taken        1 prefetched  bytes
//   removed           key             removal        bytes
//   purged            picture         bytes
//   pagedOut          bytes
//   system            event           image or -1
//   warning           the app gets a memory warning
//   killedBackgroundApps  how many
//   footprint         bytes
//   launched          preloading
//   pressure          0 normal, 1 warning, 2 critical: reported to the cache
//   ended             death
//   work              milliseconds of the main thread for the frame of the row before:
//                     all             cells          reading       decoding       upload
//
// EngineLog.words has the names of outcome, reason, wait, queue, stage, job, failure, removal, event and
// death, by number. The row of a frame follows the rows of all that happened in it.

const EngineLog = Object.freeze({
  /** Numbers in a row. */
  rowLength: 7,

  kinds: Object.freeze(Object.fromEntries([
    "frame", "repeated", "appeared", "left", "asked", "keptOld", "displayed", "misplaced", "late",
    "unfinished", "readOnMain", "started", "queued", "stage", "done", "cancelled", "transferFailed",
    "finished", "writing", "stored", "removed", "purged", "pagedOut", "system", "warning",
    "killedBackgroundApps", "footprint", "launched", "pressure", "ended", "work",
  ].map((name, number) => [name, number]))),

  words: Object.freeze({
    outcome: ["hit", "live", "joined", "started", "givenUp"],
    reason: [
      "neverAsked", "askedLate", "cancelled", "refused", "evictedUnused", "evicted", "purged",
      "expired", "failed", "killed",
    ],
    wait: ["queue", "flash", "network", "backOff", "decode", "nextFrame", "mainThread"],
    queue: ["held", "gate", "backOff", "mainThread", "network", "flash", "lanes"],
    stage: ["transferring", "reading", "decoding"],
    job: ["encode", "decode", "mask", "composition"],
    failure: ["timedOut", "refused", "offline"],
    removal: [
      "cost", "count", "pressure", "background", "expired", "replaced", "removed", "discarded",
      "leftRange",
    ],
    event: [
      "normal", "warning", "critical", "background", "foreground", "tap", "relaunch", "offline",
      "online", "externalPressure", "rotate", "insert", "change", "beginAccess", "endAccess",
      "useContent",
    ],
    death: [null, "memory", "slowLaunch", "hang"],
  }),
});

if (typeof require === "function") module.exports = { EngineLog };
