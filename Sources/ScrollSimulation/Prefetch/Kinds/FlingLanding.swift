import ScrollCore

/// Asks first for what will be visible when the fling has stopped, then for the way there.
///
/// While the content decelerates, `LandingForecast` says where the viewport will rest. The items
/// that are visible there and not yet are wanted soon, in the order in which they will enter; what
/// is only passed on the way is a prefetch, the nearest first. Otherwise it asks for `screens`
/// ahead. This project's own rule.
public struct FlingLanding: Sendable, Equatable {
  /// Lengths of the viewport, while nothing decelerates.
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

extension FlingLanding: PrefetcherKind {
  static let descriptor = PrefetcherDescriptor(
    "fling-landing", "Asks for where the fling will stop first, then for the way there.",
    settings: [
      Setting(
        "screens", .number(0...100), standard: "1", "Screens ahead while nothing decelerates."),
      .cancelOnReversal(false),
    ]
  ) {
    .flingLanding(
      FlingLanding(screens: $0.number("screens"), cancelsOnReversal: $0.cancelsOnReversal))
  }

  var values: [String] { [screens.settingText, "\(cancelsOnReversal)"] }
}
