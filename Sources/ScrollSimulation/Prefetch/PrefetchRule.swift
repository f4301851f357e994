public import ScrollCore

/// What one prefetcher does in one run: which images it asks for before they are visible.
///
/// A rule is asked once in every frame. It looks at the viewport and tells the planner which
/// items it wants now; what is new in the plan is then loaded, and what has left it is withdrawn.
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
/// The rest of a prefetcher is its `PrefetcherDescriptor`: name, settings, and how a rule is made.
/// A rule keeps whatever it has to remember from frame to frame; each run has a rule of its own.
///
/// The simulation is deterministic, and so must rules be. They see what an app would see: where
/// the viewport is and was, never where it will be, unless the descriptor says so.
public protocol PrefetchRule: ~Copyable, SendableMetatype {
  /// Plans for a frame, or leaves the plan as it is by not calling the planner.
  ///
  /// Called in every frame, even where nothing moves: what is at rest may grow.
  /// - Parameters:
  ///   - context: the frame, not before that of the last call.
  ///   - entered: the items that became visible in it, in entering order.
  ///   - planner: takes the plan; the same one in every frame.
  /// - Complexity: should be O(1) for a frame in which no item enters or leaves the plan.
  mutating func plan(
    _ context: PrefetchContext, entered: Span<ItemID>, with planner: inout PrefetchPlanner)

  /// The items lie elsewhere from the next frame on, so that the viewport has not moved but
  /// jumped. The planner has forgotten its plan; does nothing unless implemented.
  mutating func layoutChanged()

  /// How long the plan of the last frame stays as it is: frames until then may be passed without
  /// asking. `oneFrame` unless implemented, which is always right but takes the longest.
  func lifetime(around viewport: Viewport) -> PlanLifetime

  /// Whether it also plans at the moment at which the app goes to the background; false unless
  /// implemented.
  var plansForBackground: Bool { get }
}

extension PrefetchRule where Self: ~Copyable {
  public mutating func layoutChanged() {}
  public func lifetime(around viewport: Viewport) -> PlanLifetime { .oneFrame }
  public var plansForBackground: Bool { false }
}

/// How long a plan stays as it is.
public enum PlanLifetime: Equatable, Sendable {
  /// The next one may be another, by speed, by time, or by what the system does.
  case oneFrame
  /// Until items become visible, however far the viewport moves before.
  case untilItemsEnter
  /// Until an item comes within this reach of the viewport or leaves it, and until items become
  /// visible.
  case within(PrefetchReach)
}
