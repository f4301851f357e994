package import ScrollResults

/// A figure of a run that may be limited, and how its limits are written.
package struct LimitedFigure: Sendable {
  /// What a limit's number is.
  package enum Unit: Sendable {
    case count, bytes, milliseconds, seconds
    /// Hitch milliseconds per second.
    case millisecondsPerSecond
    /// From 0 to 1, or in percent.
    case ratio
  }

  /// As in a limit: `blank`.
  package let name: String
  package let unit: Unit
  /// Whether more of it is worse, so that its limits are upper ones.
  package let isWorseAbove: Bool
  /// One clause.
  package let meaning: String
  /// The value in a run, infinite for what never came; nil where the run has none.
  package let value: @Sendable (RunRecord) -> Double?

  private init(
    _ name: String, _ unit: Unit, isWorseAbove: Bool = true, column: String, _ meaning: String
  ) {
    self.name = name
    self.unit = unit
    self.isWorseAbove = isWorseAbove
    self.meaning = meaning
    // Without a cache there is nothing to hit.
    let needsCache = !isWorseAbove
    value = { run in needsCache && run.policy == nil ? nil : run.number(column) }
  }

  private init(regret name: String, _ meaning: String) {
    self.name = name
    unit = .count
    isWorseAbove = true
    self.meaning = meaning
    value = { $0.regret?.misses.map(Double.init) }
  }

  /// Every figure that may be limited, stalls first.
  package static let all = [
    LimitedFigure("stall", .seconds, column: "stall_s", "blank and wrong area, in seconds"),
    LimitedFigure("blank", .seconds, column: "blank_s", "blank area, in seconds"),
    LimitedFigure("wrong", .seconds, column: "wrong_s", "area with wrong images, in seconds"),
    LimitedFigure("soft", .seconds, column: "soft_s", "area with low variants, in seconds"),
    LimitedFigure("blankRatio", .ratio, column: "blank_ratio", "blank share of scrolling"),
    LimitedFigure(
      "hitch", .millisecondsPerSecond, column: "hitch_ratio", "hitch time per time scrolled"),
    LimitedFigure("worstHitch", .milliseconds, column: "worst_hitch_ms", "the longest hitch"),
    LimitedFigure("p50", .milliseconds, column: "p50_ms", "time to image, half are faster"),
    LimitedFigure("p95", .milliseconds, column: "p95_ms", "time to image, 95 % are faster"),
    LimitedFigure("p99", .milliseconds, column: "p99_ms", "time to image, 99 % are faster"),
    LimitedFigure("never", .count, column: "never_shown", "appearances without their image"),
    LimitedFigure("firstFrame", .milliseconds, column: "first_frame_ms", "launch to first frame"),
    LimitedFigure(
      "hitRate", .ratio, isWorseAbove: false, column: "hit_rate", "hits per request"),
    LimitedFigure(
      "byteHitRate", .ratio, isWorseAbove: false, column: "byte_hit_rate", "hits by bytes"),
    LimitedFigure(
      "decodeHitRate", .ratio, isWorseAbove: false, column: "decode_hit_rate",
      "hits by decode time saved"),
    LimitedFigure("memory", .bytes, column: "peak_memory_bytes", "the app's footprint at most"),
    LimitedFigure("cache", .bytes, column: "peak_cache_bytes", "what the cache held at most"),
    LimitedFigure("wasted", .milliseconds, column: "wasted_decode_ms", "decoded for nobody"),
    LimitedFigure("downloaded", .bytes, column: "bytes_downloaded", "bytes over the network"),
    LimitedFigure(regret: "regret", "look-ups that missed beyond the fewest possible"),
  ]
}

extension RunRecord {
  /// A figure as a number; infinite for what never came.
  package func number(_ column: String) -> Double {
    switch figure(column) {
    case .integer(let value): Double(value)
    case .real(let value): value
    case .null, .text, nil: .infinity
    }
  }
}
