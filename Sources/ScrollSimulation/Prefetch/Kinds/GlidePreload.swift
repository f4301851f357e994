import ScrollCore

/// A rule that prefetches the next items beyond the last visible one, as Glide's `ListPreloader`
/// does.
///
/// The rule takes items in the direction of movement, the nearest first. It plans again whenever
/// the visible items change. On a reversal it first cancels all its requests; it notices a reversal
/// when the next item enters or leaves the screen. Glide has no default number of items; the
/// example in its documentation has 10. Glide 5 starts with the direction of rising positions, this
/// rule with the trace's direction. The rule is described from Glide's behavior and was not checked
/// against a run of Glide.
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
