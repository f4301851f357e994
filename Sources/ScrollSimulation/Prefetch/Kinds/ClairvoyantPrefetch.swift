import ScrollCore

/// Asks for what will become visible within some seconds, because it knows the trace.
///
/// In order of first appearance. It sees where the viewport will be at each vertical
/// synchronization, not how loading will go; items that only pass between two of them are not
/// asked for. It is a rule like the others and no bound on what prefetching can achieve: where the
/// device cannot keep up it still asks for what comes too late, and where the cache has no room for
/// what it fetches, a longer look ahead leaves more blank, so that others may do better.
struct ClairvoyantPrefetch: PrefetchRule, ~Copyable {
  static let descriptor = PrefetcherDescriptor(
    "clairvoyant",
    "Knows the motion, not the loading: prefetches what will be visible. No upper bound.",
    settings: [Setting("seconds", .number(0...3600), standard: "1", "Seconds ahead.")],
    facts: PrefetcherDescriptor.Facts(plansSoon: false, seesFuture: true)
  ) { ClairvoyantPrefetch($0) }

  /// How far ahead in time.
  private let horizon: SimTime
  private var foresight: Foresight

  init(_ setup: PrefetchSetup) {
    horizon = SimTime(seconds: setup.settings.number("seconds"))
    foresight = Foresight(setup)
  }

  mutating func plan(
    _ context: PrefetchContext, entered: Span<ItemID>, with planner: inout PrefetchPlanner
  ) {
    let viewport = context.viewport
    let seesMore = foresight.look(ahead: horizon, from: viewport, with: planner)
    guard planner.visibleItemsChanged(in: viewport) || seesMore else { return }
    planner.begin(at: viewport)
    for index in 0..<foresight.count {
      let item = foresight[index]
      if !planner.isVisible(item, in: viewport) { planner.append(item) }
    }
  }

  mutating func layoutChanged() { foresight.layoutChanged() }
}
