"use strict";
// The moment with which the page opens: that at which the two screens differ most.
//
// At the start of a scroll both screens are empty, whatever caches their images, and the first blank
// cells are as many on both: a scroll begins with an empty cache. What the choice of a policy changes
// is first seen where one screen has an image that the other lacks. The page stands still there, so that
// it also suits users who prefer reduced motion.

const Opening = {
  // The first moment with the largest difference of what is missing; of two screens that are alike
  // that at which most is missing.
  moment(one, other) {
    let best = 0, time = 0;
    for (const [tale, rival] of [[one, other], [other, one]]) {
      const { values, count, width } = tale.frames;
      for (let at = 0; at < count * width; at += width) {
        const shown = values[at + Frame.shown];
        const facing = rival.frameAt(shown);
        if (facing < 0) continue;
        const share = values[at + Frame.share], beside = rival.frames.values[facing + Frame.share];
        // What is missing on both counts for little beside a difference.
        const weight = Math.max(0, share - beside) + share / 100;
        if (weight > best) [best, time] = [weight, shown];
      }
    }
    return time;
  },
};
