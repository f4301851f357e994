import ScrollCore

/// Asks for the next so many items beyond the last visible one, as Glide's `ListPreloader` does.
///
/// In the direction of travel, the nearest first; looked at when other items are visible than
/// before; on a reversal everything is cancelled first, and a reversal counts when an item enters
/// or leaves after it. Glide has no standard number of items; its documentation's example has 10.
/// Glide 5 starts with the direction of rising positions, here it is the trace's; described from
/// its behavior, not checked against a run of it.
struct GlidePreload: PrefetchRule {
  static let descriptor = PrefetcherDescriptor(
    "glide-preload", "Prefetches the next items after the last visible one, as Glide does.",
    settings: [Setting("max", .integer(1...1000), standard: "10", "How many items.")],
    facts: PrefetcherDescriptor.Facts(cancelsOnReversal: true, plansSoon: false)
  ) { GlidePreload(most: $0.settings.integer("max")) }

  /// Items.
  let most: Int

  mutating func plan(
    _ context: PrefetchContext, entered: Span<ItemID>, with planner: inout PrefetchPlanner
  ) {
    guard planner.visibleItemsChanged(in: context.viewport) else { return }
    planner.planAnew(next: most, beyond: context.viewport)
  }

  func lifetime(around viewport: Viewport) -> PlanLifetime { .within(PrefetchReach()) }
}
