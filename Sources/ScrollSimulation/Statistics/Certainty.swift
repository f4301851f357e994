import ScrollCore

/// What is known of a mean difference from the sessions in which it was measured.
///
/// A session is what is drawn from all that users do: all runs of one session move together, so
/// they count once, and both sides of a difference are of the same sessions. The interval reaches
/// as far as `JointReach` says, for one difference or for several at once.
package struct Certainty: Sendable, Equatable {
  /// With fewer sessions that differ no interval is told.
  ///
  /// Differences of stalls are skewed, and often none in most sessions, so that from few it holds
  /// too rarely for its name; SessionCoverageTests has the figures.
  package static let leastSessions = 12

  package let sessions: Int
  package let mean: Double
  /// The standard error of the mean; 0 if all differences are the same.
  package let error: Double
  /// How many of them the interval reaches to each side.
  private let reach: Double
  /// Where the mean of all sessions lies with 95 %; nil where fewer than `leastSessions` differ.
  package let interval: ClosedRange<Double>?

  /// - Parameters:
  ///   - differences: one for each session.
  ///   - reach: how many standard errors the interval reaches to each side; as far as it takes for
  ///     these differences alone if nil.
  package init(_ differences: [Double], reach: Double? = nil) {
    let count = differences.count
    sessions = count
    let mean = differences.reduce(0, +) / Double(max(1, count))
    self.mean = mean
    guard count > 1, let first = differences.first,
      differences.contains(where: { $0 != first })
    else {
      error = 0
      self.reach = 0
      interval = count >= Self.leastSessions ? mean...mean : nil
      return
    }
    let isTold = differences.count { $0 != 0 } >= Self.leastSessions
    let squares = differences.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
    error = (squares / Double(count - 1) / Double(count)).squareRoot()
    let student = StudentQuantile.value(degrees: count - 1)
    self.reach = isTold ? reach ?? JointReach.value(differences) ?? student : student
    let width = self.reach * error
    interval = isTold ? (mean - width)...(mean + width) : nil
  }

  /// Whether it is surely above a value; nil if there is no interval.
  package func isAbove(_ value: Double) -> Bool? { interval.map { $0.lowerBound > value } }

  /// How many sessions it takes until the interval no longer holds a value, should mean and spread
  /// stay as they are.
  ///
  /// - Parameter value: the least difference that matters, or 0.
  /// - Returns: nil if the mean is that value or nothing varies.
  package func sessionsNeeded(toTellFrom value: Double) -> Int? {
    guard error > 0, mean != value else { return nil }
    // The interval is wider than Student's, by as much as it is here.
    let excess = reach / StudentQuantile.value(degrees: sessions - 1)
    let deviation = error * Double(sessions).squareRoot() * excess
    var needed = Self.leastSessions
    // The quantile depends on the count: two rounds settle it.
    for _ in 0..<3 {
      let width = StudentQuantile.value(degrees: needed - 1) * deviation / abs(mean - value)
      guard width < 1e6 else { return nil }
      needed = max(Self.leastSessions, Int((width * width).rounded(.up)))
    }
    return needed
  }
}
