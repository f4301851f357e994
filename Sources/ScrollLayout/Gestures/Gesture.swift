public import ScrollCore

/// An action of a finger, or of the program, on a scroll view.
///
/// Values are points and points per second along the axis; positive is towards higher offsets. A
/// finger that pushes the content up scrolls forward, so the drag is positive.
public enum Gesture: Sendable, Equatable {
  /// A pause of some duration; motion that is under way continues, and the script does not end
  /// before the pause.
  case wait(SimTime)
  /// A finger that touches, moves by some points, and lifts at some velocity.
  case drag(by: Double, over: SimTime, release: Double)
  /// A finger that touches for 60 ms and lifts at some velocity.
  case flick(velocity: Double)
  /// A tap on the status bar.
  case scrollToTop
  /// `setContentOffset(_:animated:)`, clamped to the content.
  case scroll(to: Double)

  /// The contact time of a flick; recorded flings have contact times from 44 to 100 ms.
  public static let flickContact = SimTime(milliseconds: 60)

  /// Returns the distance that the finger of a flick moves, with a constant acceleration from rest.
  static func flickTravel(velocity: Double) -> Double {
    velocity * flickContact.seconds / 2
  }
}

/// A gesture with the moment at which it begins.
public struct TimedGesture: Sendable, Equatable {
  public var at: SimTime
  public var gesture: Gesture

  public init(at: SimTime, _ gesture: Gesture) {
    self.at = at
    self.gesture = gesture
  }

  /// The finger's travel, contact and release velocity; `nil` if no finger touches.
  var contact: (travel: Double, duration: SimTime, release: Double)? {
    switch gesture {
    case .drag(let travel, let duration, let release): (travel, duration, release)
    case .flick(let velocity):
      (Gesture.flickTravel(velocity: velocity), Gesture.flickContact, velocity)
    case .wait, .scrollToTop, .scroll: nil
    }
  }

  /// The time at which the finger lifts or the pause ends; for a programmatic scroll, the time at
  /// which it starts.
  package var end: SimTime {
    if case .wait(let duration) = gesture { return at + duration }
    return at + (contact?.duration ?? .zero)
  }
}
