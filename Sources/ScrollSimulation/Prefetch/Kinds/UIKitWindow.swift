import ScrollCore

/// Asks as a `UICollectionView` or `UITableView` announces items to its `prefetchDataSource`.
///
/// UIKit documents when it announces (items "that are likely to be displayed soon") and that it
/// takes back ("no longer required"), but no distance. This is a model, every figure an
/// `estimate`: the items of the next screen in the direction of movement, from the first layout
/// on; looked at only when other items are visible than before, so that announcements come in
/// batches; and on a reversal everything announced is taken back before the other side is
/// announced. A reversal counts when an item enters or leaves after it.
public struct UIKitWindow: Sendable, Equatable {
  /// Lengths of the viewport.
  public var screens: Double
  public var cancelsOnReversal: Bool

  /// A window.
  /// - Precondition: `screens` is not negative.
  public init(screens: Double = 1, cancelsOnReversal: Bool = true) {
    precondition(screens >= 0, "\(screens) screens ahead")
    self.screens = screens
    self.cancelsOnReversal = cancelsOnReversal
  }

  func reach(_ viewport: Viewport) -> PrefetchReach {
    PrefetchReach(ahead: screens * viewport.extent)
  }
}

extension UIKitWindow: PrefetcherKind {
  static let descriptor = PrefetcherDescriptor(
    "uikit-window", "Asks in batches for the next screen, as UICollectionView's prefetching may.",
    settings: [
      Setting("screens", .number(0...100), standard: "1", "Screens ahead (estimate)."),
      .cancelOnReversal(true),
    ]
  ) {
    .uikitWindow(
      UIKitWindow(screens: $0.number("screens"), cancelsOnReversal: $0.cancelsOnReversal))
  }

  var values: [String] { [screens.settingText, "\(cancelsOnReversal)"] }
}
