import ScrollCore

/// A rule that prefetches, when items appear, the nearest items on both sides of each.
///
/// The item ahead comes before the item behind. The rule requests neighbors even if they are
/// visible, and withdraws nothing. Listing 14.5 of the chapter "Image IO" does this with one item
/// on each side.
struct NeighborPrefetch: PrefetchRule {
  static let descriptor = PrefetcherDescriptor(
    "neighbours", "Prefetches the items next to those that appear, the one ahead first.",
    settings: [
      Setting("k", .integer(1...1000), standard: "1", "The number of items on each side.")
    ],
    facts: PrefetcherDescriptor.Facts(withdraws: false)
  ) { NeighborPrefetch(most: Int32($0.settings.integer("k"))) }

  let most: Int32

  mutating func plan(
    _ context: PrefetchContext, entered: Span<ItemID>, with planner: inout PrefetchPlanner
  ) {
    guard !entered.isEmpty else { return }
    planner.begin(at: context.viewport)
    let step = Int32(context.viewport.direction.rawValue)
    for index in entered.indices {
      let item = entered[index].index
      for distance in 1...most {
        planner.append(ItemID(item + step * distance))
        planner.append(ItemID(item - step * distance))
      }
    }
  }

  func lifetime(around viewport: Viewport) -> PlanLifetime { .untilItemsEnter }
}
