public import ScrollCore

/// A finger from its touch to its lift, as recorded by pointer events.
public struct FingerContact: Sendable, Equatable {
  /// The times in ascending order: the touch first, the lift last.
  public let times: [SimTime]
  /// The positions of the finger on the screen along the axis, in points.
  ///
  /// Content follows the finger, so a finger that moves up, or left, scrolls forward.
  public let positions: [Double]
  /// A Boolean value that indicates whether the system cancelled the touch, so that the content
  /// stops at its end.
  public let isCancelled: Bool

  /// Creates a contact.
  /// - Precondition: there are at least a touch and a lift, the times ascend strictly, and every
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
