import ScrollReferences

extension Sabotage {
  /// Bugs of the NSCache that is read as two lists with ghosts.
  static let nsCacheARC: [Sabotage] = [
    Sabotage(
      NSCacheARCBug.ghostReadsUncounted, .reference, "nscache-arc does not count reads of ghosts",
      "A missed look-up of a ghost leaves its number of reads alone."),
    Sabotage(
      NSCacheARCBug.growsUnderPressure, .reference, "nscache-arc grows under pressure",
      "The capacity may grow within the four seconds after a memory warning."),
    Sabotage(
      NSCacheARCBug.removeAllKeepsGhosts, .reference, "nscache-arc keeps its ghosts when emptied",
      "removeAll forgets the residents and not the ghosts."),
    Sabotage(
      NSCacheARCBug.frequentAtOneRead, .reference, "nscache-arc takes one read for many",
      "An image counts as frequent from its first read on."),
    Sabotage(
      NSCacheARCBug.loweredCountWaits, .laws, "nscache-arc lets a lowered count wait",
      "A lowered count limit acts at the next store, though it should act at once."),
    Sabotage(
      NSCacheARCBug.evictsPinsUnderPressure, .laws, "nscache-arc evicts pins under pressure",
      "A critical memory warning evicts pinned images too."),
  ]
}
