import ScrollCore

/// The number of standard errors from a mean to each end of an interval.
package struct IntervalReach: Sendable, Equatable {
  package var lower: Double, upper: Double
}

/// The reach of intervals that hold for one difference, or for several at once.
///
/// A *reach* is the number of standard errors from the mean to an end of its interval. Differences
/// of stalls are skewed: few sessions differ by much. Then Student's interval contains the true
/// mean too rarely. So the reach comes from a bootstrap. Sessions are drawn again with replacement,
/// the same sessions for all candidates, and each candidate's differences are centered at their
/// mean. The reaches are the percentiles of the standardized mean on both sides (the bootstrap of
/// Student's t: P. Hall, "Theoretical comparison of bootstrap confidence intervals", The Annals of
/// Statistics 16(3), 1988, doi:10.1214/aos/1176350933).
///
/// Of twenty equal policies some look better by chance. So the intervals of several candidates are
/// wider. All candidates use the same percentiles, each of its own draws: those that in 95 % of the
/// draws no candidate exceeds. The more candidates vary independently, the wider the percentiles
/// are (R. Beran, "Balanced simultaneous confidence sets", Journal of the American Statistical
/// Association 83(403), 1988, doi:10.1080/01621459.1988.10478649). A candidate that differs in a
/// few sessions only has a long interval itself, but does not lengthen the intervals of others, as
/// a common number of standard errors would. The draws have a fixed seed, so the same differences
/// always have the same reach.
package enum JointReach {
  private static let level = 0.95
  /// The number of draws for one candidate; the least number for several candidates; and the number
  /// for each of several candidates.
  ///
  /// With `drawsEach` draws for each candidate, there are enough draws for the percentile that the
  /// level requires, even if the candidates vary independently.
  private static let (drawsOfOne, leastDraws, drawsEach) = (1000, 3000, 20)

  /// Returns the reach for one difference alone.
  /// - Parameter differences: the difference of each session.
  /// - Returns: the reach, at least that of Student's t; `nil` with fewer than two sessions.
  /// - Complexity: O(*n*) in sessions, 1000 times.
  package static func value(_ differences: [Double]) -> IntervalReach? {
    values([differences])?[0]
  }

  /// Returns the reach of each candidate, such that all intervals together contain their true means
  /// with 95 %.
  ///
  /// - Parameters:
  ///   - differences: the differences of each candidate, one for each session, with the same
  ///     sessions for all. A candidate that differs in too few sessions for an interval
  ///     (`MeanInterval.leastSessions`) does not widen the others.
  ///   - families: the number of such sets of candidates whose intervals must hold together. Each
  ///     set gets an equal part of the 5 % (Bonferroni's bound).
  /// - Returns: a reach for each candidate, at least that of Student's t for one candidate; `nil`
  ///   with fewer than two sessions.
  /// - Complexity: O(*c n*) in candidates and sessions, 3000 times or, if that is more, 20 *c*
  ///   times. The method keeps as many numbers in memory for each candidate.
  package static func values(
    _ differences: [[Double]], amid families: Int = 1
  ) -> [IntervalReach]? {
    guard let count = differences.first?.count, count > 1 else { return nil }
    let level = 1 - (1 - Self.level) / Double(max(1, families))
    let student = StudentQuantile.value(degrees: count - 1)
    var reaches = Array(
      repeating: IntervalReach(lower: student, upper: student), count: differences.count)
    let told = differences.indices.filter { candidate in
      let values = differences[candidate]
      return values.count { $0 != 0 } >= MeanInterval.leastSessions
        && values.contains { $0 != values[0] }
    }
    guard !told.isEmpty else { return reaches }
    let means = standardizedMeans(told.map { differences[$0] })
    let draws = means[0].count
    let sorted = means.map { $0.sorted() }
    // The rank of the most extreme candidate in each draw, from either end.
    var ranks = Array(repeating: 0, count: draws)
    for (own, order) in zip(means, sorted) {
      for (draw, value) in own.enumerated() {
        let above = order.count(atMost: value), below = order.count(below: value)
        ranks[draw] = max(ranks[draw], max(above, draws - below))
      }
    }
    ranks.sort()
    let rank = ranks[min(draws - 1, Int(Double(draws) * level))]
    for (candidate, order) in zip(told, sorted) {
      reaches[candidate] = IntervalReach(
        lower: max(student, Double(order[rank - 1])),
        upper: max(student, Double(-order[draws - rank])))
    }
    return reaches
  }

  /// Returns, for each candidate, the mean of every draw divided by its standard error.
  private static func standardizedMeans(_ candidates: [[Double]]) -> [[Float]] {
    let count = candidates[0].count
    let centered = candidates.map { values in
      let mean = values.reduce(0, +) / Double(count)
      return values.map { $0 - mean }
    }
    let draws =
      candidates.count == 1 ? drawsOfOne : max(leastDraws, drawsEach * candidates.count)
    var random = SeededRandom(seed: 0x5c01_1518)
    var found = Array(repeating: [Float](), count: centered.count)
    for place in found.indices { found[place].reserveCapacity(draws) }
    var drawn = Array(repeating: 0, count: count)
    for _ in 0..<draws {
      for place in drawn.indices { drawn[place] = random.below(count) }
      for (place, values) in centered.enumerated() {
        found[place].append(Float(standardizedMean(values, drawn)))
      }
    }
    return found
  }

  /// Returns the mean of the drawn values divided by its standard error; 0 if they are equal.
  private static func standardizedMean(_ values: [Double], _ drawn: [Int]) -> Double {
    var (sum, squares) = (0.0, 0.0)
    for place in drawn {
      let value = values[place]
      sum += value
      squares += value * value
    }
    let count = Double(drawn.count)
    let mean = sum / count
    let variance = (squares - count * mean * mean) / (count - 1)
    guard variance > 1e-12 * squares else { return 0 }
    return mean / (variance / count).squareRoot()
  }
}

extension [Float] {
  /// Returns the number of the sorted values that are at most a value.
  /// - Complexity: O(log *n*).
  fileprivate func count(atMost value: Float) -> Int { partition { $0 <= value } }

  /// Returns the number of the sorted values that are below a value.
  /// - Complexity: O(log *n*).
  fileprivate func count(below value: Float) -> Int { partition { $0 < value } }

  private func partition(_ isBefore: (Float) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if isBefore(self[middle]) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
