import ScrollCore

/// A rule that prefetches the next items beyond the last visible one, as Glide's `ListPreloader`
/// does.
///
/// Items are in the direction of travel, the nearest first. The rule plans when other items are
/// visible than before. On a reversal it first cancels everything; a reversal counts when an item
/// enters or leaves after it. Glide has no default number of items; its documentation's example has
/// 10. Glide 5 starts with the direction of rising positions, this rule with the trace's. Described
/// from Glide's behavior, not checked against a run of it.
struct GlidePreload: PrefetchRule {
  static let descriptor = PrefetcherDescriptor(
    "glide-preload", "Prefetches the next items after the last visible one, as Glide does.",
    settings: [Setting("max", .integer(1...1000), standard: "10", "Items to preload.")],
    facts: PrefetcherDescriptor.Facts(cancelsOnReversal: true, plansSoon: false)
  ) { GlidePreload(most: $0.settings.integer("max")) }

  /// The number of items.
  let most: Int

  mutating func plan(
    _ context: PrefetchContext, entered: Span<ItemID>, with planner: inout PrefetchPlanner
  ) {
    guard planner.visibleItemsChanged(in: context.viewport) else { return }
    planner.planAnew(next: most, beyond: context.viewport)
  }

  func lifetime(around viewport: Viewport) -> PlanLifetime { .within(PrefetchReach()) }
}
