public import ScrollCore

/// An estimator of phases for a recording without phases.
///
/// The phase is `tracking` while a touch is recorded. Otherwise it is `decelerating` if the offset
/// moved within the past 100 ms (by default), and `idle` if not. The phase of a sample holds until
/// the next sample, so samples should have equal intervals. `RecordedScroll` resamples before it
/// estimates phases.
public struct PhaseEstimator: Sendable, Equatable {
  /// The time after a movement during which the phase is `decelerating`, including its end.
  public var memory: SimTime

  public init(memory: SimTime = SimTime(milliseconds: 100)) {
    self.memory = memory
  }

  /// Returns the phase of each sample.
  ///
  /// If the offset differs between two samples, the movement lasts until the later one.
  /// - Parameters:
  ///   - times: the times in ascending order.
  ///   - offsets: one for each time.
  ///   - touches: whether a finger touched, one value for each time; `nil` if unknown.
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
