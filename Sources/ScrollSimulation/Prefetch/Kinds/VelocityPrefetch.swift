import ScrollCore

/// Asks for what the viewport will pass within some seconds if it keeps its speed.
///
/// The way is velocity times time, beyond the edge ahead; at rest there is none.
struct VelocityPrefetch: PrefetchRule {
  static let descriptor = PrefetcherDescriptor(
    "velocity", "Prefetches the items within some seconds ahead at the present speed.",
    settings: [Setting("seconds", .number(0...60), standard: "0.5", "Seconds ahead (estimate).")],
    facts: PrefetcherDescriptor.Facts(plansSoon: false)
  ) { VelocityPrefetch(seconds: $0.settings.number("seconds")) }

  /// How far ahead in time.
  let seconds: Double

  /// While the mean velocity still has the sign of the movement before a turn, the way leads
  /// there, which is behind.
  mutating func plan(
    _ context: PrefetchContext, entered: Span<ItemID>, with planner: inout PrefetchPlanner
  ) {
    let viewport = context.viewport
    let way = viewport.velocity * viewport.direction.sign * seconds
    planner.plan(
      within: PrefetchReach(ahead: max(0, way), behind: max(0, -way)), of: viewport)
  }
}
