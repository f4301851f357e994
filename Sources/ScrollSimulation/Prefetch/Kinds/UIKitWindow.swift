import ScrollCore

/// A rule that prefetches as a `UICollectionView` or `UITableView` announces items to its
/// `prefetchDataSource`.
///
/// UIKit documents that it announces items "that are likely to be displayed soon", in order of
/// priority, and that it cancels announcements ("no longer required"). It does not document a
/// distance. The default distance, three quarters of a screen, comes from a report: with 32 items
/// on screen, UIKit first announced the next 24 (kean/Nuke, guide "Prefetching"). The rest of the
/// rule is an `estimate`. The rule announces the items within that distance in the direction of
/// movement, from the first layout on. It plans only when the visible items change, so
/// announcements come in batches. On a reversal it cancels every announcement before it announces
/// the other side. It notices a reversal when the next item enters or leaves the screen.
struct UIKitWindow: PrefetchRule {
  static let descriptor = PrefetcherDescriptor(
    "uikit-window", "Prefetches 3/4 of a screen in batches, as UICollectionView probably does.",
    settings: [
      Setting(
        "screens", .distance(0...100), standard: "0.75",
        "Screens ahead (reported once), or points: 300pt.")
    ],
    facts: PrefetcherDescriptor.Facts(cancelsOnReversal: true, plansSoon: false)
  ) { UIKitWindow(distance: $0.settings.distance("screens")) }

  /// The distance ahead.
  let distance: ScreenDistance

  mutating func plan(
    _ context: PrefetchContext, entered: Span<ItemID>, with planner: inout PrefetchPlanner
  ) {
    let viewport = context.viewport
    guard planner.visibleItemsChanged(in: viewport) else { return }
    planner.planAnew(
      within: PrefetchReach(ahead: distance.points(extent: viewport.extent)), of: viewport)
  }

  func lifetime(around viewport: Viewport) -> PlanLifetime { .within(PrefetchReach()) }
}
