package import ScrollCore

/// A prefetcher at work in one run, whatever its rule.
///
///     let running = prefetcher.start(setup, placement: placement, breadth: 320)
///     var plan = PrefetchPlan()
///     switch running.plan(context, entered: entered.span, into: &plan) { ... }
///
/// Which images the items show, and what is issued and withdrawn, is the caller's business.
package protocol RunningPrefetcher: AnyObject {
  /// Whether it plans when the app goes to the background, too.
  var plansForBackground: Bool { get }

  /// Plans for a frame, every one of them.
  /// - Parameters:
  ///   - context: the frame, not before that of the last call.
  ///   - entered: the items that appeared in it, in entering order.
  ///   - plan: always the same one; filled anew unless nothing changed.
  /// - Returns: what became of the plan.
  func plan(
    _ context: PrefetchContext, entered: Span<ItemID>, into plan: inout PrefetchPlan
  ) -> PrefetchPlan.Change

  /// How far the viewport can go before the plan may change, if no item enters on the way.
  ///
  /// Nil where it may change at any time.
  func slack(around viewport: Viewport) -> PlanSlack?

  /// The items lie elsewhere from the next frame on.
  ///
  /// What was remembered of the movement is forgotten, and the next plan is a new one.
  func layoutChanged(to placement: ItemPlacement, breadth: Double, until end: SimTime)
}

/// A rule at work.
///
/// It belongs to one run and calls nothing that could call it back: accesses need not be checked
/// for overlap.
final class RunningRule<Rule: PrefetchRule & ~Copyable>: RunningPrefetcher {
  @exclusivity(unchecked) private var rule: Rule
  @exclusivity(unchecked) private var planner: PrefetchPlanner

  init(_ rule: consuming Rule, _ planner: consuming PrefetchPlanner) {
    self.rule = rule
    self.planner = planner
  }

  var plansForBackground: Bool { rule.plansForBackground }

  func plan(
    _ context: PrefetchContext, entered: Span<ItemID>, into plan: inout PrefetchPlan
  ) -> PrefetchPlan.Change {
    swap(&plan, &planner.plan)
    planner.nextFrame()
    rule.plan(context, entered: entered, with: &planner)
    swap(&plan, &planner.plan)
    return planner.change
  }

  func slack(around viewport: Viewport) -> PlanSlack? {
    switch rule.lifetime(around: viewport) {
    case .oneFrame: nil
    case .untilItemsEnter: .endless
    case .within(let reach): planner.slack.covers(viewport, reach) ? planner.slack : nil
    }
  }

  func layoutChanged(to placement: ItemPlacement, breadth: Double, until end: SimTime) {
    planner.layoutChanged(to: placement, breadth: breadth, until: end)
    rule.layoutChanged()
  }
}
