public import ScrollCore
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
        "screens", .distance(0...100), standard: "1",
        "Screens ahead while nothing decelerates, or points: 300pt.")
    ]
  ) { FlingLanding($0) }

  /// The distance ahead while nothing decelerates.
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

/// Where a fling will stop, from the position and the velocity at hand.
///
/// A fling that slows down as `exp(-k t)` (`Deceleration`) and went a distance D during the last
/// h seconds has `D / (exp(k h) - 1)` left: exact, although D / h is a mean velocity, not the
/// present one. h is the window of the viewport's velocity, or the time since the first frame
/// seen decelerating where that is less, so that the finger's movement before the release is left
/// out; in that first frame the mean velocity is taken for the present one. A forecast never lies
/// beyond an edge of the content: whatever hits one, or is past one already, comes to rest on it.
///
/// What decelerates otherwise (a page turn, a scroll by program) is taken for a fling.
public struct LandingForecast: Sendable {
  /// Per second.
  private let decay: Double
  private let window: SimTime
  private var start: (time: SimTime, offset: Double, direction: ScrollDirection)?

  public init(decay: Double, window: SimTime) {
    self.decay = decay
    self.window = window
  }

  /// Looks at a frame, every one of them.
  /// - Parameters:
  ///   - viewport: of the frame.
  ///   - contentEnd: in points; the content begins at 0.
  /// - Returns: the viewport's lower edge at rest; nil while nothing decelerates.
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
