public import ScrollCore

/// The rule of a prefetcher, which chooses the items whose images to request before they are
/// visible.
///
/// The simulation calls a rule once in every frame. The rule reads the viewport and passes the
/// items that it wants to the planner. Then the simulation loads the images of new items in the
/// plan, and withdraws the requests for items that left the plan.
///
///     struct NextScreen: PrefetchRule {
///       mutating func plan(
///         _ context: PrefetchContext, entered: Span<ItemID>, with planner: inout PrefetchPlanner
///       ) {
///         let viewport = context.viewport
///         planner.plan(within: PrefetchReach(ahead: viewport.extent), of: viewport)
///       }
///     }
///
/// The rest of a prefetcher is its `PrefetcherDescriptor`: its name, its settings, and the function
/// that makes a rule. A rule keeps its state from frame to frame; each run has its own rule. A rule
/// is a value: copies share no state, so a copied run continues independently.
///
/// The simulation is deterministic, and rules must be as well. A rule knows what an app knows: the
/// present and the past positions of the viewport. It does not know future positions, unless the
/// descriptor has the fact `seesFuture`.
public protocol PrefetchRule: SendableMetatype {
  /// Plans for a frame; a rule that does not call the planner keeps the plan.
  ///
  /// The simulation calls this method in every frame, even if nothing moves, because plans may grow
  /// at rest.
  /// - Parameters:
  ///   - context: the frame, not earlier than that of the last call.
  ///   - entered: the items that became visible in it, in entering order.
  ///   - planner: the planner that records the plan; the same one in every frame.
  /// - Complexity: should be O(1) for a frame in which no item enters or leaves the plan.
  mutating func plan(
    _ context: PrefetchContext, entered: Span<ItemID>, with planner: inout PrefetchPlanner)

  /// Handles a layout change: from the next frame on, items have other positions.
  ///
  /// The viewport has jumped rather than moved, and the planner has forgotten its plan. The default
  /// implementation does nothing.
  mutating func layoutChanged()

  /// Returns the lifetime of the last frame's plan, during which the simulation may skip the rule.
  ///
  /// The default implementation returns `oneFrame`, which is always correct but slowest.
  func lifetime(around viewport: Viewport) -> PlanLifetime

  /// A Boolean value that indicates whether the rule also plans when the app enters the background.
  ///
  /// The default is `false`.
  var plansForBackground: Bool { get }
}

extension PrefetchRule {
  public mutating func layoutChanged() {}
  public func lifetime(around viewport: Viewport) -> PlanLifetime { .oneFrame }
  public var plansForBackground: Bool { false }
}

/// The lifetime of a plan: the period in which the rule would not change it.
public enum PlanLifetime: Equatable, Sendable {
  /// One frame: the next plan may differ because of speed, time or the system.
  case oneFrame
  /// Until an item becomes visible, even if the viewport moves before.
  case untilItemsEnter
  /// Until an item comes within this reach of the viewport or leaves it, or items become visible.
  case within(PrefetchReach)
}
