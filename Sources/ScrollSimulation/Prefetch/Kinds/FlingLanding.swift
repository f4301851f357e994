public import ScrollCore
import ScrollLayout

/// A rule that prefetches the items that will be visible when the fling stops, then the items on
/// the way.
///
/// While the content decelerates, `LandingForecast` predicts where the viewport will rest. The
/// items that will be visible there and are not visible yet have the urgency `soon`, in the order
/// in which they will enter. Items that the viewport only passes on the way are prefetches, the
/// nearest first. At other times the rule prefetches the distance `screens` ahead. No library has
/// this rule: scrollsim defines it.
struct FlingLanding: PrefetchRule {
  static let descriptor = PrefetcherDescriptor(
    "fling-landing", "Prefetches the landing of the fling, then the items on the way.",
    settings: [
      Setting(
        "screens", .distance(0...100), standard: "1",
        "Screens ahead except during a fling, or points: 300pt.")
    ]
  ) { FlingLanding($0) }

  /// The prefetched distance ahead while the content does not decelerate.
  private let distance: ScreenDistance
  private let atStart: LandingForecast
  private var forecast: LandingForecast

  init(_ setup: PrefetchSetup) {
    distance = setup.settings.distance("screens")
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
      planner.plan(
        within: PrefetchReach(ahead: distance.points(extent: viewport.extent)), of: viewport)
    }
  }

  mutating func layoutChanged() { forecast = atStart }
}

/// A forecast of where a fling will stop, from its position and velocity.
///
/// A fling that slows down as `exp(-k t)` (`Deceleration`) and moved a distance D during the last h
/// seconds has `D / (exp(k h) - 1)` left. This is exact, although D / h is the mean velocity of
/// these h seconds and not the present velocity. h is the window of the viewport's velocity, but at
/// most the time since the first decelerating frame, so that the finger's movement before the
/// release does not count. In the first decelerating frame, the forecast uses the mean velocity in
/// place of the present one. A forecast never lies beyond an edge of the content: a fling that
/// reaches an edge, or is already beyond it, comes to rest at the edge.
///
/// The forecast treats other decelerating motion (a page turn, a programmatic scroll) as a fling.
public struct LandingForecast: Sendable {
  /// The exponent `k` of the deceleration, per second.
  private let decay: Double
  private let window: SimTime
  private var start: (time: SimTime, offset: Double, direction: ScrollDirection)?

  public init(decay: Double, window: SimTime) {
    self.decay = decay
    self.window = window
  }

  /// Returns the position at which the viewport will rest.
  ///
  /// Call it for every frame.
  /// - Parameters:
  ///   - viewport: the viewport of the frame.
  ///   - contentEnd: the end of the content in points; the content begins at 0.
  /// - Returns: the viewport's lower edge at rest; `nil` while the content does not decelerate.
  public mutating func landing(of viewport: Viewport, contentEnd: Double) -> Double? {
    guard viewport.phase == .decelerating else {
      start = nil
      return nil
    }
    if start?.direction != viewport.direction {
      start = (viewport.time, viewport.lower, viewport.direction)
    }
    guard let start else { return nil }
    let highest = max(0, contentEnd - viewport.extent)
    guard viewport.lower >= 0 else { return 0 }
    guard viewport.lower <= highest else { return highest }
    let elapsed = viewport.time - start.time
    let left: Double
    if elapsed == .zero {
      left = viewport.velocity / decay
    } else if elapsed < window {
      left = (viewport.lower - start.offset) / expm1(decay * elapsed.seconds)
    } else {
      left = viewport.velocity * window.seconds / expm1(decay * window.seconds)
    }
    return min(max(0, viewport.lower + left), highest)
  }
}
