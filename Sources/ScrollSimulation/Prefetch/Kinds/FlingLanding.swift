import ScrollCore
import ScrollLayout

/// Asks first for what will be visible when the fling has stopped, then for the way there.
///
/// While the content decelerates, `LandingForecast` says where the viewport will rest. The items
/// that are visible there and not yet are wanted soon, in the order in which they will enter; what
/// is only passed on the way is a prefetch, the nearest first. Otherwise it asks for `screens`
/// ahead. This project's own rule.
struct FlingLanding: PrefetchRule {
  static let descriptor = PrefetcherDescriptor(
    "fling-landing", "Prefetches the place where the fling will stop, then the way there.",
    settings: [
      Setting(
        "screens", .number(0...100), standard: "1", "Screens ahead while nothing decelerates.")
    ]
  ) { FlingLanding($0) }

  /// Lengths of the viewport, while nothing decelerates.
  private let screens: Double
  private let atStart: LandingForecast
  private var forecast: LandingForecast

  init(_ setup: PrefetchSetup) {
    screens = setup.settings.number("screens")
    atStart = LandingForecast(decay: setup.rate.decay, window: setup.velocityWindow)
    forecast = atStart
  }

  mutating func plan(
    _ context: PrefetchContext, entered: Span<ItemID>, with planner: inout PrefetchPlanner
  ) {
    let viewport = context.viewport
    if let offset = forecast.landing(of: viewport, contentEnd: planner.placement.extent) {
      planner.plan(landingAt: offset, of: viewport)
    } else {
      planner.plan(within: PrefetchReach(ahead: screens * viewport.extent), of: viewport)
    }
  }

  mutating func layoutChanged() { forecast = atStart }
}
