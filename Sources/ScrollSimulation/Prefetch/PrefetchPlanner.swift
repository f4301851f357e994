import BasicContainers
public import ScrollCore
import ScrollLayout

/// Takes down what a prefetcher's rule wants: a plan, made anew when something in it changes.
///
/// A plan lists items in the order in which to load them, none twice. There are verbs for whole
/// plans and one for single items:
///
/// - `plan(within:of:byDistance:)` is for everything near the viewport. It may be called in every
///   frame, and does nothing while the items stay the same; so does `plan(landingAt:of:)`.
/// - `planAnew(within:of:includesVisible:)` and `planAnew(next:beyond:)` are for rules that plan in batches, as
///   soon as `visibleItemsChanged(in:)`.
/// - `begin(at:)` and `append(_:_:)` are for rules that choose item by item.
///
/// Plans made by these verbs begin with what is wanted soon, have what lies ahead before what
/// lies behind and the nearest first, and leave out what is visible and items that are only
/// inserted later. Everything is relative to the direction, so that the mirrored scroll has the
/// mirrored plans. Visible is what overlaps the viewport.
///
/// - Complexity: O(1) for a frame in which no item enters or leaves the plan, else O(plan);
///   allocates nothing once the plan has been as long as it gets.
public struct PrefetchPlanner: ~Copyable {
  /// The viewport's length across the axis in points.
  public private(set) var breadth: Double

  /// When another layout comes, `never` if none does: as far as one can see who knows the future.
  private(set) var layoutEnd: SimTime
  private(set) var edges: ItemEdges

  private let cancelsOnReversal: Bool
  /// What `soon` counts as for this prefetcher.
  let soon: PlannedItem.Urgency

  /// The plan, and what became of it in this frame.
  var plan = PrefetchPlan()
  private(set) var change = PrefetchPlan.Change.unchanged

  /// What the last plan was made of; nil before the first.
  private(set) var last: PlannedRanks?
  var slack = PlanSlack()
  /// The plan in which an item was last listed, by item; empty until one is made item by item.
  private var listed = RigidArray<UInt32>(capacity: 0)
  private var plans: UInt32 = 0

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

  /// Where the items lie, and where the content ends.
  public var placement: ItemPlacement { edges.placement }

  /// Whether an item overlaps a viewport.
  public func isVisible(_ item: ItemID, in viewport: Viewport) -> Bool {
    edges.placement.starts[Int(item.index)] < viewport.upper
      && edges.placement.ends[Int(item.index)] > viewport.lower
  }

  /// Another frame: nothing has changed in it so far.
  mutating func nextFrame() { change = .unchanged }

  /// The items lie elsewhere; what was planned is forgotten.
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

  /// Empties the plan to be filled with what has these ranks.
  mutating func start(_ ranks: PlannedRanks) {
    let hasTurned = last.map { $0.direction != ranks.direction } ?? false
    last = ranks
    change = hasTurned && cancelsOnReversal ? .restarted : .changed
    plan.removeAll()
  }
}

/// Plans made item by item.
extension PrefetchPlanner {
  /// Begins a new plan, without any item.
  public mutating func begin(at viewport: Viewport) {
    var ranks = ranks(of: PrefetchReach(), viewport)
    ranks.kind = .anew
    start(ranks)
    if listed.isEmpty { listed = RigidArray(repeating: 0, count: edges.placement.count) }
    plans += 1
  }

  /// Appends an item to the plan that was begun in this frame, whether it is visible or not.
  ///
  /// Does nothing for an item that is in the plan already, that is only inserted later, or that
  /// does not exist.
  /// - Precondition: `begin(at:)` was called in this frame.
  public mutating func append(_ item: ItemID, _ urgency: PlannedItem.Urgency = .prefetch) {
    precondition(change != .unchanged, "no plan was begun in this frame")
    let index = Int(item.index)
    guard edges.isThere(index), listed[index] != plans else { return }
    listed[index] = plans
    plan.append(index, urgency == .soon ? soon : urgency)
  }
}
