import ScrollCore

// What became of requests and of what was fetched ahead.

extension FigureCatalog {
  static let requests = [
    count("requests", "requests", "what visible items asked the loader for") {
      $0.requests.count
    },
    count("hits", "hits", "of them found in the cache", better: .more) { $0.requests.hits },
    real("hitRate", .ratio, "hit %", decimals: 1, "hits per request", better: .more) {
      $0.requests.hitRate
    },
    real("byteHitRate", .ratio, "byte hit %", decimals: 1, "the same by bytes", better: .more) {
      $0.requests.byteHitRate
    },
    real(
      "decodeHitRate", .ratio, "decode hit %", decimals: 1, "the same by decode time saved",
      better: .more
    ) { $0.requests.decodeHitRate },
    count("liveHits", "live hits", "found in a cell although not in the cache", better: .more) {
      $0.requests.liveHits
    },
    count("joined", "joined", "joined a load that was under way") { $0.requests.joined },
    count("requestsStarted", "started", "that started a load") { $0.requests.started }.unstored,
    count("requestsDisplayed", "displayed", "whose image was displayed", better: .more) {
      $0.requests.displayed
    }.unstored,
    count("requestsLeftUnshown", "left unshown", "whose item left first", better: .less) {
      $0.requests.leftUnshown
    }.unstored,
    count("requestsCancelled", "cancelled", "that were cancelled") {
      $0.requests.cancelled
    }.unstored,
    count("requestsFailed", "failed", "whose load failed", better: .less) {
      $0.requests.failed
    }.unstored,
    count("requestsUnfinished", "requests unfinished", "under way at the end") {
      $0.requests.unfinished
    }.unstored,
    count("reloadedRows", "reloaded rows", "made anew because a download reloaded their row") {
      $0.requests.reloadedRows
    }.unstored,
    count("stale", "stale", "hits on an image that has changed since", better: .less) {
      $0.requests.stale
    },
  ]

  static let prefetches = [
    count("prefetches", "prefetches", "loads that were started ahead") { $0.prefetch.issued },
    count("prefetchesUsed", "prefetches used", "of them wanted later", better: .more) {
      $0.prefetch.used
    },
    count("prefetchesCancelled", "prefetches cancelled", "cancelled before they came") {
      $0.prefetch.cancelled
    }.unstored,
    count("prefetchesRefused", "prefetches refused", "not taken by the cache", better: .less) {
      $0.prefetch.refused
    }.unstored,
    count("prefetchesFailed", "prefetches failed", "whose load failed", better: .less) {
      $0.prefetch.failed
    }.unstored,
    count(
      "prefetchesUnused", "prefetches unused", "in memory at the end and never wanted",
      better: .less
    ) { $0.prefetch.unused }.unstored,
    count("prefetchesUnfinished", "prefetches unfinished", "under way at the end") {
      $0.prefetch.unfinished
    }.unstored,
    count(
      "unaskedLoads", "unasked loads", "loads whose viewers had left, stored unseen",
      better: .less
    ) { $0.prefetch.unasked }.unstored,
    count(
      "evictedUnused", "evicted unused", "prefetched, and evicted before any item requested them",
      better: .less
    ) { $0.prefetch.evictedUnused },
    bytes(
      "prefetchedUnseenBytes", "unseen MiB",
      "downloaded or read ahead, of images that no item requested afterwards"
    ) { $0.prefetch.unseenBytes },
  ]
}
