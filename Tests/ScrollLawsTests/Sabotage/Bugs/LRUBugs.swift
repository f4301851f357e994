extension Sabotage {
  /// Bugs of a list in order of use.
  static let lru: [Sabotage] = [
    Sabotage(
      LRUBug.forgetsToForget, .laws, "lru forgets to forget",
      "didRemove is ignored, so that images taken out by others are named as victims."),
    Sabotage(
      LRUBug.keepsItsVictim, .laws, "lru keeps its own victim",
      "The victim stays in the list and is named again."),
    Sabotage(
      LRUBug.nilWhenOldestPinned, .laws, "lru names no victim at the first pin",
      "Nil is returned when the oldest image is pinned, though others are not."),
    Sabotage(
      LRUBug.evictsPinned, .laws, "lru does not look at pins",
      "The oldest leaves, pinned or not."),
    Sabotage(
      LRUBug.skipsShortMoves, .laws, "lru skips short moves",
      "A hit on one of the two newest images moves nothing."),
    Sabotage(
      LRUBug.movesOnePlace, .laws, "lru moves by one place",
      "A hit swaps the image with the next newer one instead of making it the newest."),
    Sabotage(
      LRUBug.promotesOnMiss, .laws, "lru promotes on a miss",
      "A missed look-up puts the image into the list, before it is stored, if it ever is."),
    Sabotage(
      LRUBug.fourBitStamps, .laws, "lru stamps uses in four bits",
      "Uses are numbered modulo 16, so that old images become new ones."),
    Sabotage(
      LRUBug.tiesOfTimeByIndex, .reference, "lru sorts by the clock",
      "Uses are ordered by time of day; of equal times the smaller image number leaves."),
    Sabotage(
      LRUBug.hashOrderTies, .laws, "lru picks by hash order",
      "Uses within one group of four requests are ordered as a hash table lists them."),
    Sabotage(
      LRUBug.unseededDraw, .laws, "lru draws without the seed",
      "One eviction in four takes the second oldest, by a counter shared by all caches."),
    Sabotage(
      LRUBug.newestAmongPins, .reference, "lru searches past pins from the wrong end",
      "While the oldest image is pinned, the newest unpinned one leaves."),
    Sabotage(
      LRUBug.prefetchedOldest, .reference, "lru puts prefetches last",
      "A prefetched image is stored as the oldest instead of as the newest."),
  ]
}
