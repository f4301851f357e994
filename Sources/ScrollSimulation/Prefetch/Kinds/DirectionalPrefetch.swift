import ScrollCore

/// Asks for what is within so many screens of the viewport in the direction of movement only.
///
/// At rest it goes on asking in the direction of the last movement (at first, the trace's):
/// withdrawn at every stop, the images that the next flick needs would be the ones to go.
struct DirectionalPrefetch: PrefetchRule {
  static let descriptor = PrefetcherDescriptor(
    "directional", "Prefetches some screens in the direction of the last movement only.",
    settings: [
      Setting("screens", .distance(0...100), standard: "1", "Screens ahead, or points: 300pt.")
    ],
    facts: PrefetcherDescriptor.Facts(plansSoon: false)
  ) { DirectionalPrefetch(distance: $0.settings.distance("screens")) }

  /// The distance ahead in which pictures are loaded.
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
