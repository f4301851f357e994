import ScrollCore

/// A model of the user's scrolling so far, which predicts when items will be visible.
struct Arrivals {
  private var lookahead: Lookahead
  private let isReplay: Bool
  /// The seconds from the end of one scroll to the next, and the speed of the next, in points per
  /// second.
  private let dwell: Double, cruise: Double

  /// The number of bursts, which are scrolls in one direction without a pause, and the number of
  /// bursts that turned back.
  private var bursts = 0, reversals = 0
  /// The direction of the last burst; `nil` before the first.
  private var burst: ScrollDirection?
  private var wasIdle = true
  /// The viewport of the last frame.
  private var viewport: Viewport

  init(_ setup: PolicySetup, dwell: Double, cruise: Double) {
    lookahead = Lookahead(setup)
    isReplay = setup.clock == .requests
    self.dwell = isReplay ? 0 : dwell
    self.cruise = isReplay ? 1 : cruise
    viewport = Viewport(lower: 0, upper: 0, direction: setup.direction)
  }

  /// The probability that the next scroll turns back, with a prior of one in eight.
  var turning: Double { Double(1 + reversals) / Double(8 + bursts) }

  /// Returns the rule before the first frame, at rest at position 0.
  func origin(direction: ScrollDirection) -> ArrivalRule {
    rule(at: Viewport(lower: 0, upper: 0, direction: direction))
  }

  /// Updates the model with the next frame, and returns its rule.
  mutating func follow(_ viewport: Viewport) -> ArrivalRule {
    self.viewport = viewport
    let isIdle = isIdle(viewport)
    if !isIdle, wasIdle || viewport.direction != burst {
      bursts += 1
      if let burst, burst != viewport.direction { reversals += 1 }
      burst = viewport.direction
    }
    wasIdle = isIdle
    return rule(at: viewport)
  }

  /// Updates the end of the content, and returns the rule of the last frame.
  mutating func placementChanged(to placement: ItemPlacement) -> ArrivalRule {
    lookahead.contentEnd = placement.extent
    return rule(at: viewport)
  }

  private func isIdle(_ viewport: Viewport) -> Bool { viewport.phase == .idle && !isReplay }

  /// Returns the rule for a viewport, from the scrolls so far.
  private func rule(at viewport: Viewport) -> ArrivalRule {
    var rule = ArrivalRule(
      lower: viewport.lower, upper: viewport.upper, direction: viewport.direction, pause: dwell,
      paceAhead: cruise * (1 - turning), paceBehind: cruise * turning)
    let speed = abs(viewport.velocity), decay = lookahead.decay
    guard !isIdle(viewport), !isReplay, speed > decay * ArrivalRule.rest else { return rule }
    rule.direction = viewport.velocity > 0 ? .forward : .backward
    (rule.speed, rule.decay) = (speed, decay)
    rule.landing = lookahead.confined(viewport.velocity / decay, from: viewport)
    rule.pause = max(0, log(speed / (decay * ArrivalRule.rest)) / decay) + dwell
    return rule
  }
}

extension Arrivals {
  /// The default assumptions about the user; see `Setting.arrivals`.
  static let dwell = 1.1, cruise = 1000.0
}

extension Setting {
  /// The settings of a model of the user.
  static let arrivals = [
    Setting(
      "dwell", .number(0...60), standard: "\(Arrivals.dwell)",
      "Seconds from the end of one scroll to the beginning of the next."),
    Setting(
      "cruise", .number(1...1e6), standard: "\(Int(Arrivals.cruise))",
      "Points per second of the scrolls to come."),
  ]
}

/// The distance that the current scroll covers from now on.
///
/// While the content decelerates by `exp(-decay * t)`, the distance is `v (1 - exp(-decay * T)) /
/// decay` in a time T and `v / decay` in total. While a finger holds the content, the distance is
/// `v T`. The viewport stops where its edge meets an end of the content; a viewport that is already
/// past an end moves no farther that way.
struct Lookahead: Sendable {
  /// The deceleration rate, in 1/s.
  let decay: Double
  /// The end of the content, which begins at 0.
  var contentEnd: Double

  init(_ setup: PolicySetup) {
    decay = setup.decay
    contentEnd = setup.placement?.extent ?? Double(setup.imageCount)
  }

  /// Returns the signed distance within some seconds, in points.
  func distance(in seconds: Double, from viewport: Viewport) -> Double {
    let free =
      viewport.phase == .decelerating
      ? viewport.velocity * (1 - exp(-decay * seconds)) / decay : viewport.velocity * seconds
    return confined(free, from: viewport)
  }

  /// Returns a distance limited to the content.
  func confined(_ distance: Double, from viewport: Viewport) -> Double {
    let lowest = min(0, -viewport.lower), highest = max(0, contentEnd - viewport.upper)
    return min(max(distance, lowest), highest)
  }
}

/// The expected time until an item is visible, as of one frame, in seconds or in requests.
///
/// Times rise with the distance on either side of the viewport. This is also true during a fling,
/// because items beyond its landing are visible only after its end.
struct ArrivalRule: PlaceRule {
  /// The edges of the viewport.
  var lower: Double, upper: Double
  /// The signed distance to the point where the scroll comes to rest.
  var landing = 0.0
  /// The direction that is ahead.
  var direction: ScrollDirection
  /// The current speed in points per second, without a sign.
  var speed = 0.0
  var decay = 1.0
  /// The time from now until the next scroll begins.
  var pause: Double
  /// The speed of later scrolls ahead and behind in points per second, each times the probability
  /// of its direction.
  var paceAhead: Double, paceBehind: Double

  func score(start: Double, end: Double, weight: Double) -> Double {
    max(timeAbove(start), timeBelow(end))
  }

  private func timeAbove(_ start: Double) -> Double {
    let gap = start - upper
    guard gap > 0 else { return 0 }
    let isAhead = direction == .forward
    if isAhead, gap <= abs(landing) - Self.rest { return timeInFling(gap) }
    return timeAfterLanding(start - (upper + landing), isAhead: isAhead)
  }

  private func timeBelow(_ end: Double) -> Double {
    let gap = lower - end
    guard gap > 0 else { return 0 }
    let isAhead = direction == .backward
    if isAhead, gap <= abs(landing) - Self.rest { return timeInFling(gap) }
    return timeAfterLanding((lower + landing) - end, isAhead: isAhead)
  }

  /// Returns the time at which a fling has covered a distance.
  private func timeInFling(_ gap: Double) -> Double { -log(1 - decay * gap / speed) / decay }

  private func timeAfterLanding(_ way: Double, isAhead: Bool) -> Double {
    pause + max(0, way) / (isAhead ? paceAhead : paceBehind)
  }

  /// The distance in points before its landing at which a fling is over.
  static let rest = 0.5

  static func reaches(_ bound: Double, _ record: Double) -> Bool {
    bound * (1 + 1e-12) >= record
  }
}
