package import ScrollCore
package import ScrollSimulation

/// The outcome of one appearance of an item, and its causes.
package struct AppearanceExplanation: Sendable, Equatable {
  /// The time at which the image was shown.
  package enum Outcome: String, Sendable {
    /// The image was there in the first frame.
    case atOnce
    case late
    /// The item left without its image.
    case neverShown
    /// The run ended without the image.
    case unfinished
  }

  package var item: Int, image: Int
  /// The frame in which the item appeared, the time when that frame was processed, and the time
  /// when it was on screen.
  package var frame: Int, appeared: SimTime, presented: SimTime?
  /// The first frame that showed the image, and the time when it was on screen.
  package var shownFrame: Int?, shown: SimTime?
  /// The time when the item left.
  package var left: SimTime?
  package var outcome: Outcome
  /// The reason why the image was absent; `nil` if it was there at once.
  package var reason: AbsenceReason?
  /// The waits by kind.
  package var waits: WaitTimes
  /// The time on screen with nothing, with a low variant or fading in, and with another item's
  /// image.
  package var blank: SimTime, soft: SimTime, wrong: SimTime
  package var explanation: Explanation

  /// A Boolean value that indicates whether the image was late or the item was ever blank, soft or
  /// wrong.
  package var isStalled: Bool {
    outcome != .atOnce || blank > .zero || soft > .zero || wrong > .zero
  }
}
