import ScrollCore
import ScrollSimulation

/// Requests the next screens while the viewport moves slowly, and nothing while it flies.
///
/// Images that a fling passes are gone before they are loaded. Their loads would only delay the
/// images that are visible when the fling has stopped.
public struct UnhurriedPrefetch: PrefetchRule {
  private let screens: Double
  /// Lengths of the viewport per second.
  private let fastest: Double

  public init(_ settings: SettingValues) {
    screens = settings.number("screens")
    fastest = settings.number("fastest")
  }

  public mutating func plan(
    _ context: PrefetchContext, entered: Span<ItemID>, with planner: inout PrefetchPlanner
  ) {
    let viewport = context.viewport
    let flies = abs(viewport.velocity) > fastest * viewport.extent
    let reach = PrefetchReach(ahead: flies ? 0 : screens * viewport.extent)
    planner.plan(within: reach, of: viewport)
  }
}

extension UnhurriedPrefetch {
  public static let descriptor = PrefetcherDescriptor(
    "unhurried", "Prefetches the next screens unless the viewport moves fast.",
    settings: [
      Setting("screens", .number(0...100), standard: "1", "Screens ahead."),
      Setting("fastest", .number(0...100), standard: "2", "Screens per second at most."),
    ],
    facts: PrefetcherDescriptor.Facts(plansSoon: false)
  ) { UnhurriedPrefetch($0.settings) }
}
