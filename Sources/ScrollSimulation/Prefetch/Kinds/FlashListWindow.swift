import ScrollCore

/// Asks for what FlashList 2 renders beyond the viewport: its engaged items.
///
/// The draw distance of both sides is put together and split anew, 0.7 in the direction of movement
/// and 0.3 on the other side, each rounded up to a point; what the end of the content leaves unused
/// goes to the other side. The viewport counts as where it will be after the render time at the
/// median of the last five velocities, and the direction is that of most of them. After 100 ms
/// without a scroll event the velocities are forgotten but for their direction.
///
/// After `EngagedIndicesTracker` and `VelocityTracker` of Shopify/flash-list (commit 4a88b47, 2025).
/// As there, the first direction is the other one than the trace's, until three events say
/// otherwise; where the votes are equal it is the trace's. Differences: FlashList measures the
/// render time, 16 to 32 ms; the two votes with which it starts have a velocity of 0.1 px/ms there.
struct FlashListWindow: PrefetchRule {
  static let descriptor = PrefetcherDescriptor(
    "flash-list", "Prefetches what FlashList 2 renders: more ahead, by votes of five velocities.",
    settings: [
      Setting(
        "drawDistance", .number(0...100_000), standard: "250",
        "Points on each side, before they are put together and split."),
      Setting("ahead", .number(0...10), standard: "0.7", "Share of both in the voted direction."),
      Setting("behind", .number(0...10), standard: "0.3", "Share of both on the other side."),
      Setting(
        "renderTime", .number(0...10_000), standard: "16",
        "Milliseconds of movement that the window is ahead."),
      Setting(
        "settle", .number(0.001...60), standard: "0.1",
        "Seconds without movement after which velocities are forgotten."),
    ],
    facts: PrefetcherDescriptor.Facts(plansSoon: false)
  ) { FlashListWindow($0) }

  /// Points of both sides together.
  private let buffer: Double
  /// Shares of the buffer.
  private let ahead: Double, behind: Double
  /// Seconds.
  private let renderTime: Double
  private let settle: SimTime
  private var events = ScrollEvents()
  private var votes: VelocityVotes
  /// Whether the end of the movement is still to come.
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

/// The last five velocities, of which the median is the speed and the majority the direction.
struct VelocityVotes: Sendable {
  private var velocities = [Double](repeating: 0, count: 5)
  private var next = 0
  /// Where there are as many votes for either direction.
  private let fallback: ScrollDirection

  /// Two votes against a direction, which count for nothing else.
  init(startingAgainst direction: ScrollDirection) {
    fallback = direction
    start(direction == .forward ? .backward : .forward)
  }

  mutating func add(_ velocity: Double) {
    velocities[next] = velocity
    next = (next + 1) % velocities.count
  }

  /// Only the direction is still known.
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

  /// Points per second.
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

/// The scroll events that a list in JavaScript hears: one in each frame in which the viewport is
/// elsewhere than in the frame before.
struct ScrollEvents: Sendable {
  private var last: (time: SimTime, offset: Double)?

  /// When the last event was, or the first frame; nil before that.
  var lastTime: SimTime? { last?.time }

  /// The velocity of a frame's event in points per second, since the event before it; nil if the
  /// frame has none.
  mutating func velocity(in viewport: Viewport) -> Double? {
    guard let before = last else {
      last = (viewport.time, viewport.lower)
      return nil
    }
    guard viewport.lower != before.offset, viewport.time > before.time else { return nil }
    last = (viewport.time, viewport.lower)
    return (viewport.lower - before.offset) / (viewport.time - before.time).seconds
  }

  /// The velocity of the next event counts from a moment on.
  mutating func restart(at time: SimTime) { last?.time = time }

  /// The content lies elsewhere, which is no event.
  mutating func layoutChanged() { last = nil }
}
