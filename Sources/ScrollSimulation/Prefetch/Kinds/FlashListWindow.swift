import ScrollCore

/// A rule that prefetches the items that FlashList 2 renders beyond the viewport (its *engaged*
/// items).
///
/// The rule adds the draw distances of both sides and divides the sum again: 0.7 of it in the
/// direction of movement and 0.3 on the other side, each rounded up to a point. If the content ends
/// within one of these distances, the rest of that distance is added to the other side. The rule
/// starts from the position that the viewport will have after the render time, at the median of its
/// last five velocities. The direction is that of the majority of these velocities. After 100 ms
/// without a scroll event, the rule forgets the velocities but keeps their direction.
///
/// Modeled on `EngagedIndicesTracker` and `VelocityTracker` of Shopify/flash-list (commit 4a88b47,
/// 2025). As in FlashList, the first direction is opposite to the trace's direction until three
/// events have the other direction; if both directions have equal numbers, it is the trace's
/// direction. There are two differences. FlashList measures the render time, 16 to 32 ms. FlashList
/// starts with two velocities of 0.1 px/ms, which here affect the direction only.
struct FlashListWindow: PrefetchRule {
  static let descriptor = PrefetcherDescriptor(
    "flash-list",
    "Prefetches the items that FlashList 2 renders: more ahead, by the last five velocities.",
    settings: [
      Setting(
        "drawDistance", .number(0...100_000), standard: "250",
        "Points on each side; the sum of both sides is then divided."),
      Setting(
        "ahead", .number(0...10), standard: "0.7", "Share of the sum in the voted direction."),
      Setting("behind", .number(0...10), standard: "0.3", "Share of the sum on the other side."),
      Setting(
        "renderTime", .number(0...10_000), standard: "16",
        "Milliseconds of movement by which the window is ahead."),
      Setting(
        "settle", .number(0.001...60), standard: "0.1",
        "Seconds without movement after which velocities are forgotten."),
    ],
    facts: PrefetcherDescriptor.Facts(plansSoon: false)
  ) { FlashListWindow($0) }

  /// The sum of the draw distances of both sides, in points.
  private let buffer: Double
  /// The shares of `buffer` in the direction of movement and on the other side.
  private let ahead: Double, behind: Double
  /// The render time in seconds.
  private let renderTime: Double
  private let settle: SimTime
  private var events = ScrollEvents()
  private var votes: VelocityVotes
  /// A Boolean value that indicates whether the list has moved and the rule has not yet forgotten
  /// the velocities.
  private var isMoving = false

  init(_ setup: PrefetchSetup) {
    buffer = 2 * setup.settings.number("drawDistance")
    ahead = setup.settings.number("ahead")
    behind = setup.settings.number("behind")
    renderTime = setup.settings.number("renderTime") / 1000
    settle = SimTime(seconds: setup.settings.number("settle"))
    votes = VelocityVotes(startingAgainst: setup.direction)
  }

  mutating func plan(
    _ context: PrefetchContext, entered: Span<ItemID>, with planner: inout PrefetchPlanner
  ) {
    let viewport = context.viewport
    if isMoving, let last = events.lastTime, viewport.time > last + settle {
      events.restart(at: last + settle)
      votes.restart()
      votes.add(0)
      isMoving = false
    }
    if let velocity = events.velocity(in: viewport) {
      votes.add(velocity)
      isMoving = true
    }
    planner.plan(within: reach(viewport, contentEnd: planner.placement.extent), of: viewport)
  }

  private func reach(_ viewport: Viewport, contentEnd end: Double) -> PrefetchReach {
    let isForward = votes.direction == .forward
    let (ahead, behind) = ((buffer * ahead).rounded(.up), (buffer * behind).rounded(.up))
    let start = viewport.lower + votes.median * renderTime
    var lower = start - (isForward ? behind : ahead)
    var upper = start + viewport.extent + (isForward ? ahead : behind)
    upper += max(0, -lower)
    lower = max(0, lower)
    lower = max(0, lower - max(0, upper - end))
    upper = min(upper, end)
    return PrefetchReach(from: lower, to: upper, around: viewport)
  }

  mutating func layoutChanged() { events.layoutChanged() }
}

/// The last five velocities: their median is the speed, and their majority is the direction.
struct VelocityVotes: Sendable {
  private var velocities = [Double](repeating: 0, count: 5)
  private var next = 0
  /// The direction if both directions have equally many velocities.
  private let fallback: ScrollDirection

  /// Creates the votes with three velocities of 0 and two that point opposite to `direction`.
  init(startingAgainst direction: ScrollDirection) {
    fallback = direction
    start(direction == .forward ? .backward : .forward)
  }

  mutating func add(_ velocity: Double) {
    velocities[next] = velocity
    next = (next + 1) % velocities.count
  }

  /// Forgets everything but the direction.
  mutating func restart() { start(direction) }

  private mutating func start(_ direction: ScrollDirection) {
    let vote = direction.sign * Double.leastNonzeroMagnitude
    for index in velocities.indices { velocities[index] = index < 3 ? 0 : vote }
    next = 0
  }

  var direction: ScrollDirection {
    let balance = velocities.reduce(0) { $0 + ($1 > 0 ? 1 : $1 < 0 ? -1 : 0) }
    return balance == 0 ? fallback : balance > 0 ? .forward : .backward
  }

  /// The median velocity in points per second.
  var median: Double {
    let half = velocities.count / 2
    for candidate in velocities {
      let below = velocities.count { $0 < candidate }
      let equal = velocities.count { $0 == candidate }
      if below <= half, half < below + equal { return candidate }
    }
    return 0
  }
}

/// The scroll events that a JavaScript list receives: one for each frame in which the viewport
/// moved.
struct ScrollEvents: Sendable {
  private var last: (time: SimTime, offset: Double)?

  /// The time of the last event; before the first event, the time of the first frame; `nil` before
  /// the first frame.
  var lastTime: SimTime? { last?.time }

  /// Returns the velocity of a frame's event in points per second, measured since the event before
  /// it; `nil` if the frame has no event.
  mutating func velocity(in viewport: Viewport) -> Double? {
    guard let before = last else {
      last = (viewport.time, viewport.lower)
      return nil
    }
    guard viewport.lower != before.offset, viewport.time > before.time else { return nil }
    last = (viewport.time, viewport.lower)
    return (viewport.lower - before.offset) / (viewport.time - before.time).seconds
  }

  /// Measures the velocity of the next event from the given time.
  mutating func restart(at time: SimTime) { last?.time = time }

  /// Handles a changed layout, which is not an event.
  mutating func layoutChanged() { last = nil }
}
