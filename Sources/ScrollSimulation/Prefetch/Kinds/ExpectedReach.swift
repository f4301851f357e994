import ScrollCore

/// A rule that prefetches the items that will probably become visible, in descending order of
/// benefit per byte.
///
/// Swipe statistics (`SwipeStatistics`) give the probability that an item becomes visible soon. The
/// rule plans every item with a probability of at least `least`. The benefit of an item is this
/// probability times the time to load its image again, divided by the bytes that the image takes in
/// the cache. Among items of equal benefit, items ahead come before items behind, and nearer items
/// come first. The rule orders the plan again when an item enters or leaves the plan or moves to
/// the other side of the viewport, and when the direction changes.
///
/// The rule is similar to Dashlet (Li et al., NSDI 2023), which orders the downloads of short
/// videos by swipe statistics alone. The default statistics and the default `least` come from
/// generated traces; `scrollsim train` computes statistics from your traces.
struct ExpectedReach: PrefetchRule {
  static let descriptor = PrefetcherDescriptor(
    "expected", "Prefetches by probability x reload time / bytes, from trained swipe statistics.",
    settings: [
      Setting(
        "least", .number(0.000001...1), standard: "0.3",
        "The least probability of an item to prefetch.")
    ] + SwipeStatistics.settings,
    facts: PrefetcherDescriptor.Facts(plansSoon: false)
  ) { ExpectedReach($0) }

  private let statistics: SwipeStatistics
  private let least: Double
  /// The time to load each image again, divided by its bytes in the cache; empty if it is the same
  /// for all images.
  private let worth: [Double]
  /// The last plan; `nil` before the first.
  private var last: PlannedRanks?
  private var candidates: [(worth: Double, gap: Double, isAhead: Bool, item: Int32)] = []

  init(_ setup: PrefetchSetup) {
    statistics = SwipeStatistics(setup.settings)
    least = setup.settings.number("least")
    worth = zip(setup.reloadMilliseconds, setup.bytes).map { $0 / Double(max(1, $1)) }
  }

  mutating func plan(
    _ context: PrefetchContext, entered: Span<ItemID>, with planner: inout PrefetchPlanner
  ) {
    let viewport = context.viewport
    let (ahead, behind) = statistics.ways(in: viewport)
    let screen = viewport.extent
    let ranks = planner.ranks(
      of: PrefetchReach(
        ahead: ahead.distance(of: least) * screen, behind: behind.distance(of: least) * screen),
      viewport)
    guard ranks != last else { return }
    last = ranks
    let isForward = viewport.direction == .forward
    // One copy for all: each read of the property would retain and release its arrays.
    let placement = planner.placement
    candidates.removeAll(keepingCapacity: true)
    for item in ranks.above.near..<ranks.above.far {
      let gap = placement.starts[Int(item)] - viewport.upper
      add(item, gap, isForward, isForward ? ahead : behind, screen, placement)
    }
    for rank in ranks.below.far..<ranks.below.near {
      let item = planner.edges.item(endRank: Int(rank))
      let gap = viewport.lower - placement.ends[item]
      add(Int32(item), gap, !isForward, isForward ? behind : ahead, screen, placement)
    }
    let sign = Int32(viewport.direction.rawValue)
    candidates.sort {
      if $0.worth != $1.worth { return $0.worth > $1.worth }
      if $0.isAhead != $1.isAhead { return $0.isAhead }
      if $0.gap != $1.gap { return $0.gap < $1.gap }
      return $0.isAhead ? $0.item * sign < $1.item * sign : $0.item * sign > $1.item * sign
    }
    planner.begin(at: viewport)
    for candidate in candidates { planner.append(ItemID(candidate.item)) }
  }

  private mutating func add(
    _ item: Int32, _ gap: Double, _ isAhead: Bool, _ way: SwipeStatistics.Way, _ screen: Double,
    _ placement: ItemPlacement
  ) {
    let chance = way.chance(of: gap / screen)
    let worth = worth.isEmpty ? 1 : worth[Int(placement.images[Int(item)].index)]
    candidates.append((chance * worth, gap, isAhead, item))
  }

  mutating func layoutChanged() { last = nil }
}
