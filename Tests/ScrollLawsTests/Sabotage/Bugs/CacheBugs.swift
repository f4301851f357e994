extension Sabotage {
  /// Bugs of the cache around the policy: sums, limits, pins, log.
  static let cache: [Sabotage] = [
    Sabotage(
      CacheBug.leaksBytesOnRefusal, .laws, "cache leaks bytes on refusal",
      "An image that finds no room because everything is pinned stays in the byte sum."),
    Sabotage(
      CacheBug.doubleCountsOverwrite, .laws, "cache counts an overwrite twice",
      "Storing what is resident adds the new cost and never takes off the old one."),
    Sabotage(
      CacheBug.evictsPinned, .laws, "cache evicts the pinned",
      "The victim is the oldest image, pinned or not."),
    Sabotage(
      CacheBug.removeAllKeepsSum, .laws, "cache is emptied but not its sum",
      "removeAll drops every image and leaves the byte sum as it was."),
    Sabotage(
      CacheBug.makesRoomTooLate, .laws, "cache makes room too late",
      "Room is made while the residents alone are over the limit, without the newcomer."),
    Sabotage(
      CacheBug.evictsWhenItJustFits, .laws, "cache evicts when it just fits",
      "The byte limit is compared with >= where it should be >."),
    Sabotage(
      CacheBug.countLimitOffByOne, .laws, "cache holds one image too many",
      "The count limit is compared with > where it should be >=."),
    Sabotage(
      CacheBug.loweredLimitWaits, .laws, "cache lets a lowered limit wait",
      "A lowered limit acts at the next store instead of at once."),
    Sabotage(
      CacheBug.countLimitIgnored, .laws, "cache forgets the count limit",
      "With a byte limit set, the count limit is not looked at."),
    Sabotage(
      CacheBug.logsTwice, .laws, "cache logs an eviction twice",
      "The victim of a lowered limit is logged by the loop and by the removal."),
    Sabotage(
      CacheBug.replacedNotLogged, .laws, "cache does not log the replaced",
      "The old entry of an overwrite leaves without a word in the log."),
    Sabotage(
      CacheBug.removedNotLogged, .laws, "cache does not log the removed",
      "An image taken out by the caller leaves without a word in the log."),
    Sabotage(
      CacheBug.logsOfferedCost, .laws, "cache logs the offered cost",
      "The log gives a victim the cost of the newcomer instead of its own charge."),
    Sabotage(
      CacheBug.saysCostForCount, .reference, "cache gives the wrong reason",
      "What leaves because of the count limit is logged as if for its cost."),
    Sabotage(
      CacheBug.purgesPinned, .laws, "cache purges the pinned",
      "A memory warning takes pinned images too."),
    Sabotage(
      CacheBug.logsRefusedNewcomer, .laws, "cache logs the refused as evicted",
      "An image too large for the cache is put into the log as a removal."),
    Sabotage(
      CacheBug.emptiesBeforeRefusing, .laws, "cache empties itself before refusing",
      "Everything is evicted for an image that is then found to be too large."),
    Sabotage(
      CacheBug.refusesWhatJustFits, .laws, "cache refuses what just fits",
      "An image of exactly the limit is refused, though only larger ones should be."),
    Sabotage(
      CacheBug.storesTheOversized, .laws, "cache stores the oversized",
      "An image larger than the limit is stored once everything else has left."),
    Sabotage(
      CacheBug.evictsNewcomer, .laws, "cache evicts the newcomer",
      "The image goes in first and is itself evicted when all others are pinned."),
    Sabotage(
      CacheBug.staleIndex, .laws, "cache answers from a stale index",
      "Taking an image out leaves it in the index that look-ups ask."),
    Sabotage(
      CacheBug.removeAllForgetsPins, .laws, "cache forgets pins when emptied",
      "removeAll clears the pins, which should hold until unpin."),
    Sabotage(
      CacheBug.pinsResidentsOnly, .laws, "cache pins residents only",
      "Pinning an image that is not resident yet has no effect."),
    Sabotage(
      CacheBug.countsPins, .laws, "cache counts pins",
      "An image pinned twice has to be unpinned twice."),
    Sabotage(
      CacheBug.reweighsOnHit, .laws, "cache weighs again on a hit",
      "A look-up that gives another cost changes what the resident is charged."),
    Sabotage(
      CacheBug.overwriteKeepsCharge, .laws, "cache keeps the charge of the overwritten",
      "Storing what is resident replaces it but still charges the old cost."),
    Sabotage(
      CacheBug.dropsOldBeforeRefusing, .laws, "cache drops the old for a refused new",
      "A resident leaves when its too large successor is offered, and refused."),
    Sabotage(
      CacheBug.loweredLimitEmpties, .reference, "cache empties for a lowered limit",
      "A lowered limit evicts everything instead of just enough."),
    Sabotage(
      CacheBug.alwaysEvictsOne, .laws, "cache always evicts one",
      "The loop that makes room evicts once before it looks whether there is room."),
    Sabotage(
      CacheBug.normalPressurePurges, .reference, "cache purges when pressure is over",
      "The report that memory is back to normal purges like a warning."),
    Sabotage(
      CacheBug.backgroundPurges, .reference, "cache purges in the background",
      "Going to the background removes everything, which it should not."),
    Sabotage(
      CacheBug.countKeepsRemoved, .laws, "cache still counts removed images",
      "An image taken out by the caller stays in the number of residents."),
    Sabotage(
      CacheBug.sumIn32Bits, .laws, "cache sums bytes in 32 bits",
      "The byte sum wraps round at two gibibytes."),
    Sabotage(
      CacheBug.zeroCostsOne, .laws, "cache charges one for nothing",
      "An image of cost 0 is charged 1."),
  ]
}
