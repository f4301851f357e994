public import ScrollCore

/// A finger from its touch to its lift, as pointer events tell it.
public struct FingerContact: Sendable, Equatable {
  /// Ascending: the touch first, the lift last.
  public let times: [SimTime]
  /// Where the finger was on the screen along the axis, in points.
  ///
  /// Content follows it, so that a finger that goes up, or left, scrolls on.
  public let positions: [Double]
  /// Whether the system took the touch away, so that the content stays where it is.
  public let isCancelled: Bool

  /// A contact.
  /// - Precondition: there are a touch and a lift at least, the times ascend strictly, and every
  ///   position is finite.
  public init(times: [SimTime], positions: [Double], isCancelled: Bool = false) {
    precondition(
      times.count == positions.count && times.count >= 2,
      "\(times.count) times, \(positions.count) positions")
    precondition(zip(times, times.dropFirst()).allSatisfy(<), "times must ascend")
    precondition(positions.allSatisfy { $0.isFinite }, "a finger is somewhere")
    self.times = times
    self.positions = positions
    self.isCancelled = isCancelled
  }

  var start: SimTime { times[0] }
  var end: SimTime { times[times.count - 1] }
}
