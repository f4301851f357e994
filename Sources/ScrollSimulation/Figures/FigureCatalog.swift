import ScrollCore

/// Every figure of a run.
///
/// To add a figure, add a field to `RunReport`, a line here and, if it is stored, a column of the
/// store (`Schema`). A test writes its line of the documentation.
package enum FigureCatalog {
  /// All figures, in the order of the store's columns.
  ///
  /// Figures without a column are among them. The regret figures, which compare with the fewest
  /// possible misses, are last.
  package static let all: [Figure] =
    stalls + hitches + waits + visits + requests + prefetches + cache + work + memory + regret

  /// The figures that come from the report of a run.
  package static let ofReports = all.filter { if case .report = $0.source { true } else { false } }

  /// The figures that the store keeps for every run, in the order of its columns.
  package static let stored = ofReports.filter { $0.isStored }

  /// Accesses the figure with a name.
  ///
  /// - Precondition: the catalog has a figure with that name.
  package static subscript(name: String) -> Figure {
    guard let figure = all.first(where: { $0.name == name }) else {
      preconditionFailure("there is no figure '\(name)'")
    }
    return figure
  }
}

// Helpers for the lines of the catalog.
extension FigureCatalog {
  static func count(
    _ name: String, _ header: String, _ summary: String, better: Figure.Better = .neither,
    _ value: @escaping @Sendable (RunReport) -> Int
  ) -> Figure {
    Figure(
      name: name, unit: .count, better: better, header: header, decimals: 0, summary: summary,
      isStored: true, source: .report { .integer(value($0)) })
  }

  static func bytes(
    _ name: String, _ header: String, _ summary: String, better: Figure.Better = .less,
    _ value: @escaping @Sendable (RunReport) -> ByteCount
  ) -> Figure {
    Figure(
      name: name, unit: .bytes, better: better, header: header, decimals: 1, summary: summary,
      isStored: true, source: .report { FigureValue(value($0)) })
  }

  static func real(
    _ name: String, _ unit: Figure.Unit, _ header: String, decimals: Int, _ summary: String,
    better: Figure.Better = .less, _ value: @escaping @Sendable (RunReport) -> Double
  ) -> Figure {
    Figure(
      name: name, unit: unit, better: better, header: header, decimals: decimals,
      summary: summary, isStored: true, source: .report { .real(value($0)) })
  }

  /// Returns a figure whose value is a word: a `Band`.
  static func word(
    _ name: String, _ header: String, _ summary: String,
    _ value: @escaping @Sendable (RunReport) -> Band
  ) -> Figure {
    Figure(
      name: name, unit: .word, better: .neither, header: header, decimals: 0, summary: summary,
      isStored: true, source: .report { .text(value($0).rawValue) })
  }

  /// Returns a figure in milliseconds; its value is null if the event never happened.
  static func time(
    _ name: String, _ header: String, _ summary: String, better: Figure.Better = .less,
    _ value: @escaping @Sendable (RunReport) -> SimTime?
  ) -> Figure {
    Figure(
      name: name, unit: .milliseconds, better: better, header: header, decimals: 0,
      summary: summary, isStored: true,
      source: .report { value($0).map { .real($0.milliseconds) } ?? .null })
  }
}

// The figures that code uses by name.
extension Figure {
  package static let stall = FigureCatalog["stallSeconds"]
  package static let blank = FigureCatalog["blankSeconds"]
  package static let soft = FigureCatalog["softSeconds"]
  package static let hitchRatio = FigureCatalog["hitchRatio"]
  package static let frozen = FigureCatalog["frozenSeconds"]
  package static let band = FigureCatalog["band"]
  /// The times from an item's appearance to its image: the percentiles 50, 95 and 99, and the
  /// maximum.
  package static let times = ["p50", "p95", "p99", "max"].map {
    FigureCatalog["\($0)Milliseconds"]
  }
  package static let late = FigureCatalog["late"]
  package static let neverShown = FigureCatalog["neverShown"]
  package static let hits = FigureCatalog["hits"]
  package static let hitRate = FigureCatalog["hitRate"]
  package static let evictedTooEarly = FigureCatalog["evictedTooEarly"]
  package static let cachePeak = FigureCatalog["cachePeakBytes"]
  package static let footprintPeak = FigureCatalog["footprintPeakBytes"]
  package static let overBudget = FigureCatalog["overBudgetSeconds"]
  package static let duration = FigureCatalog["durationSeconds"]
  package static let regretBound = FigureCatalog["regretBound"]
  package static let leastMisses = FigureCatalog["leastMisses"]
  package static let regret = FigureCatalog["regretMisses"]
  package static let provenStall = FigureCatalog["provenStallSeconds"]
  package static let reachedStall = FigureCatalog["reachedStallSeconds"]
  package static let reachedBy = FigureCatalog["reachedBy"]
  package static let lruStall = FigureCatalog["lruStallSeconds"]
  package static let stallRegret = FigureCatalog["stallRegret"]
}

// Figures of the memory cache.

extension FigureCatalog {
  static let cache = [
    count(
      "evictedTooEarly", "evicted early",
      "evicted, and requested again within three screens of scrolling",
      better: .less
    ) { $0.cache.evictedTooEarly },
    count("removals", "removed", "images removed from the cache, for any reason") {
      $0.cache.removals.reduce(0, +)
    },
    count("refusals", "refused", "images that the cache refused") { $0.cache.refusals },
    count(
      "delegateCalls", "delegate calls", "calls of the cache's delegate (willEvictObject)"
    ) { $0.cache.delegateCalls }.unstored,
    count("accesses", "accesses", "uses of cached values that the trace begins") {
      $0.cache.accesses
    }.unstored,
    count("refusedAccesses", "refused uses", "calls of beginContentAccess that returned NO") {
      $0.cache.refusedAccesses
    }.unstored,
    count(
      "accessErrors", "access errors", "uses and ends of a use that did not begin", better: .less
    ) { $0.cache.accessErrors }.unstored,
    bytes("cachePeakBytes", "cache peak MiB", "largest size of the cache") {
      $0.cache.peakBytes
    },
    real(
      "cacheMeanBytes", .bytes, "cache mean MiB", decimals: 1,
      "mean size of the cache while the app is on screen"
    ) { $0.screenTime > .zero ? $0.cache.byteSeconds / $0.screenTime.seconds : 0 },
    bytes("cacheOfferedBytes", "offered MiB", "bytes offered to the cache", better: .neither) {
      $0.cache.offeredBytes
    }.unstored,
    bytes("cacheRefusedBytes", "refused MiB", "refused by the cache", better: .neither) {
      $0.cache.refusedBytes
    }.unstored,
    bytes("cacheRemovedBytes", "removed MiB", "bytes removed from the cache", better: .neither) {
      $0.cache.removedBytes
    }.unstored,
    bytes("cacheResidentBytes", "resident MiB", "bytes in the cache at the end", better: .neither) {
      $0.cache.residentBytes
    }.unstored,
    real(
      "overBudgetSeconds", .seconds, "over budget s", decimals: 2,
      "time in which the cache exceeds its budget"
    ) { $0.cache.secondsOverLimit },
    bytes("overBudgetPeakBytes", "over budget MiB", "largest excess over the budget") {
      $0.cache.peakExcess
    }.unstored,
    real(
      "oversubscribedSeconds", .seconds, "oversubscribed s", decimals: 2,
      "time in which the images on screen exceed the budget, so that no policy helps"
    ) { $0.cache.oversubscribedSeconds },
  ]

  package static let regret = [
    Figure(
      name: "regretBound", unit: .word, better: .neither, header: "bound", decimals: 0,
      summary: "`min-bypass` or `pfoo-l`; empty if the run has no bound", isStored: true,
      source: .regret),
    Figure(
      name: "leastMisses", unit: .count, better: .neither, header: "least misses", decimals: 0,
      summary: "fewest possible misses", isStored: true, source: .regret),
    Figure(
      name: "regretMisses", unit: .count, better: .less, header: "regret", decimals: 0,
      summary: "misses above the fewest possible", isStored: true, source: .regret),
    Figure(
      name: "provenStallSeconds", unit: .seconds, better: .neither, header: "proven s",
      decimals: 2, summary: "lower bound of the stall for caches that keep the budget",
      isStored: true, source: .regret),
    Figure(
      name: "reachedStallSeconds", unit: .seconds, better: .neither, header: "reached s",
      decimals: 2, summary: "best stall found", isStored: true,
      source: .regret),
    Figure(
      name: "reachedBy", unit: .word, better: .neither, header: "reached by", decimals: 0,
      summary:
        "policy of the best stall found; `foresight` knows when each image is requested next",
      isStored: true, source: .regret),
    Figure(
      name: "lruStallSeconds", unit: .seconds, better: .neither, header: "lru s", decimals: 2,
      summary: "stall of `lru`", isStored: true, source: .regret),
    Figure(
      name: "stallRegret", unit: .ratio, better: .less, header: "stall regret %", decimals: 0,
      summary:
        "share of the gap between `lru` and the best stall found that remains; empty without a "
        + "visible gap, and for caches over their budget", isStored: true, source: .regret),
  ]

  /// The regret figures that tables for people show.
  package static let regretColumns = regret.filter {
    !["reachedBy", "lruStallSeconds"].contains($0.name)
  }
}

// Figures of requests and prefetches.

extension FigureCatalog {
  static let requests = [
    count("requests", "requests", "requests of visible items to the loader") {
      $0.requests.count
    },
    count("hits", "hits", "requests found in the cache", better: .more) { $0.requests.hits },
    real("hitRate", .ratio, "hit %", decimals: 1, "hits per request", better: .more) {
      $0.requests.hitRate
    },
    real(
      "byteHitRate", .ratio, "byte hit %", decimals: 1, "hits per request, by bytes", better: .more
    ) {
      $0.requests.byteHitRate
    },
    real(
      "decodeHitRate", .ratio, "decode hit %", decimals: 1,
      "hits per request, by decode time saved",
      better: .more
    ) { $0.requests.decodeHitRate },
    count("liveHits", "live hits", "requests found in a cell but not in the cache", better: .more) {
      $0.requests.liveHits
    },
    count("joined", "joined", "requests that joined a load in progress") { $0.requests.joined },
    count("requestsStarted", "started", "requests that started a load") { $0.requests.started }
      .unstored,
    count("requestsDisplayed", "displayed", "requests whose image was displayed", better: .more) {
      $0.requests.displayed
    }.unstored,
    count("requestsLeftUnshown", "left unshown", "requests whose item left first", better: .less) {
      $0.requests.leftUnshown
    }.unstored,
    count("requestsCancelled", "cancelled", "requests that were cancelled") {
      $0.requests.cancelled
    }.unstored,
    count("requestsFailed", "failed", "loads that failed", better: .less) {
      $0.requests.failed
    }.unstored,
    count("requestsUnfinished", "requests unfinished", "unfinished at the end") {
      $0.requests.unfinished
    }.unstored,
    count(
      "reloadedRows", "reloaded rows", "requests repeated because a download reloaded their row"
    ) {
      $0.requests.reloadedRows
    }.unstored,
    count("stale", "stale", "hits on an image that has changed since", better: .less) {
      $0.requests.stale
    },
  ]

  static let prefetches = [
    count("prefetches", "prefetches", "prefetches started") { $0.prefetch.issued },
    count(
      "prefetchesUsed", "prefetches used", "prefetched images that an item requested later",
      better: .more
    ) {
      $0.prefetch.used
    },
    count("prefetchesCancelled", "prefetches cancelled", "cancelled before they came") {
      $0.prefetch.cancelled
    }.unstored,
    count("prefetchesRefused", "prefetches refused", "refused by the cache", better: .less) {
      $0.prefetch.refused
    }.unstored,
    count("prefetchesFailed", "prefetches failed", "loads that failed", better: .less) {
      $0.prefetch.failed
    }.unstored,
    count(
      "prefetchesUnused", "prefetches unused",
      "prefetched images in memory at the end that no item requested",
      better: .less
    ) { $0.prefetch.unused }.unstored,
    count("prefetchesUnfinished", "prefetches unfinished", "unfinished at the end") {
      $0.prefetch.unfinished
    }.unstored,
    count(
      "unaskedLoads", "unasked loads", "loads that were stored after their viewers left",
      better: .less
    ) { $0.prefetch.unasked }.unstored,
    count(
      "evictedUnused", "evicted unused", "prefetched images evicted before any item requested them",
      better: .less
    ) { $0.prefetch.evictedUnused },
    bytes(
      "prefetchedUnseenBytes", "unseen MiB",
      "prefetched bytes that no item requested"
    ) { $0.prefetch.unseenBytes },
  ]
}

// Figures of what the user saw.

extension FigureCatalog {
  static let stalls = [
    real("blankSeconds", .seconds, "blank s", decimals: 2, blankSummary) {
      $0.stalls.blankAreaSeconds
    },
    real(
      "softSeconds", .seconds, "soft s", decimals: 2,
      "blank time for low variants and fading images"
    ) { $0.stalls.softAreaSeconds },
    real(
      "wrongSeconds", .seconds, "wrong s", decimals: 2, "blank time for images of other items"
    ) { $0.stalls.wrongAreaSeconds },
    real(
      "placeholderSeconds", .seconds, "placeholder s", decimals: 2,
      "part of the blank time with a placeholder"
    ) { $0.stalls.placeholderSeconds },
    real(
      "stallSeconds", .seconds, "stall s", decimals: 2,
      "missing part of the screen, integrated over time; the first criterion of the ranking"
    ) { $0.stalls.seconds },
    real(
      "blankRatio", .ratio, "blank %", decimals: 1,
      "blank seconds while scrolling per second of scrolling"
    ) { $0.stalls.blankRatio },
    count("blankFrames", "blank frames", "frames with any blank", better: .less) {
      $0.stalls.framesWithBlank
    },
    count(
      "wrongDisplays", "wrong displays", "images shown in the cells of other items", better: .less
    ) { $0.stalls.wrongDisplays }.unstored,
  ]

  private static let blankSummary =
    "blank area as a share of the viewport, integrated over time, wrong images left out"

  static let hitches = [
    real(
      "hitchRatio", .millisecondsPerSecond, "hitch ms/s", decimals: 2,
      "hitch milliseconds per second of scrolling"
    ) { $0.hitches.timeRatio },
    word("hitchBand", "hitch band", "`good` up to 5 ms/s, `warning` up to 10, `critical` above") {
      $0.hitches.band
    },
    word(
      "hangBand", "hang band",
      "`good` while no frame is later than 250 ms, `warning` up to 500, `critical` above"
    ) { $0.hitches.hangBand },
    word(
      "stallBand", "stall band",
      "`good` up to 5 ms of missing screen per second, `warning` up to 10, `critical` above"
    ) { $0.stallBand },
    word("band", "rating", "the worst of these; `critical` if the app was killed") { $0.band },
    real(
      "frozenSeconds", .seconds, "frozen s", decimals: 2,
      "total delay of late frames, including rest and launch"
    ) { $0.hitches.frozen.seconds },
    count("taps", "taps", "taps of the user") { $0.taps.count },
    time(
      "tapMilliseconds", "tap ms",
      "longest response to a tap, of which users allow 200; empty means never"
    ) { $0.taps.answer },
    count("hitches", "hitches", "late frames", better: .less) { $0.hitches.count },
    time("hitchMilliseconds", "hitch ms", "total delay of late frames while scrolling") {
      $0.hitches.time
    },
    time("worstHitchMilliseconds", "worst hitch ms", "longest delay of a late frame") {
      $0.hitches.worst
    },
    time(
      "mainThreadMilliseconds", "main thread ms", "busy time of the main thread"
    ) { $0.hitches.mainThreadBusy },
    time(
      "scrollingMilliseconds", "scrolling ms", "duration of frames with work",
      better: .neither
    ) { $0.hitches.scrolling }.unstored,
  ]

  static let waits = [
    time(
      "p50Milliseconds", "wait p50 ms",
      "median time to image over all appearances, nearest rank; empty means never"
    ) { $0.stalls.timeToImage.p50 },
    time("p95Milliseconds", "p95 ms", "the same for 95 %") { $0.stalls.timeToImage.p95 },
    time("p99Milliseconds", "p99 ms", "the same for 99 %") { $0.stalls.timeToImage.p99 },
    time("maxMilliseconds", "max ms", "the same for all") { $0.stalls.timeToImage.max },
    time(
      "lateP50Milliseconds", "late p50 ms",
      "median time to image of the appearances that had to wait"
    ) { $0.stalls.timeToImage.lateP50 }.unstored,
    count("appearances", "appearances", "appearances of items") {
      $0.stalls.appearances
    },
    count("atOnce", "at once", "appearances whose image came with the cell", better: .more) {
      $0.stalls.atOnce
    },
    count("late", "late", "appearances whose image came after the cell", better: .less) {
      $0.stalls.late
    },
    count("neverShown", "never", "appearances that ended without an image", better: .less) {
      $0.stalls.neverShown
    },
    count("unfinished", "unfinished", "appearances still waiting at the end", better: .less) {
      $0.stalls.unfinished
    },
    count("skipped", "skipped", "items skipped between two frames", better: .less) {
      $0.stalls.skipped
    },
  ]
}

// Figures of images that appear for the first time, and again.

extension FigureCatalog {
  static let visits =
    [
      count("laterVisits", "later visits", "appearances of images that appeared before") {
        $0.laterVisits.appearances
      }
    ] + ofVisits("firstVisit", "first", "of first appearances of images") { $0.firstVisits }
    + ofVisits("laterVisit", "later", "of later ones") { $0.laterVisits }

  private static func ofVisits(
    _ name: String, _ word: String, _ whose: String,
    _ visits: @escaping @Sendable (RunReport) -> RunReport.Visits
  ) -> [Figure] {
    [
      real(
        "\(name)HitRate", .ratio, "\(word) hit %", decimals: 1, "hits per request, \(whose)",
        better: .more
      ) { visits($0).hitRate },
      real(
        "\(name)StallSeconds", .seconds, "\(word) stall s", decimals: 2,
        "blank and wrong area in the cells \(whose); the stall of late frames counts for neither"
      ) { visits($0).stallSeconds },
      time(
        "\(name)P50Milliseconds", "\(word) p50 ms",
        "median time to image, \(whose); empty means never"
      ) { visits($0).timeToImage.p50 },
      time(
        "\(name)P95Milliseconds", "\(word) p95 ms",
        "95th percentile of the time to image, \(whose); empty means never"
      ) { visits($0).timeToImage.p95 },
    ]
  }
}

// Figures of the work of processor, flash, network and memory.

extension FigureCatalog {
  static let work = [
    count("decodes", "decodes", "decodes on all lanes and the main thread", better: .less) {
      $0.work.laneDecodes + $0.work.mainDecodes
    },
    time("decodeMilliseconds", "decode ms", "the time that they took") {
      $0.work.laneDecode + $0.work.mainDecode
    },
    time(
      "wastedDecodeMilliseconds", "wasted decode ms",
      "decode time of images that were freed without being shown"
    ) { $0.work.wastedDecode },
    count("wastedDecodes", "wasted decodes", "how many of them", better: .less) {
      $0.work.wastedDecodes
    }.unstored,
    count("laneDecodes", "lane decodes", "decodes on lanes") { $0.work.laneDecodes }.unstored,
    time("laneDecodeMilliseconds", "lane decode ms", "the time that they took") {
      $0.work.laneDecode
    }.unstored,
    time("laneEncodeMilliseconds", "lane encode ms", "encoding on lanes") {
      $0.work.laneEncode
    }.unstored,
    count("mainDecodes", "main decodes", "decodes on the main thread", better: .less) {
      $0.work.mainDecodes
    }.unstored,
    time("mainDecodeMilliseconds", "main decode ms", "the time that they took") {
      $0.work.mainDecode
    }.unstored,
    bytes("bytesRead", "read MiB", "from flash") { $0.work.bytesRead },
    bytes("bytesWritten", "written MiB", "to flash") { $0.work.bytesWritten }.unstored,
    count("diskHits", "disk hits", "files found in the app's disk cache", better: .more) {
      $0.work.diskHits
    }.unstored,
    bytes("bytesDownloaded", "downloaded MiB", "over the network") { $0.work.bytesDownloaded },
    count("downloads", "downloads", "downloads that came") { $0.work.downloads }.unstored,
    count("failedDownloads", "failed downloads", "downloads that failed", better: .less) {
      $0.work.failures
    }.unstored,
    bytes("wastedBytes", "wasted MiB", "downloaded bytes that were not used") {
      $0.work.wastedBytes
    },
    real(
      "radioActiveSeconds", .seconds, "radio s", decimals: 2, "time with a transfer in progress"
    ) { $0.work.radioActive.seconds }.unstored,
    real(
      "energySeconds", .seconds, "energy s", decimals: 2,
      "processor and radio seconds: a proxy, not joules"
    ) { $0.energySeconds },
  ]

  static let memory = [
    bytes("footprintPeakBytes", "footprint peak MiB", "largest footprint of the app") {
      $0.memory.peakFootprint
    },
    count("memoryWarnings", "warnings", "from the system", better: .less) { $0.memory.warnings },
    count(
      "killedBackgroundApps", "killed background apps",
      "background apps killed to free memory for this one",
      better: .less
    ) { $0.memory.killedBackgroundApps }.unstored,
    count("purges", "purges", "volatile bitmaps that the system took", better: .less) {
      $0.memory.purges
    }.unstored,
    bytes("purgedBytes", "purged MiB", "their bytes") { $0.memory.purgedBytes }.unstored,
    bytes("pagedOutBytes", "paged out MiB", "bytes moved to swap") {
      $0.memory.pagedOut
    }.unstored,
    bytes("pagedInBytes", "paged in MiB", "bytes read back from swap") {
      $0.memory.pagedIn
    }.unstored,
    time(
      "firstFrameMilliseconds", "first frame ms",
      "longest time from a launch to its first frame; empty if a launch showed none"
    ) { $0.launch.timeToFirstFrame },
    count("launches", "launches", "starts of the app") { $0.launch.count }.unstored,
    time("preloadingMilliseconds", "preloading ms", "loaded on the main thread before it") {
      $0.launch.preloading
    }.unstored,
    count("interfaceLoads", "interface loads", "interface pictures loaded") {
      $0.interface.loads
    }.unstored,
    time("interfaceMilliseconds", "interface ms", "the time that they took") {
      $0.interface.time
    }.unstored,
    count("cellsPreparedAhead", "cells ahead", "cells created before they were visible") {
      $0.cells.prepared
    }.unstored,
    count("frames", "frames", "frames processed") { $0.frames },
    real(
      "durationSeconds", .seconds, "duration s", decimals: 1,
      "simulated seconds, until the end or until the app was killed", better: .neither
    ) { $0.duration.seconds },
  ]
}
