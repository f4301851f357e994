public import ScrollCore

/// Something that a hand, or the program, does to a scroll view.
///
/// Points and points per second along the axis; positive means towards higher offsets: a
/// list that scrolls on has been pushed up by a finger, and that is a positive drag.
public enum Gesture: Sendable, Equatable {
  /// Nothing for a while. The motion lasts at least until its end; what runs runs on.
  case wait(SimTime)
  /// A finger touches, moves the content by some points, and lifts at some velocity.
  case drag(by: Double, over: SimTime, release: Double)
  /// A contact of 60 ms that lifts at some velocity.
  case flick(velocity: Double)
  /// A tap on the status bar.
  case scrollToTop
  /// `setContentOffset(_:animated:)`, clamped to the content.
  case scroll(to: Double)

  /// How long the finger of a flick touches: in the middle of the 44 to 100 ms of recorded
  /// finger flings.
  public static let flickContact = SimTime(milliseconds: 60)

  /// How far the finger of a flick moves the content: it speeds up evenly from rest.
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

  /// The finger's travel, contact and release velocity; nil if no finger touches.
  var contact: (travel: Double, duration: SimTime, release: Double)? {
    switch gesture {
    case .drag(let travel, let duration, let release): (travel, duration, release)
    case .flick(let velocity):
      (Gesture.flickTravel(velocity: velocity), Gesture.flickContact, velocity)
    case .wait, .scrollToTop, .scroll: nil
    }
  }

  /// When the finger lifts, or the wait is over; a programmatic scroll lasts as long as it does.
  package var end: SimTime {
    if case .wait(let duration) = gesture { return at + duration }
    return at + (contact?.duration ?? .zero)
  }
}
