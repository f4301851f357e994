import ScrollCore

/// A rule that prefetches the items that the viewport will reach within some seconds at its present
/// speed.
///
/// The distance beyond the edge ahead is velocity times time; at rest it is 0.
struct VelocityPrefetch: PrefetchRule {
  static let descriptor = PrefetcherDescriptor(
    "velocity", "Prefetches the items within some seconds ahead at the present speed.",
    settings: [Setting("seconds", .number(0...60), standard: "0.5", "Seconds ahead (estimate).")],
    facts: PrefetcherDescriptor.Facts(plansSoon: false)
  ) { VelocityPrefetch(seconds: $0.settings.number("seconds")) }

  /// The time to look ahead.
  let seconds: Double

  /// Plans for a frame.
  ///
  /// Right after a reversal, the measured velocity still has the sign of the earlier movement.
  /// Until it changes, the rule plans behind the viewport.
  mutating func plan(
    _ context: PrefetchContext, entered: Span<ItemID>, with planner: inout PrefetchPlanner
  ) {
    let viewport = context.viewport
    let way = viewport.velocity * viewport.direction.sign * seconds
    planner.plan(
      within: PrefetchReach(ahead: max(0, way), behind: max(0, -way)), of: viewport)
  }
}
