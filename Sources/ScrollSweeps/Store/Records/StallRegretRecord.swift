import ScrollSimulation

/// What is known of the least stall of a run's scenario with its budget, in seconds.
package struct StallRegretRecord: Sendable, Equatable {
  /// No run stalls less whose cache keeps the budget; nil, like the others, where nothing bounds it.
  package var proven: Double?
  /// The least that was tried; nil if the app was killed in every trial.
  package var reached: Double?
  /// By which policy.
  package var reachedBy: String?
  /// What `lru` stalls; nil if the app was killed.
  package var lru: Double?

  package init(proven: Double?, reached: Double?, reachedBy: String?, lru: Double?) {
    self.proven = proven
    self.reached = reached
    self.reachedBy = reachedBy
    self.lru = lru
  }

  /// Nothing bounds the run.
  package static let none = StallRegretRecord(
    proven: nil, reached: nil, reachedBy: nil, lru: nil)

  /// How much of the way from `lru` to the reached stall is left.
  ///
  /// Zero for a run that does as well as the best that was tried, one for `lru`, below zero for
  /// what is better than all of that.
  ///
  /// - Parameters:
  ///   - stall: of the run, or of several together.
  ///   - lru: of the same scenarios.
  ///   - reached: there.
  ///   - isWay: whether `lru` and the reached stall differ by enough for a share of it to mean
  ///     anything.
  /// - Returns: nil where there is no way.
  package static func share(
    of stall: Double, lru: Double, reached: Double, isWay: (Double, Double) -> Bool
  ) -> Double? {
    lru > reached && isWay(lru, reached) ? (stall - reached) / (lru - reached) : nil
  }
}

extension RunRecord {
  /// The run's own share of the way; nil where it is not known or there is no way.
  var stallRegretShare: Double? {
    guard let known = stallRegret, let lru = known.lru, let reached = known.reached,
      killed == nil
    else { return nil }
    let materiality = Materiality.standard
    let frames = materiality.leastSeconds(
      over: number(.duration), at: Materiality.assumedRefreshRate)
    return StallRegretRecord.share(of: number(.stall), lru: lru, reached: reached) {
      materiality.matters($0, $1, frames: frames)
    }
  }
}
