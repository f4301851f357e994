import ScrollCore

/// A rule that prefetches the items that Legend List 3 renders beyond the viewport.
///
/// The window extends 1.5 draw distances beyond the viewport in the direction of movement, and 0.5
/// draw distances on the other side. At rest the longer side is towards the start of the content;
/// near the start, it is away from the start. While the viewport moves, the window is also shifted
/// ahead, by up to half of the draw distance at 4 px/ms or more. The speed is a weighted mean of
/// the last five scroll events in the same direction, at most a second old; newer events weigh more
/// (half-life constant 200 ms). The rule forgets the speed 100 ms after a shift. In the first frame
/// the draw distance is at most 50 points.
///
/// Modeled on `calculateItemsInView` and `getScrollVelocity` of LegendApp/legend-list (version 3,
/// 2026). The start of the content is the end from which the trace's first direction leads away.
/// The rule leaves out the lighter cells of fast scrolls, and programmatic jumps.
struct LegendListWindow: PrefetchRule {
  static let descriptor = PrefetcherDescriptor(
    "legend-list",
    "Prefetches the items that Legend List renders: the window moves ahead with the speed.",
    settings: [
      Setting(
        "drawDistance", .number(0...100_000), standard: "250", "Points, halved and added ahead."),
      Setting(
        "fullSpeed", .number(0...1_000_000), standard: "4000",
        "Points per second at which the window is shifted in full."),
      Setting(
        "settle", .number(0.001...60), standard: "0.1",
        "Seconds without movement after which the speed is forgotten."),
      Setting(
        "memory", .number(0.001...60), standard: "1", "Seconds that a speed is remembered."),
      Setting(
        "fading", .number(0.001...60), standard: "0.2",
        "Seconds in which the weight of a speed falls to 1/e."),
    ],
    facts: PrefetcherDescriptor.Facts(plansSoon: false)
  ) { LegendListWindow($0) }

  /// The greatest draw distance in the first frame, in points.
  ///
  /// A position also counts as near the start if it is closer than this, or than the draw distance.
  private static let first = 50.0

  /// The draw distance in points.
  private let distance: Double
  /// The speed from which the shift is full, in points per second.
  private let fullSpeed: Double
  private let settle: SimTime
  /// The direction away from the start of the content.
  private let away: ScrollDirection
  private var speeds: FadingSpeed
  private var events = ScrollEvents()
  private var isFirst = true
  /// The time at which the speed is forgotten; `nil` while the window is not shifted.
  private var settlesAt: SimTime?

  init(_ setup: PrefetchSetup) {
    distance = setup.settings.number("drawDistance")
    fullSpeed = setup.settings.number("fullSpeed")
    settle = SimTime(seconds: setup.settings.number("settle"))
    away = setup.direction
    speeds = FadingSpeed(
      memory: SimTime(seconds: setup.settings.number("memory")),
      fading: setup.settings.number("fading"))
  }

  mutating func plan(
    _ context: PrefetchContext, entered: Span<ItemID>, with planner: inout PrefetchPlanner
  ) {
    let viewport = context.viewport
    if let due = settlesAt, viewport.time >= due {
      speeds = speeds.forgotten
      settlesAt = nil
    }
    if events.velocity(in: viewport) != nil { speeds.add(viewport) }
    let speed = speeds.speed(at: viewport.time) * away.sign
    let distance = isFirst ? min(distance, Self.first) : distance
    isFirst = false
    let shift = speed == 0 ? 0 : distance / 2 * max(-1, min(1, speed / fullSpeed))
    if shift == 0 {
      settlesAt = nil
    } else if events.lastTime == viewport.time {
      settlesAt = viewport.time + settle
    }
    planner.plan(
      within: reach(viewport, distance, speed, shift, contentEnd: planner.placement.extent),
      of: viewport)
  }

  /// Returns the reach of a window; speed and shift are measured away from the start.
  private func reach(
    _ viewport: Viewport, _ distance: Double, _ speed: Double, _ shift: Double,
    contentEnd end: Double
  ) -> PrefetchReach {
    let lower = max(0, min(viewport.lower, max(0, end - viewport.extent)))
    let upper = lower + viewport.extent
    let fromStart = away == .forward ? lower : max(0, end - upper)
    let looksAway = speed > 0 || (speed == 0 && fromStart < max(Self.first, distance))
    let ahead = distance * (looksAway ? 1.5 : 0.5) + shift
    let behind = distance * (looksAway ? 0.5 : 1.5) - shift
    return away == .forward
      ? PrefetchReach(from: lower - behind, to: upper + ahead, around: viewport)
      : PrefetchReach(from: lower - ahead, to: upper + behind, around: viewport)
  }

  mutating func layoutChanged() {
    events.layoutChanged()
    speeds = speeds.forgotten
    settlesAt = nil
  }
}

/// A mean of the last velocities in one direction, in which newer velocities weigh more.
struct FadingSpeed: Sendable {
  /// The greatest age of a velocity.
  let memory: SimTime
  /// The seconds in which a weight falls to 1/e.
  let fading: Double
  /// At most five events, the oldest first.
  private var history: [(time: SimTime, offset: Double)] = []

  init(memory: SimTime, fading: Double) {
    self.memory = memory
    self.fading = fading
  }

  /// A new mean with the same parameters and no events.
  var forgotten: FadingSpeed { FadingSpeed(memory: memory, fading: fading) }

  /// Adds a scroll event.
  mutating func add(_ viewport: Viewport) {
    if history.count == 5 { history.removeFirst() }
    history.append((viewport.time, viewport.lower))
  }

  /// Returns the signed speed in points per second; 0 if it is unknown.
  func speed(at now: SimTime) -> Double {
    guard let newest = history.last, now - newest.time <= memory else { return 0 }
    var (sum, weights, isForward) = (0.0, 0.0, true)
    for index in history.indices.dropFirst().reversed() {
      let (before, after) = (history[index - 1], history[index])
      let moved = after.offset - before.offset
      if weights == 0 { isForward = moved > 0 }
      guard (moved > 0) == isForward, newest.time - before.time <= memory else { break }
      let weight = exp(-(newest.time - after.time).seconds / fading)
      sum += moved / (after.time - before.time).seconds * weight
      weights += weight
    }
    return weights > 0 ? sum / weights : 0
  }
}
