import ScrollCore

/// Asks for what is within so many screens of the viewport in the direction of movement only.
///
/// At rest it goes on asking in the direction of the last movement (at first, the trace's):
/// withdrawn at every stop, the images that the next flick needs would be the ones to go.
public struct DirectionalPrefetch: Sendable, Equatable {
  /// Lengths of the viewport.
  public var screens: Double
  public var cancelsOnReversal: Bool

  /// A prefetcher.
  /// - Precondition: `screens` is not negative.
  public init(screens: Double = 1, cancelsOnReversal: Bool = false) {
    precondition(screens >= 0, "\(screens) screens ahead")
    self.screens = screens
    self.cancelsOnReversal = cancelsOnReversal
  }

  func reach(_ viewport: Viewport) -> PrefetchReach {
    PrefetchReach(ahead: screens * viewport.extent)
  }
}

extension DirectionalPrefetch: PrefetcherKind {
  static let descriptor = PrefetcherDescriptor(
    "directional", "Asks for some screens in the direction of the last movement only.",
    settings: [
      Setting("screens", .number(0...100), standard: "1", "Screens ahead."),
      .cancelOnReversal(false),
    ]
  ) {
    .directional(
      DirectionalPrefetch(
        screens: $0.number("screens"), cancelsOnReversal: $0.cancelsOnReversal))
  }

  var values: [String] { [screens.settingText, "\(cancelsOnReversal)"] }
}
