/// What becomes of an image that is asked for ahead.
enum PrefetchOutcome {
  case issued, used, cancelled, evictedUnused, refused, failed, unused, unfinished
  /// It came when its viewers had left, which had asked for it.
  case unasked
}

extension RunReport.Prefetch {
  /// How many have turned out to be for nothing so far.
  var wasted: Int { cancelled + evictedUnused + refused }

  mutating func count(_ outcome: PrefetchOutcome) {
    switch outcome {
    case .issued: issued += 1
    case .used: used += 1
    case .cancelled: cancelled += 1
    case .evictedUnused: evictedUnused += 1
    case .refused: refused += 1
    case .failed: failed += 1
    case .unused: unused += 1
    case .unfinished: unfinished += 1
    case .unasked: unasked += 1
    }
  }
}
