public import ScrollCore

/// An action of a finger, or of the program, on a scroll view.
///
/// Values are points and points per second along the axis; positive is towards higher offsets. A
/// finger that pushes a list up scrolls it forward, which is a positive drag.
public enum Gesture: Sendable, Equatable {
  /// A pause, until whose end the motion lasts at least; running motion continues.
  case wait(SimTime)
  /// A finger that touches, moves the content by some points, and lifts at some velocity.
  case drag(by: Double, over: SimTime, release: Double)
  /// A contact of 60 ms that lifts at some velocity.
  case flick(velocity: Double)
  /// A tap on the status bar.
  case scrollToTop
  /// `setContentOffset(_:animated:)`, clamped to the content.
  case scroll(to: Double)

  /// The contact time of a flick: in the middle of the 44 to 100 ms of recorded finger flings.
  public static let flickContact = SimTime(milliseconds: 60)

  /// Returns the distance that the finger of a flick moves the content, with a constant
  /// acceleration from rest.
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

  /// The time at which the finger lifts, or the wait ends; for a programmatic scroll, its start.
  package var end: SimTime {
    if case .wait(let duration) = gesture { return at + duration }
    return at + (contact?.duration ?? .zero)
  }
}
