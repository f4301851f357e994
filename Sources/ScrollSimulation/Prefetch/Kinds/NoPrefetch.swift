import ScrollCore

/// A rule that prefetches nothing.
struct NoPrefetch: PrefetchRule {
  static let descriptor = PrefetcherDescriptor(
    "none", "Prefetches nothing.",
    facts: PrefetcherDescriptor.Facts(withdraws: false)
  ) { _ in NoPrefetch() }

  mutating func plan(
    _ context: PrefetchContext, entered: Span<ItemID>, with planner: inout PrefetchPlanner
  ) {}

  func lifetime(around viewport: Viewport) -> PlanLifetime { .untilItemsEnter }
}
