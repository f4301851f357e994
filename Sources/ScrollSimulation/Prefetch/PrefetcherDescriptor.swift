public import ScrollCore

/// A prefetcher in a catalog: its name, its settings, and how its rule is made.
///
///     extension NextScreen {
///       static let descriptor = PrefetcherDescriptor(
///         "next-screen", "Prefetches the next screens in the direction of movement.",
///         settings: [
///           Setting("screens", .number(0...10), standard: "1", "How many screens.")
///         ]
///       ) { NextScreen(screens: $0.settings.number("screens")) }
///     }
///
/// A catalog with it in it, `Catalog<PrefetcherDescriptor>.builtIn.adding(NextScreen.descriptor)`,
/// makes it a prefetcher like any other.
public struct PrefetcherDescriptor: CatalogEntry {
  public static var kind: String { "prefetcher" }

  /// What a descriptor says besides name and summary.
  public struct Facts: Sendable {
    /// Whether a prefetch is withdrawn when its image leaves the plan.
    public var withdraws: Bool
    /// Whether everything is withdrawn on a change of direction before anything is asked for: the
    /// default of `cancelOnReversal`, a setting of every prefetcher that withdraws.
    public var cancelsOnReversal: Bool
    /// Whether it plans items as `soon`; if not, they are prefetches however they are planned,
    /// which takes less time.
    public var plansSoon: Bool
    /// Whether it knows what will happen: a baseline to compare with, not something to build.
    public var seesFuture: Bool

    public init(
      withdraws: Bool = true, cancelsOnReversal: Bool = false, plansSoon: Bool = true,
      seesFuture: Bool = false
    ) {
      self.withdraws = withdraws
      self.cancelsOnReversal = cancelsOnReversal
      self.plansSoon = plansSoon
      self.seesFuture = seesFuture
    }
  }

  public let name: String
  public let summary: String
  public let settings: [Setting]
  public let facts: Facts

  /// A rule at work, from its settings and the planner that it gets.
  let start: @Sendable (PrefetchSetup, consuming PrefetchPlanner) -> any RunningPrefetcher

  /// Describes a prefetcher.
  /// - Parameters:
  ///   - name: in kebab-case, unlike any other's.
  ///   - summary: one sentence.
  ///   - settings: besides `cancelOnReversal`.
  ///   - facts: what else is to be known.
  ///   - make: a rule for one run.
  public init<Rule: PrefetchRule & ~Copyable>(
    _ name: String, _ summary: String, settings: [Setting] = [], facts: Facts = Facts(),
    make: @escaping @Sendable (PrefetchSetup) -> Rule
  ) {
    self.name = name
    self.summary = summary
    self.settings =
      settings + (facts.withdraws ? [Self.cancelOnReversal(facts.cancelsOnReversal)] : [])
    self.facts = facts
    start = { RunningRule(make($0), $1) }
  }

  private static func cancelOnReversal(_ standard: Bool) -> Setting {
    Setting(
      "cancelOnReversal", .flag, standard: "\(standard)",
      "Whether a change of direction first cancels all prefetches.")
  }

  /// The prefetcher with checked settings.
  public func prefetcher(_ settings: SettingValues) -> Prefetcher { Prefetcher(self, settings) }
}

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
