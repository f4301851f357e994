import ScrollCore

/// A rule that prefetches the items that Apple's photo sample passes to a `PHCachingImageManager`
/// for preheating.
///
/// The window extends half a screen beyond both edges of the screen and includes visible items. The
/// rule updates the window only when the screen has moved by more than a third of its length since
/// the last update. Modeled on `updateCachedAssets` of the sample code "Browsing and Modifying
/// Photo Albums" (formerly "Example app using Photos framework"). The sample does not specify the
/// order of requests; the rule uses the standard order of `PrefetchPlanner`.
struct PreheatWindow: PrefetchRule {
  static let descriptor = PrefetcherDescriptor(
    "preheat", "Prefetches half a screen on both sides, updated after every third of a screen.",
    settings: [
      Setting(
        "ahead", .distance(0...100), standard: "0.5",
        "Screens in the direction of movement, or points: 300pt."),
      Setting(
        "behind", .distance(0...100), standard: "0.5",
        "Screens on the other side, or points: 300pt."),
      Setting(
        "step", .distance(0...100), standard: "0.3333333333333333",
        "Screens or points that the middle must move before an update."),
    ],
    facts: PrefetcherDescriptor.Facts(plansSoon: false)
  ) { PreheatWindow($0.settings) }

  private let ahead: ScreenDistance, behind: ScreenDistance, step: ScreenDistance
  /// The middle of the viewport at the last update of the window; `nil` before that.
  private var middle: Double?

  init(_ settings: SettingValues) {
    ahead = settings.distance("ahead")
    behind = settings.distance("behind")
    step = settings.distance("step")
  }

  mutating func plan(
    _ context: PrefetchContext, entered: Span<ItemID>, with planner: inout PrefetchPlanner
  ) {
    let viewport = context.viewport
    let screen = viewport.extent
    if let middle, abs(viewport.center - middle) <= step.points(extent: screen) { return }
    middle = viewport.center
    planner.planAnew(
      within: PrefetchReach(
        ahead: ahead.points(extent: screen), behind: behind.points(extent: screen)), of: viewport,
      includesVisible: true)
  }

  mutating func layoutChanged() { middle = nil }
}
