public import ScrollCore

/// An estimator of phases for a recording without phases.
///
/// The phase is tracking where a touch is recorded; otherwise decelerating if the offset moved
/// within the past 100 ms (by default); otherwise idle. Samples should be regular: the phase of a
/// sample holds until the next one, so `RecordedScroll` resamples before it estimates phases.
public struct PhaseEstimator: Sendable, Equatable {
  /// The time after a movement during which the offset counts as decelerating, inclusive.
  public var memory: SimTime

  public init(memory: SimTime = SimTime(milliseconds: 100)) {
    self.memory = memory
  }

  /// Returns the phase of each sample.
  ///
  /// An offset moved until the later of the two samples between which it changed.
  /// - Parameters:
  ///   - times: the times in ascending order.
  ///   - offsets: one for each time.
  ///   - touches: whether a finger touched, one for each time; `nil` if unknown.
  /// - Returns: one phase for each time.
  public func phases(
    times: [SimTime], offsets: [Double], touches: [Bool]? = nil
  ) -> [ScrollPhase] {
    precondition(times.count == offsets.count, "\(times.count) times, \(offsets.count) offsets")
    precondition(
      touches.map { $0.count == times.count } ?? true, "\(touches?.count ?? 0) touches")
    var moved: SimTime?
    return times.indices.map { index in
      if index > 0, offsets[index] != offsets[index - 1] { moved = times[index] }
      if let touches, touches[index] { return .tracking }
      guard let moved, times[index] - moved <= memory else { return .idle }
      return .decelerating
    }
  }
}
