import ScrollCore

/// Asks for what is within so many screens of the viewport, on both sides.
///
/// The sides follow the last movement, at rest too.
struct RingPrefetch: PrefetchRule {
  static let descriptor = PrefetcherDescriptor(
    "ring", "Prefetches the items within some screens on both sides, ahead before behind.",
    settings: [
      Setting("ahead", .number(0...100), standard: "1", "Screens in the direction of movement."),
      Setting("behind", .number(0...100), standard: "1", "Screens on the other side."),
    ],
    facts: PrefetcherDescriptor.Facts(plansSoon: false)
  ) { RingPrefetch(ahead: $0.settings.number("ahead"), behind: $0.settings.number("behind")) }

  /// Lengths of the viewport.
  let ahead: Double, behind: Double

  mutating func plan(
    _ context: PrefetchContext, entered: Span<ItemID>, with planner: inout PrefetchPlanner
  ) {
    planner.plan(within: reach(context.viewport), of: context.viewport)
  }

  func lifetime(around viewport: Viewport) -> PlanLifetime { .within(reach(viewport)) }

  private func reach(_ viewport: Viewport) -> PrefetchReach {
    PrefetchReach(ahead: ahead * viewport.extent, behind: behind * viewport.extent)
  }
}
