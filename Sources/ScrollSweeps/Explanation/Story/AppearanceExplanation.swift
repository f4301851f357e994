package import ScrollCore
package import ScrollSimulation

/// The outcome of one appearance of an item, and its causes.
package struct AppearanceExplanation: Sendable, Equatable {
  /// When its image was shown.
  package enum Outcome: String, Sendable {
    /// It was there in the first frame.
    case atOnce
    case late
    /// The item left without it.
    case neverShown
    /// The run ended without it.
    case unfinished
  }

  package var item: Int, image: Int
  /// The frame in which it appeared, and when that was processed and on screen.
  package var frame: Int, appeared: SimTime, presented: SimTime?
  /// The frame that showed its image first, and when that was on screen.
  package var shownFrame: Int?, shown: SimTime?
  /// When it left.
  package var left: SimTime?
  package var outcome: Outcome
  /// Why the image was absent; nil if it was there at once.
  package var reason: AbsenceReason?
  /// Its waits by kind.
  package var waits: WaitTimes
  /// For how long it was on screen with nothing, with a low variant or fading in, and with
  /// another item's image.
  package var blank: SimTime, soft: SimTime, wrong: SimTime
  package var explanation: Explanation

  /// Whether its image was late or it was ever blank, soft or wrong.
  package var isStalled: Bool {
    outcome != .atOnce || blank > .zero || soft > .zero || wrong > .zero
  }
}
