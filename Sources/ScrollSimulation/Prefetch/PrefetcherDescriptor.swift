public import ScrollCore

/// A prefetcher in a catalog: its name, its settings, and the function that makes its rule.
///
///     extension NextScreen {
///       static let descriptor = PrefetcherDescriptor(
///         "next-screen", "Prefetches the next screens in the direction of movement.",
///         settings: [
///           Setting("screens", .number(0...10), standard: "1", "Screens ahead.")
///         ]
///       ) { NextScreen(screens: $0.settings.number("screens")) }
///     }
///
/// Add it to a catalog to use it like any other prefetcher:
/// `Catalog<PrefetcherDescriptor>.builtIn.adding(NextScreen.descriptor)`.
public struct PrefetcherDescriptor: CatalogEntry {
  public static var kind: String { "prefetcher" }

  /// The properties of a prefetcher besides its name and summary.
  public struct Facts: Sendable {
    /// A Boolean value that indicates whether a prefetch is withdrawn when its image leaves the
    /// plan.
    public var withdraws: Bool
    /// A Boolean value that indicates whether a change of direction withdraws all requests before
    /// new ones are made.
    ///
    /// The value is the default of the setting `cancelOnReversal`, which every prefetcher that
    /// withdraws requests has.
    public var cancelsOnReversal: Bool
    /// A Boolean value that indicates whether the rule plans items as `soon`.
    ///
    /// If `false`, all planned items are prefetches, and simulating the run takes less time.
    public var plansSoon: Bool
    /// A Boolean value that indicates whether the rule knows the future, so that it serves for
    /// comparison only: an app cannot implement it.
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

  /// Creates the running rule of a run from a setup and a planner.
  let start: @Sendable (PrefetchSetup, consuming PrefetchPlanner) -> any RunningPrefetcher

  /// Creates a description of a prefetcher.
  /// - Parameters:
  ///   - name: a unique name in kebab-case.
  ///   - summary: one sentence.
  ///   - settings: the settings, without `cancelOnReversal`.
  ///   - facts: the other properties.
  ///   - make: a function that creates the rule of one run.
  public init<Rule: PrefetchRule>(
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
      "A change of direction first cancels all prefetches.")
  }

  /// Returns the prefetcher with checked settings.
  public func prefetcher(_ settings: SettingValues) -> Prefetcher { Prefetcher(self, settings) }
}

/// A prefetcher in one run, independent of the type of its rule.
///
///     let running = prefetcher.start(setup, placement: placement, breadth: 320)
///     var plan = PrefetchPlan()
///     switch running.plan(context, entered: entered.span, into: &plan) { ... }
///
/// The caller decides which images the items show, and which requests are issued and withdrawn.
package protocol RunningPrefetcher: AnyObject {
  /// A Boolean value that indicates whether the prefetcher also plans when the app enters the
  /// background.
  var plansForBackground: Bool { get }

  /// Plans for a frame.
  ///
  /// Call it for every frame.
  /// - Parameters:
  ///   - context: the frame, not earlier than that of the last call.
  ///   - entered: the items that appeared in it, in entering order.
  ///   - plan: the plan, the same one in every call; the prefetcher refills it unless it returns
  ///     `unchanged`.
  /// - Returns: the change of the plan.
  func plan(
    _ context: PrefetchContext, entered: Span<ItemID>, into plan: inout PrefetchPlan
  ) -> PrefetchPlan.Change

  /// Returns the distance that the viewport can move before the plan may change, if no item becomes
  /// visible on the way; `nil` if the plan may change at any time.
  func slack(around viewport: Viewport) -> PlanSlack?

  /// Handles a layout change: from the next frame on, items have other positions.
  ///
  /// The prefetcher forgets the movement so far, and its next plan counts as new.
  func layoutChanged(to placement: ItemPlacement, breadth: Double, until end: SimTime)

  /// Returns a prefetcher in the same state that shares no storage with this one.
  func copy() -> any RunningPrefetcher
}

/// A rule in one run, with its planner.
///
/// An object belongs to one run, and no code that it calls can call it back. So exclusive access
/// need not be checked at run time.
final class RunningRule<Rule: PrefetchRule>: RunningPrefetcher {
  @exclusivity(unchecked) private var rule: Rule
  @exclusivity(unchecked) private var planner: PrefetchPlanner

  init(_ rule: Rule, _ planner: consuming PrefetchPlanner) {
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

  func copy() -> any RunningPrefetcher { RunningRule(rule, planner.copy()) }
}
