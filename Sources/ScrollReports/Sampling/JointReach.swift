import ScrollCore

/// How far intervals reach that hold for one difference, or for several at once.
///
/// Differences of stalls are skewed: few sessions differ by much. Student's interval then holds too
/// rarely. So the reach is the 95th percentile of the greatest standardized mean, whatever its sign,
/// when the sessions are drawn again with replacement, the same for all candidates, each centered at
/// its own mean (P. Hall, "On symmetric bootstrap confidence intervals", Journal of the Royal
/// Statistical Society B 50(1), 1988, doi:10.1111/j.2517-6161.1988.tb01707.x). Of twenty policies
/// that are all alike some look better by chance, which the greatest of them takes into account (the
/// maximum statistic: P. H. Westfall, S. S. Young, "Resampling-Based Multiple Testing", 1993). The
/// draws are those of a fixed seed: the same differences have the same reach.
package enum JointReach {
  private static let draws = 1000

  /// The reach for all of some differences at once.
  /// - Parameter differences: for each candidate one for each session, the same sessions for all.
  /// - Returns: in standard errors; never less than Student's for one.
  /// - Complexity: O(*c n*) in candidates and sessions, 1000 times.
  package static func value(_ differences: [[Double]]) -> Double? {
    guard let count = differences.first?.count, count > 1 else { return nil }
    let student = StudentQuantile.value(degrees: count - 1)
    let centered = differences.compactMap { values -> [Double]? in
      let mean = values.reduce(0, +) / Double(count)
      let rest = values.map { $0 - mean }
      return rest.contains { $0 != 0 } ? rest : nil
    }
    guard !centered.isEmpty else { return student }
    var random = SeededRandom(seed: 0x5c01_1518)
    var greatest: [Double] = []
    greatest.reserveCapacity(draws)
    var drawn = Array(repeating: 0, count: count)
    for _ in 0..<draws {
      for place in drawn.indices { drawn[place] = random.below(count) }
      greatest.append(centered.reduce(0) { max($0, standardizedMean($1, drawn)) })
    }
    greatest.sort()
    return max(student, greatest[draws * 95 / 100])
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
