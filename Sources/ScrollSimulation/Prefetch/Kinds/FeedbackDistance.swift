import ScrollCore

/// A rule that prefetches a distance ahead, which grows after late images and shrinks after wasted
/// prefetches.
///
/// After a frame in which an item appeared without its image, the distance grows by `grow` screens.
/// Otherwise, after a frame in which a prefetched image turned out to be wasted, the distance is
/// multiplied by `keep`. This is additive increase and multiplicative decrease, as in TCP's window.
/// The distance is at least as far as the viewport moves, at its present speed, during an average
/// load. In this average each new load has the weight 1/8, as in TCP's round-trip times. No library
/// has this rule: scrollsim defines it, and every default is an `estimate`.
struct FeedbackDistance: PrefetchRule {
  static let descriptor = PrefetcherDescriptor(
    "feedback", "Prefetches a distance that grows on late images and shrinks on waste.",
    settings: [
      Setting(
        "screens", .distance(0...100), standard: "1",
        "Screens ahead at first (estimate), or points: 300pt."),
      Setting(
        "least", .distance(0...100), standard: "0.25",
        "Screens at least (estimate), or points: 100pt."),
      Setting(
        "most", .distance(0...100), standard: "5",
        "Screens at most (estimate), or points: 1500pt."),
      Setting(
        "grow", .distance(0...100), standard: "0.25",
        "Screens or points more after a frame with late images (estimate)."),
      Setting(
        "keep", .number(0...1), standard: "0.9",
        "Share of the distance that remains after a frame with waste (estimate)."),
    ],
    facts: PrefetcherDescriptor.Facts(plansSoon: false)
  ) { FeedbackDistance($0.settings) }

  private let first: ScreenDistance, least: ScreenDistance
  private let most: ScreenDistance, grow: ScreenDistance
  private let keep: Double
  /// The present distance in lengths of the viewport; `nil` before the first frame.
  private var distance: Double?
  /// The mean seconds that a load takes; `nil` before the first load.
  private var loadTime: Double?

  init(_ settings: SettingValues) {
    first = settings.distance("screens")
    least = settings.distance("least")
    most = settings.distance("most")
    grow = settings.distance("grow")
    keep = settings.number("keep")
  }

  mutating func plan(
    _ context: PrefetchContext, entered: Span<ItemID>, with planner: inout PrefetchPlanner
  ) {
    let (viewport, news) = (context.viewport, context.news)
    let extent = viewport.extent
    let least = least.screens(extent: extent)
    let most = max(least, most.screens(extent: extent))
    var distance = distance ?? min(max(least, first.screens(extent: extent)), most)
    if news.late > 0 {
      distance = min(most, distance + grow.screens(extent: extent))
    } else if news.wasted > 0 {
      distance = max(least, distance * keep)
    }
    self.distance = distance
    for _ in 0..<news.loads {
      let time = news.loadTime.seconds / Double(news.loads)
      loadTime = loadTime.map { $0 + (time - $0) / 8 } ?? time
    }
    let passed = abs(viewport.velocity) * (loadTime ?? 0)
    let ahead = min(most * extent, max(distance * extent, passed))
    planner.plan(within: PrefetchReach(ahead: ahead), of: viewport)
  }
}
