import ScrollCore

/// Asks for nothing.
struct NoPrefetch: PrefetchRule {
  static let descriptor = PrefetcherDescriptor(
    "none", "Asks for nothing that is not visible.",
    facts: PrefetcherDescriptor.Facts(withdraws: false)
  ) { _ in NoPrefetch() }

  mutating func plan(
    _ context: PrefetchContext, entered: Span<ItemID>, with planner: inout PrefetchPlanner
  ) {}

  func lifetime(around viewport: Viewport) -> PlanLifetime { .untilItemsEnter }
}
