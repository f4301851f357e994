import ScrollCore

/// A rating of what the user saw, in one word.
public enum Band: String, Sendable, CaseIterable, Comparable {
  case good, warning, critical

  /// Apple's limits for hitches in milliseconds per second: the largest good ratio, and the largest
  /// ratio that is not critical.
  package static let goodRatio = 5.0, warningRatio = 10.0

  /// Creates the band of a figure of which less is better.
  ///
  /// The bands `good` and `warning` include their limits.
  init(_ figure: Double, good: Double, warning: Double) {
    self = figure <= good ? .good : figure <= warning ? .warning : .critical
  }

  /// Returns `true` if the first band is better.
  public static func < (left: Self, right: Self) -> Bool { left.rank < right.rank }

  private var rank: Int {
    switch self {
    case .good: 0
    case .warning: 1
    case .critical: 2
    }
  }
}

extension RunReport {
  /// The rating of the run: the worst of its ratings, or critical if the app was killed.
  ///
  /// It includes the missing screen, so a run without hitches is not good if the screen stays
  /// empty.
  public var band: Band {
    death == nil ? max(hitches.band, hitches.hangBand, stallBand) : .critical
  }

  /// The rating by milliseconds of missing screen per second: good up to 5, warning up to 10,
  /// critical above.
  ///
  /// These are Apple's limits for hitches, because a missing screen is no better than a late one
  /// (estimate). The time before a launch could show its first frame at the earliest does not
  /// count.
  public var stallBand: Band {
    Band(missingRatio, good: Band.goodRatio, warning: Band.warningRatio)
  }

  /// The milliseconds of missing screen per second, without the time before launches could show
  /// their first frames at the earliest.
  package var missingRatio: Double {
    guard screenTime > .zero else { return 0 }
    return max(0, stalls.seconds - launch.shortest.seconds) * 1000 / screenTime.seconds
  }
}

extension RunReport.Hitches {
  /// Apple's rating of hitches: good up to 5 ms/s, warning up to 10 ms/s, critical above.
  public var band: Band { Band(timeRatio, good: Band.goodRatio, warning: Band.warningRatio) }

  /// Apple's rating of hangs, by the longest delay of one frame, including the first frame of a
  /// launch.
  ///
  /// A delay is good up to 250 ms, a micro hang up to 500 ms, and a hang above.
  public var hangBand: Band { Band(longestDelay.milliseconds, good: 250, warning: 500) }
}
