import ScrollCore

/// Asks for a ring around the viewport that grows while the user rests.
///
/// `screens` on both sides while anything moves; at rest one more after every `every` seconds, up
/// to `most`. With the next movement the ring is the small one again, and what only the large one
/// held is withdrawn. Rest is the phase idle; it begins with the first frame that has it. Every
/// figure is an `estimate`: no library that we know does this.
public struct IdleGrowth: Sendable, Equatable {
  /// Lengths of the viewport while moving, on each side.
  public var screens: Double
  /// Seconds at rest for one screen more.
  public var every: Double
  /// Lengths of the viewport, at most; not less than `screens` counts.
  public var most: Double
  public var cancelsOnReversal: Bool

  /// A prefetcher.
  /// - Precondition: `every` is positive, nothing is negative.
  public init(
    screens: Double = 1, every: Double = 1, most: Double = 5, cancelsOnReversal: Bool = false
  ) {
    precondition(every > 0, "a screen every \(every) s")
    precondition(screens >= 0 && most >= 0, "\(screens) to \(most) screens")
    self.screens = screens
    self.every = every
    self.most = most
    self.cancelsOnReversal = cancelsOnReversal
  }

  func reach(_ viewport: Viewport, idle: SimTime) -> PrefetchReach {
    let step = max(1, SimTime(seconds: every).nanoseconds)
    let grown = min(screens + Double(idle.nanoseconds / step), max(screens, most))
    return PrefetchReach(ahead: grown * viewport.extent, behind: grown * viewport.extent)
  }
}

/// How long nothing has moved.
struct IdleClock: Sendable {
  private var since: SimTime?

  /// The time since the first idle frame in a row; 0 while anything moves.
  mutating func follow(_ viewport: Viewport) -> SimTime {
    guard viewport.phase == .idle else {
      since = nil
      return .zero
    }
    let start = since ?? viewport.time
    since = start
    return viewport.time - start
  }
}

extension IdleGrowth: PrefetcherKind {
  static let descriptor = PrefetcherDescriptor(
    "idle-grow", "Asks for a ring that grows while the user rests.",
    settings: [
      Setting("screens", .number(0...100), standard: "1", "Screens on each side (estimate)."),
      Setting(
        "every", .number(0.001...3600), standard: "1",
        "Seconds at rest for one screen more (estimate)."),
      Setting("most", .number(0...100), standard: "5", "Screens at most (estimate)."),
      .cancelOnReversal(false),
    ]
  ) {
    .idleGrow(
      IdleGrowth(
        screens: $0.number("screens"), every: $0.number("every"), most: $0.number("most"),
        cancelsOnReversal: $0.cancelsOnReversal))
  }

  var values: [String] {
    [screens, every, most].map(\.settingText) + ["\(cancelsOnReversal)"]
  }
}
