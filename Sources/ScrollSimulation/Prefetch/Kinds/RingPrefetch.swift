import ScrollCore

/// A rule that prefetches some screens on both sides of the viewport.
///
/// The side ahead is the side in the direction of the last movement, even at rest.
struct RingPrefetch: PrefetchRule {
  static let descriptor = PrefetcherDescriptor(
    "ring", "Prefetches the items within some screens on both sides, ahead before behind.",
    settings: [
      Setting(
        "ahead", .distance(0...100), standard: "1",
        "Screens in the direction of movement, or points: 300pt."),
      Setting(
        "behind", .distance(0...100), standard: "1", "Screens on the other side, or points: 300pt."),
    ],
    facts: PrefetcherDescriptor.Facts(plansSoon: false)
  ) { RingPrefetch(ahead: $0.settings.distance("ahead"), behind: $0.settings.distance("behind")) }

  /// The prefetched distances ahead of the viewport and behind it.
  let ahead: ScreenDistance, behind: ScreenDistance

  mutating func plan(
    _ context: PrefetchContext, entered: Span<ItemID>, with planner: inout PrefetchPlanner
  ) {
    planner.plan(within: reach(context.viewport), of: context.viewport)
  }

  func lifetime(around viewport: Viewport) -> PlanLifetime { .within(reach(viewport)) }

  private func reach(_ viewport: Viewport) -> PrefetchReach {
    PrefetchReach(
      ahead: ahead.points(extent: viewport.extent), behind: behind.points(extent: viewport.extent))
  }
}
