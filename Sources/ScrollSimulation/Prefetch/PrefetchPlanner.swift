import BasicContainers
package import ScrollCore
import ScrollLayout

/// Decides frame by frame which images to ask for before they are visible.
///
///     var planner = PrefetchPlanner(prefetcher, setup, placement: placement, breadth: 320)
///     var plan = PrefetchPlan()
///     switch planner.plan(context, entered: entered.span, into: &plan) { ... }
///
/// To be asked once in every frame, even in those in which nothing moves: what is at rest may
/// grow. A plan lists items, none visible (except with `neighbours`), none twice, ahead before
/// behind and the nearest first, unless its kind says otherwise. What is wanted soon comes before
/// what is merely worth a prefetch. Which images that makes, and what is issued and withdrawn, is
/// the caller's business.
///
/// Everything is relative to the direction, so that the mirrored scroll has the mirrored plans.
/// Visible is what overlaps the viewport. Items that are inserted only later are not planned.
///
/// - Complexity: O(1) for a frame in which no item enters or leaves the plan, else O(plan);
///   allocates nothing once the plan has been as long as it gets.
package struct PrefetchPlanner: ~Copyable {
  package let prefetcher: Prefetcher
  let setup: PrefetchSetup
  private let cancelsOnReversal: Bool

  /// Where items lie, and the viewport's length across the axis in points.
  var edges: ItemEdges
  var breadth: Double

  /// What the last plan was made of; nil before the first.
  var last: PlannedRanks?
  var slack = PlanSlack()
  private var modes: TextureModes
  private var displacement = Displacement()
  private var forecast: LandingForecast
  private var idle = IdleClock()
  private var foresight: Foresight
  /// The plan in which an item was last listed, by item, where a kind could list one twice.
  private var listed = RigidArray<UInt32>(capacity: 0)
  private var plans: UInt32 = 0

  /// A planner before the first frame.
  /// - Parameters:
  ///   - prefetcher: the rule.
  ///   - setup: what stays the same for the run.
  ///   - placement: where the items lie at first.
  ///   - breadth: the viewport's length across the axis in points.
  ///   - end: when another layout comes, `never` if none does: as far as a clairvoyant sees.
  package init(
    _ prefetcher: Prefetcher, _ setup: PrefetchSetup, placement: ItemPlacement, breadth: Double,
    until end: SimTime = .never
  ) {
    self.prefetcher = prefetcher
    self.setup = setup
    self.breadth = breadth
    cancelsOnReversal = prefetcher.cancelsOnReversal
    edges = ItemEdges(placement)
    modes = TextureModes()
    forecast = LandingForecast(decay: setup.rate.decay, window: setup.velocityWindow)
    foresight = Foresight(direction: setup.direction, until: end)
    switch prefetcher {
    case .neighbours, .clairvoyant:
      listed = RigidArray(repeating: 0, count: placement.count)
    default: break
    }
  }

  /// The items lie elsewhere from the next frame on.
  ///
  /// What was remembered of the movement is forgotten, and the next plan is a new one.
  package mutating func layoutChanged(
    to placement: ItemPlacement, breadth: Double, until end: SimTime = .never
  ) {
    precondition(
      placement.count == edges.placement.count,
      "\(placement.count) items instead of \(edges.placement.count)")
    edges = ItemEdges(placement)
    self.breadth = breadth
    last = nil
    slack = PlanSlack()
    modes.layoutChanged()
    displacement = Displacement()
    forecast = LandingForecast(decay: setup.rate.decay, window: setup.velocityWindow)
    foresight = Foresight(direction: setup.direction, until: end)
  }

  /// Plans for a frame.
  /// - Parameters:
  ///   - context: the frame, not before that of the last call.
  ///   - entered: the items that appeared in it, in entering order.
  ///   - plan: always the same one; filled anew unless nothing changed.
  /// - Returns: what became of the plan.
  package mutating func plan(
    _ context: PrefetchContext, entered: Span<Int32>, into plan: inout PrefetchPlan
  ) -> PrefetchPlan.Change {
    let viewport = context.viewport
    switch prefetcher {
    case .none: return .unchanged
    case .neighbours(let reach):
      return planNeighbours(reach, of: entered, viewport.direction, into: &plan)
    case .ring(let ring): return replan(viewport, ring.reach(viewport), &plan)
    case .directional(let kind): return replan(viewport, kind.reach(viewport), &plan)
    case .uikitWindow(let window):
      guard newVisible(viewport) != nil else { return .unchanged }
      return fill(&plan, ranks(of: window.reach(viewport), viewport), viewport)
    case .textureRanges(let ranges):
      let mode = ranges.mode ?? modes.update(context)
      return replan(viewport, mode.reach(viewport), &plan)
    case .skewport(let skewport):
      let velocity = displacement.follow(viewport)
      let reach = skewport.reach(
        viewport, velocity: velocity, breadth: breadth, scale: setup.scale)
      return replan(viewport, reach, byDistance: true, &plan)
    case .velocity(let kind): return replan(viewport, kind.reach(viewport), &plan)
    case .flingLanding(let kind):
      if let offset = forecast.landing(of: viewport, contentEnd: edges.placement.extent) {
        return replan(viewport, landingAt: offset, &plan)
      }
      return replan(viewport, kind.reach(viewport), &plan)
    case .idleGrow(let growth):
      let reach = growth.reach(viewport, idle: idle.follow(viewport))
      return replan(viewport, reach, &plan)
    case .glidePreload(let preload):
      guard let ranks = newVisible(viewport) else { return .unchanged }
      return fill(&plan, next: preload.most, beyond: ranks)
    case .clairvoyant(let kind):
      let hasMoreToSee = foresight.look(
        ahead: kind.horizon, from: viewport, in: setup, edges)
      let visible = newVisible(viewport)
      guard hasMoreToSee || visible != nil else { return .unchanged }
      let change = self.change(to: visible ?? ranks(of: PrefetchReach(), viewport))
      listForeseen(viewport, into: &plan)
      return change
    }
  }

  /// How far the viewport can go before the plan may change, if no item enters on the way.
  ///
  /// Nil where it may change at any time: by speed, by time, or by what the system does.
  func slack(around viewport: Viewport) -> PlanSlack? {
    let reach: PrefetchReach? =
      switch prefetcher {
      case .none, .neighbours: nil
      case .ring(let ring): ring.reach(viewport)
      case .directional(let kind): kind.reach(viewport)
      case .uikitWindow, .glidePreload: PrefetchReach()
      case .textureRanges(let ranges): ranges.mode?.reach(viewport)
      case .skewport, .velocity, .flingLanding, .idleGrow, .clairvoyant: nil
      }
    switch prefetcher {
    case .none, .neighbours: return .endless
    default: return reach.flatMap { slack.covers(viewport, $0) ? slack : nil }
    }
  }

  /// What changes with a plan that is not as it was.
  mutating func change(to ranks: PlannedRanks) -> PrefetchPlan.Change {
    let hasTurned = last.map { $0.direction != ranks.direction } ?? false
    last = ranks
    return hasTurned && cancelsOnReversal ? .restarted : .changed
  }

  /// Listing 14.5 asks for neighbours whether they are visible or not.
  private mutating func planNeighbours(
    _ reach: Int, of entered: Span<Int32>, _ direction: ScrollDirection,
    into plan: inout PrefetchPlan
  ) -> PrefetchPlan.Change {
    guard !entered.isEmpty else { return .unchanged }
    startListing(&plan)
    let step = Int(direction.rawValue)
    for index in entered.indices {
      let item = Int(entered[index])
      for distance in 1...reach {
        listOnce(item + step * distance, into: &plan)
        listOnce(item - step * distance, into: &plan)
      }
    }
    return .changed
  }

  private mutating func listForeseen(_ viewport: Viewport, into plan: inout PrefetchPlan) {
    startListing(&plan)
    for index in 0..<foresight.count {
      let item = foresight.item(index)
      let isVisible =
        edges.placement.starts[item] < viewport.upper && edges.placement.ends[item] > viewport.lower
      if !isVisible { listOnce(item, into: &plan) }
    }
  }

  private mutating func startListing(_ plan: inout PrefetchPlan) {
    plan.removeAll()
    plans += 1
  }

  private mutating func listOnce(_ item: Int, into plan: inout PrefetchPlan) {
    guard edges.isThere(item), listed[item] != plans else { return }
    listed[item] = plans
    plan.append(item, .prefetch)
  }
}
