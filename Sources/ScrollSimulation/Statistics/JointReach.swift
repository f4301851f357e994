import ScrollCore

/// How far intervals reach that hold for one difference, or for several at once.
///
/// Differences of stalls are skewed: few sessions differ by much. Student's interval then holds too
/// rarely. So the reach is the 95th percentile of the standardized mean, whatever its sign, when the
/// sessions are drawn again with replacement, the same for all candidates, each centered at its own
/// mean (P. Hall, "On symmetric bootstrap confidence intervals", Journal of the Royal Statistical
/// Society B 50(1), 1988, doi:10.1111/j.2517-6161.1988.tb01707.x).
///
/// Of twenty policies that are all alike some look better by chance. So for several at once each
/// reaches to the percentile of its own draws that no candidate exceeds in 95 % of them: the same
/// percentile for all, the higher the more of them vary apart (R. Beran, "Balanced simultaneous
/// confidence sets", Journal of the American Statistical Association 83(403), 1988,
/// doi:10.1080/01621459.1988.10478649). A candidate that differs in a few sessions alone has a long
/// interval of its own, and lengthens no other's as the greatest of all would. The draws are those
/// of a fixed seed: the same differences have the same reach.
package enum JointReach {
  private static let level = 0.95
  /// So many draws for one candidate and for several at least, and so many for each: the greatest of
  /// its own draws is then enough for the level, however far the candidates vary apart.
  private static let (drawsOfOne, leastDraws, drawsEach) = (1000, 3000, 20)

  /// The reach for one difference alone.
  /// - Parameter differences: one for each session.
  /// - Returns: in standard errors; never less than Student's; nil with fewer than two sessions.
  /// - Complexity: O(*n*) in sessions, 1000 times.
  package static func value(_ differences: [Double]) -> Double? { values([differences])?[0] }

  /// The reach of each of some differences, so that all of their intervals hold at once.
  ///
  /// - Parameter differences: for each candidate one for each session, the same sessions for all.
  ///   One that differs in fewer sessions than an interval takes is not among those that must hold.
  /// - Returns: for each candidate in its standard errors, never less than Student's for one; nil
  ///   with fewer than two sessions.
  /// - Complexity: O(*c n*) in candidates and sessions, 3000 times or, if that is more, 20 *c*
  ///   times; as many numbers for each candidate are kept.
  package static func values(_ differences: [[Double]]) -> [Double]? {
    guard let count = differences.first?.count, count > 1 else { return nil }
    let student = StudentQuantile.value(degrees: count - 1)
    var reaches = Array(repeating: student, count: differences.count)
    let told = differences.indices.filter { candidate in
      let values = differences[candidate]
      return values.count { $0 != 0 } >= Certainty.leastSessions
        && values.contains { $0 != values[0] }
    }
    guard !told.isEmpty else { return reaches }
    let draws = standardizedMeans(told.map { differences[$0] })
    let sorted = draws.map { $0.sorted() }
    var ranks = Array(repeating: 0, count: draws[0].count)
    for (own, order) in zip(draws, sorted) {
      for (draw, value) in own.enumerated() {
        ranks[draw] = max(ranks[draw], order.upperBound(of: value))
      }
    }
    ranks.sort()
    let rank = ranks[min(ranks.count - 1, Int(Double(ranks.count) * level))]
    for (candidate, order) in zip(told, sorted) {
      reaches[candidate] = max(student, Double(order[rank - 1]))
    }
    return reaches
  }

  /// How far the intervals of some candidates against another reach, so that all of them hold at
  /// once of which anything is claimed: of those that differ by as much as matters.
  ///
  /// Which these are is seen in the same sessions; SessionCoverageTests has how often a winner is
  /// named among equal ones all the same.
  ///
  /// - Parameters:
  ///   - candidates: seconds of missing screen in each session, the same sessions for all.
  ///   - other: what they are held against, in these sessions.
  ///   - materiality: what matters.
  ///   - frames: the frames' part of it, in seconds.
  /// - Returns: for each candidate in its standard errors; nil for those of which nothing is
  ///   claimed, and with too few sessions for an interval.
  package static func values(
    of candidates: [[Double]], against other: [Double], _ materiality: Materiality, frames: Double
  ) -> [Double?] {
    var reaches = [Double?](repeating: nil, count: candidates.count)
    guard other.count >= Certainty.leastSessions else { return reaches }
    func mean(_ values: [Double]) -> Double { values.reduce(0, +) / Double(values.count) }
    let claimed = candidates.indices.filter {
      materiality.matters(mean(candidates[$0]), mean(other), frames: frames)
    }
    let differences = claimed.map { zip(other, candidates[$0]).map { $0 - $1 } }
    for (place, reach) in zip(claimed, values(differences) ?? []) { reaches[place] = reach }
    return reaches
  }

  /// For each candidate the means of all draws in their standard errors, without their signs.
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

  /// The mean of some of the values in its standard errors, without its sign; 0 if they are equal.
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
    return abs(mean) / (variance / count).squareRoot()
  }
}

extension [Float] {
  /// How many of the sorted values are at most as great as one of them.
  /// - Complexity: O(log *n*).
  fileprivate func upperBound(of value: Float) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if self[middle] <= value { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
