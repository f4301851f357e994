"use strict";
// The moment with which the page opens: that at which the two screens differ most.
//
// A scroll begins with an empty cache, so at first both screens are equally blank, whatever the policies
// are. Policies first differ visibly at a moment when one screen has an image that the other lacks. The
// page opens at such a moment and does not play, which also suits users who prefer reduced motion.

const Opening = {
  // The first moment with the largest difference between the missing shares. Two equal screens are
  // shown when their missing share is largest.
  moment(one, other) {
    let best = 0, time = 0;
    for (const [tale, rival] of [[one, other], [other, one]]) {
      const { values, count, width } = tale.frames;
      for (let at = 0; at < count * width; at += width) {
        const shown = values[at + Frame.shown];
        const facing = rival.frameAt(shown);
        if (facing < 0) continue;
        const share = values[at + Frame.share], beside = rival.frames.values[facing + Frame.share];
        // A share that is missing on both screens counts for little.
        const weight = Math.max(0, share - beside) + share / 100;
        if (weight > best) [best, time] = [weight, shown];
      }
    }
    return time;
  },
};
