import ScrollCore

/// A rule that knows the trace and prefetches the items that will become visible within some
/// seconds.
///
/// Requests are in order of first appearance. The rule knows where the viewport will be at each
/// vertical synchronization, but not how loading will proceed. It does not request items that are
/// visible only between two synchronizations. Other rules may do better, so its result is no upper
/// bound. If the device is too slow, the rule still requests images that arrive too late. If the
/// cache is too small for the prefetched images, a longer look-ahead leaves more blank cells.
struct ClairvoyantPrefetch: PrefetchRule {
  static let descriptor = PrefetcherDescriptor(
    "clairvoyant",
    "Knows the motion, not the loading: prefetches the items that will be visible. Others may "
      + "do better.",
    settings: [Setting("seconds", .number(0...3600), standard: "1", "Seconds ahead.")],
    facts: PrefetcherDescriptor.Facts(plansSoon: false, seesFuture: true)
  ) { ClairvoyantPrefetch($0) }

  /// The time to look ahead.
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
