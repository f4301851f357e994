public import ScrollCore
public import ScrollSimulation

/// What became of one appearance of an item, and why.
public struct AppearanceTale: Sendable, Equatable {
  /// How it ended for the image.
  public enum Outcome: String, Sendable {
    /// It was there in the first frame.
    case atOnce
    case late
    /// The item left without it.
    case neverShown
    /// The run ended without it.
    case unfinished
  }

  public var item: Int, image: Int
  /// The frame in which it appeared, and when that was processed and on screen.
  public var frame: Int, appeared: SimTime, presented: SimTime?
  /// The frame that showed its image first, and when that was on screen.
  public var shownFrame: Int?, shown: SimTime?
  /// When it left.
  public var left: SimTime?
  public var outcome: Outcome
  /// Why the image was absent; nil if it was there at once.
  public var reason: AbsenceReason?
  /// What it waited for.
  public var waits: WaitTimes
  /// For how long it was on screen with nothing, with a low variant or fading in, and with
  /// another item's image.
  public var blank: SimTime, soft: SimTime, wrong: SimTime
  public var tale: Tale

  /// Whether something was not as it should be.
  public var isStalled: Bool {
    outcome != .atOnce || blank > .zero || soft > .zero || wrong > .zero
  }
}
