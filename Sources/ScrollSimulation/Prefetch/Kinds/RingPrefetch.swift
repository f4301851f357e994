import ScrollCore

/// Asks for what is within so many screens of the viewport, on both sides.
///
/// The sides follow the last movement, at rest too.
public struct RingPrefetch: Sendable, Equatable {
  /// Lengths of the viewport.
  public var ahead: Double, behind: Double
  public var cancelsOnReversal: Bool

  /// A ring.
  /// - Precondition: neither length is negative.
  public init(ahead: Double = 1, behind: Double = 1, cancelsOnReversal: Bool = false) {
    precondition(ahead >= 0 && behind >= 0, "a ring of \(ahead) and \(behind) screens")
    self.ahead = ahead
    self.behind = behind
    self.cancelsOnReversal = cancelsOnReversal
  }

  func reach(_ viewport: Viewport) -> PrefetchReach {
    PrefetchReach(ahead: ahead * viewport.extent, behind: behind * viewport.extent)
  }
}

extension RingPrefetch: PrefetcherKind {
  static let descriptor = PrefetcherDescriptor(
    "ring", "Asks for what is within some screens on both sides, ahead before behind.",
    settings: [
      Setting("ahead", .number(0...100), standard: "1", "Screens in the direction of movement."),
      Setting("behind", .number(0...100), standard: "1", "Screens on the other side."),
      .cancelOnReversal(false),
    ]
  ) {
    .ring(
      RingPrefetch(
        ahead: $0.number("ahead"), behind: $0.number("behind"),
        cancelsOnReversal: $0.cancelsOnReversal))
  }

  var values: [String] {
    [ahead.settingText, behind.settingText, "\(cancelsOnReversal)"]
  }
}
