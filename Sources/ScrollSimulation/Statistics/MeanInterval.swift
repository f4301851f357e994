import ScrollCore

/// The mean of a difference over the sampled sessions, and a confidence interval for its mean over
/// all possible sessions.
///
/// The unit is a session, or a cluster of sessions with the same gestures. All runs in a unit
/// together count once, and both sides of a difference come from the same sessions.
///
/// Differences of stalls are skewed: few sessions differ by much, and a small sample may contain
/// none of those. So each side of the interval is longer than `JointReach` states: to a side of q
/// standard errors it adds g (2 q² + 1) / (6 √n) standard errors, the first term of the Edgeworth
/// expansion of Student's t (P. Hall, "Inverting an Edgeworth expansion", The Annals of Statistics
/// 11(2), 1983, doi:10.1214/aos/1176346162). g is the skewness that the sample may hide. It is
/// assumed to be 2, the skewness of the exponential distribution, minus half of the skewness that
/// the sample shows to the other side, but at least 1. `scrollsim-lab levels` measures the result:
/// the interval contains the mean in at least 95 % of samples.
package struct MeanInterval: Sendable, Equatable {
  /// The least number of sessions that must differ for an interval.
  package static let leastSessions = 12

  package let sessions: Int
  package let mean: Double
  /// The standard error of the mean; 0 if all differences are the same.
  package let error: Double
  /// The reach without the addition for hidden skewness.
  private let reach: IntervalReach
  /// The skewness that the sample may hide at the lower end.
  private let lowerSkewness: Double
  /// The interval that contains the mean over all possible sessions with a confidence of at least
  /// 95 %.
  ///
  /// It is `nil` if fewer than `leastSessions` differ.
  package let interval: ClosedRange<Double>?

  /// - Parameters:
  ///   - differences: the difference of each session.
  ///   - reach: the reach without the addition for hidden skewness; `nil` for the reach of these
  ///     differences alone.
  package init(_ differences: [Double], reach: IntervalReach? = nil) {
    let count = differences.count
    sessions = count
    let mean = differences.reduce(0, +) / Double(max(1, count))
    self.mean = mean
    guard count > 1, let first = differences.first,
      differences.contains(where: { $0 != first })
    else {
      (error, self.reach, lowerSkewness) = (0, IntervalReach(lower: 0, upper: 0), 0)
      interval = count >= Self.leastSessions ? mean...mean : nil
      return
    }
    let isTold = differences.count { $0 != 0 } >= Self.leastSessions
    let squares = differences.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
    error = (squares / Double(count - 1) / Double(count)).squareRoot()
    let student = StudentQuantile.value(degrees: count - 1)
    let own = IntervalReach(lower: student, upper: student)
    self.reach = isTold ? reach ?? JointReach.value(differences) ?? own : own
    let skewness = Self.skewness(of: differences, mean: mean, squares: squares)
    lowerSkewness = Self.hidden(by: skewness)
    let lower = Self.reach(self.reach.lower, skewness: lowerSkewness, of: count) * error
    let upper =
      Self.reach(self.reach.upper, skewness: Self.hidden(by: -skewness), of: count) * error
    interval = isTold ? (mean - lower)...(mean + upper) : nil
  }

  /// Returns the skewness that a sample may hide to one side, given its skewness to the other side.
  private static func hidden(by skewness: Double) -> Double {
    2 - min(2, max(0, skewness)) / 2
  }

  /// Returns the number of standard errors to one side, including the addition for hidden skewness.
  private static func reach(_ reach: Double, skewness: Double, of count: Int) -> Double {
    reach + skewness * (2 * reach * reach + 1) / (6 * Double(count).squareRoot())
  }

  /// Returns the adjusted Fisher-Pearson coefficient; 0 for fewer than three differences.
  private static func skewness(of differences: [Double], mean: Double, squares: Double) -> Double {
    let count = Double(differences.count)
    guard count > 2, squares > 0 else { return 0 }
    let cubes = differences.reduce(0) { $0 + ($1 - mean) * ($1 - mean) * ($1 - mean) }
    let variance = squares / count
    return cubes / count / (variance * variance.squareRoot()) * (count * (count - 1)).squareRoot()
      / (count - 2)
  }

  /// Returns `true` if the interval is above a value; `nil` if there is no interval.
  package func isAbove(_ value: Double) -> Bool? { interval.map { $0.lowerBound > value } }

  /// Returns the number of sessions that are needed for an interval that does not contain a value.
  ///
  /// The estimate assumes that mean and standard deviation stay the same.
  ///
  /// - Parameter value: the smallest difference that counts, or 0.
  /// - Returns: the number of sessions; `nil` if the mean equals the value, or if all differences
  ///   are equal.
  package func sessionsNeeded(toTellFrom value: Double) -> Int? {
    guard error > 0, mean != value else { return nil }
    // The interval exceeds Student's by the same factor as here.
    let excess = reach.lower / StudentQuantile.value(degrees: sessions - 1)
    let deviation = error * Double(sessions).squareRoot()
    var needed = Self.leastSessions
    // The reach depends on the count: a few rounds converge.
    for _ in 0..<8 {
      let student = StudentQuantile.value(degrees: needed - 1) * excess
      let width =
        Self.reach(student, skewness: lowerSkewness, of: needed) * deviation / abs(mean - value)
      guard width < 1e6 else { return nil }
      needed = max(Self.leastSessions, Int((width * width).rounded(.up)))
    }
    return needed
  }
}
