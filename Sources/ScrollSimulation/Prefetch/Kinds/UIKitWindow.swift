import ScrollCore

/// Asks as a `UICollectionView` or `UITableView` announces items to its `prefetchDataSource`.
///
/// UIKit documents when it announces (items "that are likely to be displayed soon") and that it
/// takes back ("no longer required"), but no distance. This is a model, every figure an
/// `estimate`: the items of the next screen in the direction of movement, from the first layout
/// on; looked at only when other items are visible than before, so that announcements come in
/// batches; and on a reversal everything announced is taken back before the other side is
/// announced. A reversal counts when an item enters or leaves after it.
struct UIKitWindow: PrefetchRule {
  static let descriptor = PrefetcherDescriptor(
    "uikit-window", "Prefetches the next screen in batches, as UICollectionView's prefetching may.",
    settings: [Setting("screens", .number(0...100), standard: "1", "Screens ahead (estimate).")],
    facts: PrefetcherDescriptor.Facts(cancelsOnReversal: true, plansSoon: false)
  ) { UIKitWindow(screens: $0.settings.number("screens")) }

  /// Lengths of the viewport.
  let screens: Double

  mutating func plan(
    _ context: PrefetchContext, entered: Span<ItemID>, with planner: inout PrefetchPlanner
  ) {
    let viewport = context.viewport
    guard planner.visibleItemsChanged(in: viewport) else { return }
    planner.planAnew(within: PrefetchReach(ahead: screens * viewport.extent), of: viewport)
  }

  func lifetime(around viewport: Viewport) -> PlanLifetime { .within(PrefetchReach()) }
}
