import ScrollCore

/// Asks as Apple's photo sample tells a `PHCachingImageManager` what to preheat.
///
/// A window of half a screen beyond both edges, visible items included, which stays where it is
/// until the middle of the screen is more than a third of a screen away from where it was looked at
/// last. After `updateCachedAssets` of the sample code "Browsing and Modifying Photo Albums"
/// (formerly "Example app using Photos framework"); the order, of which the sample says nothing, is
/// that of all prefetchers.
struct PreheatWindow: PrefetchRule {
  static let descriptor = PrefetcherDescriptor(
    "preheat", "Prefetches half a screen around, looked at again after a third of a screen.",
    settings: [
      Setting("ahead", .number(0...100), standard: "0.5", "Screens in the direction of movement."),
      Setting("behind", .number(0...100), standard: "0.5", "Screens on the other side."),
      Setting(
        "step", .number(0...100), standard: "0.3333333333333333",
        "Screens that the middle must move before the window is looked at again."),
    ],
    facts: PrefetcherDescriptor.Facts(plansSoon: false)
  ) { PreheatWindow($0.settings) }

  /// Lengths of the viewport.
  private let ahead: Double, behind: Double, step: Double
  /// The middle of the viewport when the window was looked at; nil before that.
  private var middle: Double?

  init(_ settings: SettingValues) {
    ahead = settings.number("ahead")
    behind = settings.number("behind")
    step = settings.number("step")
  }

  mutating func plan(
    _ context: PrefetchContext, entered: Span<ItemID>, with planner: inout PrefetchPlanner
  ) {
    let viewport = context.viewport
    let screen = viewport.extent
    if let middle, abs(viewport.center - middle) <= step * screen { return }
    middle = viewport.center
    planner.planAnew(
      within: PrefetchReach(ahead: ahead * screen, behind: behind * screen), of: viewport,
      includesVisible: true)
  }

  mutating func layoutChanged() { middle = nil }
}
