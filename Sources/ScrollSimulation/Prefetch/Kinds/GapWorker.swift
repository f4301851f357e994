import ScrollCore

/// A rule that prefetches the items that Android's `RecyclerView` binds ahead: those of the next
/// row, in the time that a frame leaves unused.
///
/// After the list has scrolled in a frame, the rule binds the items of the next row in this
/// direction (one item in a list), if there is enough time before the next vsync. If the same
/// movement in the next frame would show these items, the rule binds them regardless of the time.
/// An item remains bound until another row is the next one. At rest the rule binds nothing.
///
/// Modeled on `GapWorker` and `LinearLayoutManager` of AndroidX (RecyclerView 1.4). The rule
/// assumes that binding an item takes the device's `cellWork`; to create the cells ahead as well,
/// choose `cellPreparation=ahead`. The time left is the time until the next vsync minus the frame's
/// known work, which includes reads and decodes on the main thread. The requests of a frame begin
/// at its start, as with every rule.
struct GapWorker: PrefetchRule {
  static let descriptor = PrefetcherDescriptor(
    "gap-worker", "Prefetches the next row if the frame has time left, as RecyclerView does.",
    facts: PrefetcherDescriptor.Facts(plansSoon: false)
  ) { GapWorker(bindTime: $0.cellWork) }

  let bindTime: SimTime
  /// The items of the next row that are bound.
  private var bound: [Int32] = []
  /// The offset of the last frame; `nil` before the first.
  private var offset: Double?

  init(bindTime: SimTime) { self.bindTime = bindTime }

  mutating func plan(
    _ context: PrefetchContext, entered: Span<ItemID>, with planner: inout PrefetchPlanner
  ) {
    let viewport = context.viewport
    guard let before = offset else {
      offset = viewport.lower
      return planner.begin(at: viewport)
    }
    let moved = abs(viewport.lower - before)
    guard moved > 0 else { return }
    offset = viewport.lower
    let row = planner.nextRow(beyond: viewport)
    var left = context.idle
    let isImmediate = row.distance <= moved
    var next: [Int32] = []
    for item in row.items {
      if !bound.contains(item), !isImmediate, bindTime > .zero, left <= bindTime { break }
      if !bound.contains(item) { left -= bindTime }
      next.append(item)
    }
    guard next != bound else { return }
    bound = next
    planner.begin(at: viewport)
    for item in next { planner.append(ItemID(item)) }
  }

  mutating func layoutChanged() {
    offset = nil
    bound = []
  }
}

extension PrefetchPlanner {
  /// Returns the items of the next row beyond the viewport, in the direction of movement, and the
  /// distance to them; no items at the end of the content.
  fileprivate func nextRow(beyond viewport: Viewport) -> (items: [Int32], distance: Double) {
    let ranks = ranks(of: PrefetchReach(), viewport)
    var items: [Int32] = []
    if viewport.direction == .forward {
      let starts = placement.starts
      let first = Int(ranks.above.near)
      guard first < starts.count, edges.isThere(first) else { return ([], .infinity) }
      var item = first
      while item < starts.count, starts[item] == starts[first] {
        items.append(Int32(item))
        item += 1
      }
      return (items, starts[first] - viewport.upper)
    }
    var rank = Int(ranks.below.near) - 1
    guard rank >= 0, edges.isThere(edges.item(endRank: rank)) else { return ([], .infinity) }
    let end = edges.ends[rank]
    while rank >= 0, edges.ends[rank] == end {
      items.append(Int32(edges.item(endRank: rank)))
      rank -= 1
    }
    return (items, viewport.lower - end)
  }
}
