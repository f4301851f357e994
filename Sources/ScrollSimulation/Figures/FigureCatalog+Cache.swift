import ScrollCore

// What the memory cache did, and what it cost.

extension FigureCatalog {
  static let cache = [
    count(
      "evictedTooEarly", "too early", "evicted, and wanted again within three screens",
      better: .less
    ) { $0.cache.evictedTooEarly },
    count("removals", "removed", "images that left the cache, for any reason") {
      $0.cache.removals.reduce(0, +)
    },
    count("refusals", "refused", "images that the cache did not take") { $0.cache.refusals },
    count(
      "delegateCalls", "delegate calls", "calls of the cache's delegate (willEvictObject)"
    ) { $0.cache.delegateCalls }.unstored,
    count("accesses", "accesses", "uses of cached values that the trace began") {
      $0.cache.accesses
    }.unstored,
    count("refusedAccesses", "refused uses", "beginContentAccess that answered NO") {
      $0.cache.refusedAccesses
    }.unstored,
    count(
      "accessErrors", "access errors", "uses and ends of a use that had not begun", better: .less
    ) { $0.cache.accessErrors }.unstored,
    bytes("cachePeakBytes", "cache peak MiB", "the most that the cache held") {
      $0.cache.peakBytes
    },
    real(
      "cacheMeanBytes", .bytes, "cache mean MiB", decimals: 1, "the mean over the time on screen"
    ) { $0.screenTime > .zero ? $0.cache.byteSeconds / $0.screenTime.seconds : 0 },
    bytes("cacheOfferedBytes", "offered MiB", "offered to the cache", better: .neither) {
      $0.cache.offeredBytes
    }.unstored,
    bytes("cacheRefusedBytes", "refused MiB", "not taken by the cache", better: .neither) {
      $0.cache.refusedBytes
    }.unstored,
    bytes("cacheRemovedBytes", "removed MiB", "that left the cache", better: .neither) {
      $0.cache.removedBytes
    }.unstored,
    bytes("cacheResidentBytes", "resident MiB", "in the cache at the end", better: .neither) {
      $0.cache.residentBytes
    }.unstored,
    real(
      "overBudgetSeconds", .seconds, "over budget s", decimals: 2,
      "how long the cache held more than its budget"
    ) { $0.cache.secondsOverLimit },
    bytes("overBudgetPeakBytes", "over budget MiB", "the most that it held beyond its budget") {
      $0.cache.peakExcess
    }.unstored,
    real(
      "oversubscribedSeconds", .seconds, "oversubscribed s", decimals: 2,
      "seconds in which no policy could have helped"
    ) { $0.cache.oversubscribedSeconds },
  ]

  package static let regret = [
    Figure(
      name: "regretBound", unit: .word, better: .neither, header: "bound", decimals: 0,
      summary: "`min-bypass` or `pfoo-l`; empty where nothing bounds the run", isStored: true,
      source: .regret),
    Figure(
      name: "leastMisses", unit: .count, better: .neither, header: "least misses", decimals: 0,
      summary: "the fewest look-ups that could have missed", isStored: true, source: .regret),
    Figure(
      name: "regretMisses", unit: .count, better: .less, header: "regret", decimals: 0,
      summary: "how many more did", isStored: true, source: .regret),
    Figure(
      name: "provenStallSeconds", unit: .seconds, better: .neither, header: "proven s",
      decimals: 2, summary: "no run there stalls less whose cache keeps the budget",
      isStored: true, source: .regret),
    Figure(
      name: "reachedStallSeconds", unit: .seconds, better: .neither, header: "reached s",
      decimals: 2, summary: "the least stall that was tried there", isStored: true,
      source: .regret),
    Figure(
      name: "reachedBy", unit: .word, better: .neither, header: "reached by", decimals: 0,
      summary: "with which policy; `foresight` knows when each image is wanted next",
      isStored: true, source: .regret),
    Figure(
      name: "lruStallSeconds", unit: .seconds, better: .neither, header: "lru s", decimals: 2,
      summary: "what `lru` stalls there", isStored: true, source: .regret),
    Figure(
      name: "stallRegret", unit: .ratio, better: .less, header: "stall regret %", decimals: 0,
      summary: "what is left of the way from `lru` to the reached stall; "
        + "empty where they do not differ by what matters", isStored: true, source: .regret),
  ]

  /// Of these, what tables for people have.
  package static let regretColumns = regret.filter {
    !["reachedBy", "lruStallSeconds"].contains($0.name)
  }
}
