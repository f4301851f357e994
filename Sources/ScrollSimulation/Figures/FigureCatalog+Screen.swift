import ScrollCore

// What the user saw.

extension FigureCatalog {
  static let stalls = [
    real("blankSeconds", .seconds, "blank s", decimals: 2, blankSummary) {
      $0.stalls.blankAreaSeconds
    },
    real(
      "softSeconds", .seconds, "soft s", decimals: 2, "the same for low variants and fades"
    ) { $0.stalls.softAreaSeconds },
    real(
      "wrongSeconds", .seconds, "wrong s", decimals: 2, "the same for images of other items"
    ) { $0.stalls.wrongAreaSeconds },
    real(
      "placeholderSeconds", .seconds, "placeholder s", decimals: 2,
      "how much of the blank area showed a placeholder"
    ) { $0.stalls.placeholderSeconds },
    real(
      "stallSeconds", .seconds, "stall s", decimals: 2,
      "what was wanted and not on screen, as a share of it, over time: runs are ranked by it first"
    ) { $0.stalls.seconds },
    real(
      "blankRatio", .ratio, "blank %", decimals: 1,
      "blank seconds while scrolling per second of scrolling"
    ) { $0.stalls.blankRatio },
    count("blankFrames", "blank frames", "frames with any blank", better: .less) {
      $0.stalls.framesWithBlank
    },
    count(
      "wrongDisplays", "wrong displays", "images shown for those of other items", better: .less
    ) { $0.stalls.wrongDisplays }.unstored,
  ]

  private static let blankSummary =
    "blank area as a share of the viewport, integrated over time, wrong images left out"

  /// Of figures that a store lacks of runs of older rules, and that may also not exist.
  static let neverOrUnknown = "empty is never, or unknown in runs of older rules"

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
    word("band", "band", "the worst of these; `critical` if the app was killed") { $0.band },
    real(
      "frozenSeconds", .seconds, "frozen s", decimals: 2,
      "how late frames were, added up, at rest and at launch included"
    ) { $0.hitches.frozen.seconds },
    count("taps", "taps", "what the user tapped") { $0.taps.count },
    time(
      "tapMilliseconds", "tap ms",
      "the longest until a frame answered a tap, of which users allow 200; \(neverOrUnknown)"
    ) { $0.taps.answer },
    count("hitches", "hitches", "late frames", better: .less) { $0.hitches.count },
    time("hitchMilliseconds", "hitch ms", "the delays of late frames together") {
      $0.hitches.time
    },
    time("worstHitchMilliseconds", "worst hitch ms", "the longest of them") { $0.hitches.worst },
    time(
      "mainThreadMilliseconds", "main thread ms", "how long the main thread was busy"
    ) { $0.hitches.mainThreadBusy },
    time(
      "scrollingMilliseconds", "scrolling ms", "the duration of frames that were not idle",
      better: .neither
    ) { $0.hitches.scrolling }.unstored,
  ]

  static let waits = [
    time(
      "p50Milliseconds", "p50 ms",
      "time to image that half of all appearances keep, nearest rank; empty is never"
    ) { $0.stalls.timeToImage.p50 },
    time("p95Milliseconds", "p95 ms", "the same for 95 %") { $0.stalls.timeToImage.p95 },
    time("p99Milliseconds", "p99 ms", "the same for 99 %") { $0.stalls.timeToImage.p99 },
    time("maxMilliseconds", "max ms", "the same for all") { $0.stalls.timeToImage.max },
    time(
      "lateP50Milliseconds", "late p50 ms",
      "the same for half of those alone that were not there at once"
    ) { $0.stalls.timeToImage.lateP50 }.unstored,
    count("appearances", "appearances", "times that an item became visible") {
      $0.stalls.appearances
    },
    count("atOnce", "at once", "whose image came with the cell", better: .more) {
      $0.stalls.atOnce
    },
    count("late", "late", "whose image came after it", better: .less) { $0.stalls.late },
    count("neverShown", "never", "that ended without their image", better: .less) {
      $0.stalls.neverShown
    },
    count("unfinished", "unfinished", "still waiting at the end", better: .less) {
      $0.stalls.unfinished
    },
    count("skipped", "skipped", "items passed over between two frames", better: .less) {
      $0.stalls.skipped
    },
  ]
}
