import BasicContainers
public import ScrollCore
import ScrollLayout

/// A planner that records the items that a prefetcher's rule wants.
///
/// A plan lists items in the order in which to load them; each item occurs once. There are methods
/// for whole plans and for single items:
///
/// - `plan(within:of:byDistance:)` plans everything near the viewport. You can call this method,
///   and `plan(landingAt:of:)`, in every frame; they do nothing while the items are the same.
/// - `planAnew(within:of:includesVisible:)` and `planAnew(next:beyond:)` are for rules that plan in
///   batches, as soon as `visibleItemsChanged(in:)` returns `true`.
/// - `begin(at:)` and `append(_:_:)` are for rules that choose item by item.
///
/// Plans made by these methods begin with the items of urgency `soon`. Items ahead come before
/// items behind, and the nearest come first. Visible items, and items that are only inserted later,
/// are left out. Plans depend only on directions relative to the movement, so a mirrored scroll has
/// mirrored plans. An item is visible if it overlaps the viewport.
///
/// - Complexity: O(1) for a frame in which no item enters or leaves the plan, otherwise O(plan);
///   allocates nothing once the plan has reached its greatest length.
public struct PrefetchPlanner: ~Copyable {
  /// The viewport's length across the axis in points.
  public private(set) var breadth: Double

  /// The time of the next layout, which only rules that see the future may read; `never` if there
  /// is none.
  private(set) var layoutEnd: SimTime
  private(set) var edges: ItemEdges

  private let cancelsOnReversal: Bool
  /// The urgency of items that a rule plans as `soon`: `prefetch` if the prefetcher's facts say
  /// that it does not distinguish them.
  let soon: PlannedItem.Urgency

  /// The plan.
  var plan = PrefetchPlan()
  private(set) var change = PrefetchPlan.Change.unchanged

  /// The ranks of the last plan; `nil` before the first.
  private(set) var last: PlannedRanks?
  var slack = PlanSlack()
  /// For each item, the number of the last plan that listed it; empty until a plan is made item by
  /// item.
  private var listed = RigidArray<UInt32>(capacity: 0)
  private var plans: UInt32 = 0

  /// Returns a copy that shares no state.
  func copy() -> PrefetchPlanner {
    PrefetchPlanner(
      breadth: breadth, layoutEnd: layoutEnd, edges: edges, cancelsOnReversal: cancelsOnReversal,
      soon: soon, plan: plan.copy(), change: change, last: last, slack: slack,
      listed: listed.clone(), plans: plans)
  }
}

extension PrefetchPlanner {
  init(
    cancelsOnReversal: Bool, plansSoon: Bool, placement: ItemPlacement, breadth: Double,
    until end: SimTime
  ) {
    self.cancelsOnReversal = cancelsOnReversal
    soon = plansSoon ? .soon : .prefetch
    self.breadth = breadth
    layoutEnd = end
    edges = ItemEdges(placement)
  }

  /// The positions of the items and the end of the content.
  public var placement: ItemPlacement { edges.placement }

  /// Returns a Boolean value that indicates whether an item overlaps a viewport.
  public func isVisible(_ item: ItemID, in viewport: Viewport) -> Bool {
    edges.placement.starts[Int(item.index)] < viewport.upper
      && edges.placement.ends[Int(item.index)] > viewport.lower
  }

  /// Begins a frame: the plan has not changed so far.
  mutating func nextFrame() { change = .unchanged }

  /// Replaces the placement of the items and forgets the plan.
  mutating func layoutChanged(
    to placement: ItemPlacement, breadth: Double, until end: SimTime
  ) {
    precondition(
      placement.count == edges.placement.count,
      "\(placement.count) items instead of \(edges.placement.count)")
    edges = ItemEdges(placement)
    self.breadth = breadth
    layoutEnd = end
    last = nil
    slack = PlanSlack()
  }

  /// Empties the plan, to be filled for the given ranks.
  mutating func start(_ ranks: PlannedRanks) {
    let hasTurned = last.map { $0.direction != ranks.direction } ?? false
    last = ranks
    change = hasTurned && cancelsOnReversal ? .restarted : .changed
    plan.removeAll()
  }
}

/// Methods for plans that are made item by item.
extension PrefetchPlanner {
  /// Begins a new plan, without any item.
  public mutating func begin(at viewport: Viewport) {
    var ranks = ranks(of: PrefetchReach(), viewport)
    ranks.kind = .anew
    start(ranks)
    if listed.isEmpty { listed = RigidArray(repeating: 0, count: edges.placement.count) }
    plans += 1
  }

  /// Appends an item to the plan that was begun in this frame; the item may be visible.
  ///
  /// The method ignores an item that is already in the plan, that is not in the present layout, or
  /// that does not exist.
  /// - Precondition: `begin(at:)` was called in this frame.
  public mutating func append(_ item: ItemID, _ urgency: PlannedItem.Urgency = .prefetch) {
    precondition(change != .unchanged, "no plan was begun in this frame")
    let index = Int(item.index)
    guard edges.isThere(index), listed[index] != plans else { return }
    listed[index] = plans
    plan.append(index, urgency == .soon ? soon : urgency)
  }
}

/// Conversion of distances around the viewport to items.
extension PrefetchPlanner {
  /// Returns the ranks of a viewport; `nil` if they cannot have changed.
  private mutating func newRanks(
    of reach: PrefetchReach, _ viewport: Viewport
  ) -> PlannedRanks? {
    guard !slack.covers(viewport, reach) else { return nil }
    let ranks = ranks(of: reach, viewport)
    slack = PlanSlack(ranks, of: reach, viewport, edges)
    return ranks
  }

  /// Returns a Boolean value that indicates whether the visible items differ from those at the last
  /// plan, or there is no plan yet.
  ///
  /// The rule must then make a plan in the same frame.
  public mutating func visibleItemsChanged(in viewport: Viewport) -> Bool {
    guard let ranks = newRanks(of: PrefetchReach(), viewport) else { return false }
    guard let last else { return true }
    return ranks.above.near != last.above.near || ranks.below.near != last.below.near
  }

  /// Returns the items within a reach.
  func ranks(of reach: PrefetchReach, _ viewport: Viewport) -> PlannedRanks {
    let isForward = viewport.direction == .forward
    let (soonAbove, soonBelow) =
      isForward ? (reach.soonAhead, reach.soonBehind) : (reach.soonBehind, reach.soonAhead)
    let (above, below) =
      isForward ? (reach.ahead, reach.behind) : (reach.behind, reach.ahead)
    let guess = last ?? PlannedRanks()
    var ranks = PlannedRanks()
    ranks.direction = viewport.direction
    ranks.above.near = edges.startRank(viewport.upper, near: guess.above.near)
    ranks.above.soon =
      soonAbove > 0
      ? edges.startRank(viewport.upper + soonAbove, near: guess.above.soon) : ranks.above.near
    ranks.above.far =
      above > soonAbove
      ? edges.startRank(viewport.upper + above, near: guess.above.far) : ranks.above.soon
    ranks.below.near = edges.endRank(viewport.lower, near: guess.below.near)
    ranks.below.soon =
      soonBelow > 0
      ? edges.endRank(viewport.lower - soonBelow, near: guess.below.soon) : ranks.below.near
    ranks.below.far =
      below > soonBelow
      ? edges.endRank(viewport.lower - below, near: guess.below.far) : ranks.below.soon
    return ranks
  }

  /// Plans the items within a reach, unless they are already planned.
  /// - Parameters:
  ///   - reach: the distances around the viewport.
  ///   - viewport: the viewport of the frame.
  ///   - byDistance: `true` to list items by their distance, from both sides; `false` to list all
  ///     items ahead before those behind.
  public mutating func plan(
    within reach: PrefetchReach, of viewport: Viewport, byDistance: Bool = false
  ) {
    let kind: PlannedRanks.Kind = byDistance ? .byDistance : .bySide
    if last?.kind != kind { slack = PlanSlack() }
    guard var ranks = newRanks(of: reach, viewport) else { return }
    ranks.kind = kind
    if ranks != last { fill(ranks, viewport, byDistance: byDistance) }
  }

  /// Plans the items within a reach, even if they are already planned.
  /// - Parameters:
  ///   - reach: the distances around the viewport.
  ///   - viewport: the viewport of the frame.
  ///   - includesVisible: `true` to list visible items first, for plans that are kept while the
  ///     viewport moves.
  public mutating func planAnew(
    within reach: PrefetchReach, of viewport: Viewport, includesVisible: Bool = false
  ) {
    var ranks = ranks(of: reach, viewport)
    ranks.kind = .anew
    fill(ranks, viewport, byDistance: false, includesVisible: includesVisible)
  }

  /// Plans the items with the given ranks, unless they are already planned.
  mutating func plan(_ ranks: PlannedRanks, of viewport: Viewport) {
    slack = PlanSlack()
    if ranks != last { fill(ranks, viewport, byDistance: false) }
  }

  /// Fills the plan with the items that have the ranks of a reach.
  private mutating func fill(
    _ ranks: PlannedRanks, _ viewport: Viewport, byDistance: Bool, includesVisible: Bool = false
  ) {
    start(ranks)
    let (above, below) = (ranks.above, ranks.below)
    if includesVisible { listVisible(ranks, viewport) }
    let (soonAbove, soonBelow) = (above.near..<above.soon, below.soon..<below.near)
    let (restAbove, restBelow) = (above.soon..<above.far, below.far..<below.soon)
    if byDistance {
      listByDistance(soonAbove, soonBelow, viewport, soon)
      listByDistance(restAbove, restBelow, viewport, .prefetch)
    } else {
      listBySide(soonAbove, soonBelow, viewport, soon)
      listBySide(restAbove, restBelow, viewport, .prefetch)
    }
  }

  /// Plans the next `count` items beyond the last visible one in the direction of movement, even if
  /// they are already planned.
  public mutating func planAnew(next count: Int, beyond viewport: Viewport) {
    var ranks = ranks(of: PrefetchReach(), viewport)
    ranks.kind = .anew
    let total = edges.placement.count
    let most = Int32(min(max(0, count), total))
    if ranks.direction == .forward {
      ranks.above.far = min(Int32(total), ranks.above.near + most)
    } else {
      ranks.below.far = max(0, ranks.below.near - most)
    }
    start(ranks)
    listAbove(ranks.above.near..<ranks.above.far, .prefetch)
    listBelow(ranks.below.far..<ranks.below.near, .prefetch)
  }

  /// Plans the items that will be visible when the viewport has stopped, then the others on the
  /// way.
  ///
  /// It keeps the current plan if that has the same ranges.
  ///
  /// The items at the landing have the urgency `soon`.
  /// - Parameters:
  ///   - offset: the viewport's lower edge at rest.
  ///   - viewport: the viewport of the frame.
  public mutating func plan(landingAt offset: Double, of viewport: Viewport) {
    slack = PlanSlack()
    let upper = offset + viewport.extent
    var ranks = ranks(of: PrefetchReach(), viewport)
    ranks.kind = .landing
    if offset > viewport.lower {
      ranks.above.far = max(ranks.above.near, edges.startRank(upper, near: ranks.above.near))
      if ranks.above.far > ranks.above.near {
        ranks.above.soon = edges.endRank(offset, near: ranks.below.near)
      }
    } else if offset < viewport.lower {
      ranks.below.far = min(ranks.below.near, edges.endRank(offset, near: ranks.below.near))
      if ranks.below.far < ranks.below.near {
        ranks.below.soon = edges.startRank(upper, near: ranks.above.near)
      }
    }
    guard ranks != last else { return }
    start(ranks)
    listWay(ranks, to: offset..<upper, landing: true)
    listWay(ranks, to: offset..<upper, landing: false)
  }

  /// Lists the items on the way that are visible at the landing, or those that are not.
  private mutating func listWay(
    _ ranks: PlannedRanks, to landing: Range<Double>, landing isLanding: Bool
  ) {
    let urgency = isLanding ? soon : .prefetch
    for rank in ranks.above.near..<ranks.above.far
    where (edges.placement.ends[Int(rank)] > landing.lowerBound) == isLanding {
      plan.append(Int(rank), urgency)
    }
    for rank in (ranks.below.far..<ranks.below.near).reversed() {
      let item = edges.item(endRank: Int(rank))
      if (edges.placement.starts[item] < landing.upperBound) == isLanding {
        plan.append(item, urgency)
      }
    }
  }

  /// Lists the items that overlap the viewport, in the direction of movement.
  private mutating func listVisible(_ ranks: PlannedRanks, _ viewport: Viewport) {
    guard edges.endsAscend else {
      for item in ItemsInOrder(0..<Int(ranks.above.near), viewport.direction)
      where isVisible(ItemID(item.position), in: viewport) {
        plan.append(item.position, .prefetch)
      }
      return
    }
    let visible = min(ranks.below.near, ranks.above.near)..<ranks.above.near
    plan.append(visible, isDescending: viewport.direction == .backward, .prefetch)
  }

  /// Lists the items of the side ahead, then those of the other side.
  private mutating func listBySide(
    _ up: Range<Int32>, _ down: Range<Int32>, _ viewport: Viewport,
    _ urgency: PlannedItem.Urgency
  ) {
    if viewport.direction == .forward {
      listAbove(up, urgency)
      listBelow(down, urgency)
    } else {
      listBelow(down, urgency)
      listAbove(up, urgency)
    }
  }

  private mutating func listAbove(
    _ ranks: Range<Int32>, _ urgency: PlannedItem.Urgency
  ) {
    guard !edges.areAllThere else {
      return plan.append(ranks, isDescending: false, urgency)
    }
    for rank in ranks where edges.isThere(Int(rank)) { plan.append(Int(rank), urgency) }
  }

  private mutating func listBelow(
    _ ranks: Range<Int32>, _ urgency: PlannedItem.Urgency
  ) {
    guard !edges.areAllThere || !edges.endsAscend else {
      return plan.append(ranks, isDescending: true, urgency)
    }
    for rank in ranks.reversed() {
      let item = edges.item(endRank: Int(rank))
      if edges.isThere(item) { plan.append(item, urgency) }
    }
  }

  /// Lists both sides by their distance from the viewport; at equal distances the item ahead comes
  /// first.
  private mutating func listByDistance(
    _ up: Range<Int32>, _ down: Range<Int32>, _ viewport: Viewport,
    _ urgency: PlannedItem.Urgency
  ) {
    var (above, below) = (up.lowerBound, down.upperBound)
    while above < up.upperBound || below > down.lowerBound {
      let higher =
        above < up.upperBound
        ? edges.placement.starts[Int(above)] - viewport.upper : .infinity
      let item = below > down.lowerBound ? edges.item(endRank: Int(below - 1)) : 0
      let lower =
        below > down.lowerBound ? viewport.lower - edges.placement.ends[item] : .infinity
      if higher < lower || (higher == lower && viewport.direction == .forward) {
        plan.append(Int(above), urgency)
        above += 1
      } else {
        plan.append(item, urgency)
        below -= 1
      }
    }
  }
}
