import ScrollCore

/// A rule that prefetches some screens ahead of the viewport, in the direction of movement only.
///
/// At rest the rule keeps the direction of the last movement (before any movement, the trace's
/// direction). A rule that withdrew its requests at every stop would cancel the images that the
/// next flick needs.
struct DirectionalPrefetch: PrefetchRule {
  static let descriptor = PrefetcherDescriptor(
    "directional", "Prefetches some screens in the direction of the last movement only.",
    settings: [
      Setting("screens", .distance(0...100), standard: "1", "Screens ahead, or points: 300pt.")
    ],
    facts: PrefetcherDescriptor.Facts(plansSoon: false)
  ) { DirectionalPrefetch(distance: $0.settings.distance("screens")) }

  /// The distance ahead of the viewport within which images are prefetched.
  let distance: ScreenDistance

  mutating func plan(
    _ context: PrefetchContext, entered: Span<ItemID>, with planner: inout PrefetchPlanner
  ) {
    planner.plan(within: reach(context.viewport), of: context.viewport)
  }

  func lifetime(around viewport: Viewport) -> PlanLifetime { .within(reach(viewport)) }

  private func reach(_ viewport: Viewport) -> PrefetchReach {
    PrefetchReach(ahead: distance.points(extent: viewport.extent))
  }
}
