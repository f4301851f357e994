import ScrollCore

/// How far intervals reach that hold for several differences at once.
///
/// Of twenty policies that are all alike some look better by chance. The reach is the 95th
/// percentile of the greatest standardized mean among them when every session's differences keep
/// their sizes and get random signs, the same for all candidates (the maximum statistic: P. H.
/// Westfall, S. S. Young, "Resampling-Based Multiple Testing", 1993; random signs around the mean
/// are the wild bootstrap, R. Y. Liu, Annals of Statistics 16(4), 1988,
/// doi:10.1214/aos/1176351062). The signs are those of a fixed seed: the same differences have the
/// same reach.
package enum JointReach {
  private static let draws = 1000

  /// - Parameter differences: for each candidate one for each session, the same sessions for all.
  /// - Returns: in standard errors; never less than Student's for one.
  /// - Complexity: O(*c n*) in candidates and sessions, 1000 times.
  package static func value(_ differences: [[Double]]) -> Double? {
    guard let count = differences.first?.count, count > 1 else { return nil }
    let student = StudentQuantile.value(degrees: count - 1)
    let centered = differences.compactMap { values -> (values: [Double], squares: Double)? in
      let mean = values.reduce(0, +) / Double(count)
      let rest = values.map { $0 - mean }
      let squares = rest.reduce(0) { $0 + $1 * $1 }
      return squares > 0 ? (rest, squares) : nil
    }
    guard centered.count > 1 else { return student }
    var random = SeededRandom(seed: 0x5c01_1518)
    var greatest: [Double] = []
    greatest.reserveCapacity(draws)
    var signs = Array(repeating: 1.0, count: count)
    for _ in 0..<draws {
      for place in signs.indices { signs[place] = random.below(2) == 0 ? 1 : -1 }
      var most = 0.0
      for candidate in centered {
        var sum = 0.0
        for (value, sign) in zip(candidate.values, signs) { sum += value * sign }
        let mean = sum / Double(count)
        let variance = (candidate.squares - Double(count) * mean * mean) / Double(count - 1)
        guard variance > 0 else { continue }
        most = max(most, abs(mean) / (variance / Double(count)).squareRoot())
      }
      greatest.append(most)
    }
    greatest.sort()
    return max(student, greatest[draws * 95 / 100])
  }
}
