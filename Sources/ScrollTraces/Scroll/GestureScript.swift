import ScrollCore
public import ScrollLayout

/// The gestures of a session, and the offset of the viewport before them.
///
/// Numbers are stored as written: offsets on the 1/64 pt grid, distances and velocities with six
/// decimals, times in nanoseconds.
public struct GestureScript: Sendable, Equatable {
  /// The offset at time 0.
  public let start: Double
  /// The gestures, ascending in time.
  public let gestures: [TimedGesture]

  /// Creates a script.
  ///
  /// The initializer of `ScrollTrace` checks whether a hand can perform the gestures.
  /// - Precondition: every number is finite and between -1e9 and 1e9.
  public init(start: Double = 0, _ gestures: [TimedGesture]) {
    self.start = Self.checked(start).roundedToSixtyFourth
    self.gestures = gestures.map { timed in
      TimedGesture(at: timed.at, Self.rounded(timed.gesture))
    }
  }

  private static func rounded(_ gesture: Gesture) -> Gesture {
    switch gesture {
    case .drag(let travel, let duration, let release):
      .drag(by: rounded(travel), over: duration, release: rounded(release))
    case .flick(let velocity): .flick(velocity: rounded(velocity))
    case .scroll(let offset): .scroll(to: rounded(offset))
    case .wait, .scrollToTop: gesture
    }
  }

  private static func rounded(_ number: Double) -> Double { Millionths(checked(number)).double }

  private static func checked(_ number: Double) -> Double {
    precondition(abs(number) <= Double(TraceLimits.points), "a gesture with \(number)")
    return number
  }
}

/// The movement of the viewport, in one of two forms.
public enum TraceMovement: Sendable, Equatable {
  /// Samples of the offset.
  case samples(ScrollMotion)
  /// The gestures of a hand; the motion is computed from them when the trace is read.
  case gestures(GestureScript)
}
