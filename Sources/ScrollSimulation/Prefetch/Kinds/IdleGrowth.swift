import ScrollCore

/// A rule that prefetches a ring around the viewport that grows while the user rests.
///
/// The ring has `screens` on both sides while anything moves. At rest it grows by one screen after
/// every `every` seconds, up to `most`. With the next movement the ring has its initial size again,
/// and the rule withdraws the requests for items outside of it. The rest begins with the first
/// frame of phase `idle`. Every figure is an `estimate`: no library that we know does this.
struct IdleGrowth: PrefetchRule {
  static let descriptor = PrefetcherDescriptor(
    "idle-grow", "Prefetches a ring that grows while the user rests.",
    settings: [
      Setting(
        "screens", .distance(0...100), standard: "1",
        "Screens on each side (estimate), or points: 300pt."),
      Setting(
        "every", .number(0.001...3600), standard: "1",
        "Seconds at rest for one screen more (estimate)."),
      Setting(
        "most", .distance(0...100), standard: "5",
        "Screens at most (estimate), or points: 1500pt."),
    ],
    facts: PrefetcherDescriptor.Facts(plansSoon: false)
  ) { IdleGrowth($0.settings) }

  /// The distance on each side while moving, and the longest distance.
  private let distance: ScreenDistance, most: ScreenDistance
  /// The time at rest after which the ring grows by one screen.
  private let every: SimTime
  /// The time at which the rest began.
  private var restingSince: SimTime?

  init(_ settings: SettingValues) {
    distance = settings.distance("screens")
    most = settings.distance("most")
    every = SimTime(seconds: settings.number("every"))
  }

  mutating func plan(
    _ context: PrefetchContext, entered: Span<ItemID>, with planner: inout PrefetchPlanner
  ) {
    let viewport = context.viewport
    let start = viewport.phase == .idle ? restingSince ?? viewport.time : nil
    restingSince = start
    let rest = start.map { viewport.time - $0 } ?? .zero
    let steps = rest.nanoseconds / max(1, every.nanoseconds)
    let extent = viewport.extent
    let longer =
      switch distance {
      case .screens(let screens): (screens + Double(steps)) * extent
      case .points(let points): points + Double(steps) * extent
      }
    let grown = min(longer, max(distance.points(extent: extent), most.points(extent: extent)))
    planner.plan(within: PrefetchReach(ahead: grown, behind: grown), of: viewport)
  }
}
