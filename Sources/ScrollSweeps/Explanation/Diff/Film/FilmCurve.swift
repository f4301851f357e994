import ScrollCore

/// How the blank and wrong area of a run adds up over time.
struct FilmCurve {
  /// Seconds and screen-seconds; ascending.
  private(set) var points: [(time: Double, sum: Double)] = [(0, 0)]

  /// Follows the frames that stall; in between the curve is flat.
  init(_ shares: StallShares, until end: SimTime) {
    var sum = 0.0
    for span in shares.spans {
      points.append((span.from.seconds, sum))
      sum += span.share * span.seconds
      points.append((max(span.from, span.to).seconds, sum))
    }
    points.append((max(end.seconds, points[points.count - 1].time), sum))
  }

  /// The values at ascending times.
  ///
  /// - Complexity: O(points + times).
  func values(at times: [Double]) -> [Double] {
    var index = 0
    return times.map { time in
      while index + 1 < points.count, points[index + 1].time <= time { index += 1 }
      guard index + 1 < points.count else { return points[index].sum }
      let (from, to) = (points[index], points[index + 1])
      guard to.time > from.time else { return to.sum }
      return from.sum + (to.sum - from.sum) * max(0, time - from.time) / (to.time - from.time)
    }
  }
}
