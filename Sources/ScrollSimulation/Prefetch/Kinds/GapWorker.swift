import ScrollCore

/// Asks as Android's `RecyclerView` binds items ahead: the next row, in what is left of a frame.
///
/// In a frame in which the list has scrolled, the items of the next row in that direction, one in a
/// list, are bound if the time that binding takes is left before the next vsync; whatever the time,
/// if another movement like this frame's would show them. A bound item stays so until another row is
/// next. At rest nothing is bound.
///
/// After `GapWorker` and `LinearLayoutManager` of AndroidX (RecyclerView 1.4). What binding takes is
/// the device's cell work; to let the cells be made then, too, choose `cellPreparation=ahead`. The
/// time left is what the frame's work known so far leaves, reads and decodes of this frame on the
/// main thread included. Requests of a frame are issued at its start, here as everywhere.
struct GapWorker: PrefetchRule {
  static let descriptor = PrefetcherDescriptor(
    "gap-worker", "Prefetches the next row if the frame has time left, as RecyclerView does.",
    facts: PrefetcherDescriptor.Facts(plansSoon: false)
  ) { GapWorker(bindTime: $0.cellWork) }

  let bindTime: SimTime
  /// The row that is next, as far as it is bound.
  private var bound: [Int32] = []
  /// Of the last frame; nil before the first.
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
  /// The items that begin where the next one beyond the viewport does, in the direction of movement,
  /// and how far that is; none at the end.
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
