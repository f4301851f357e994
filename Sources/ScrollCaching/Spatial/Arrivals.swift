import ScrollCore

/// What a user does, as far as it was seen: from it follows when items will be visible.
struct Arrivals {
  private var lookahead: Lookahead
  private let isReplay: Bool
  /// Seconds from the end of one scroll to the next, and the speed of that, in points per second.
  private let dwell: Double, cruise: Double

  /// Scrolls in one direction, without a pause, and how many of them turned.
  private var bursts = 0, reversals = 0
  /// The direction of the last burst; nil before the first.
  private var burst: ScrollDirection?
  private var wasIdle = true
  /// That of the last frame.
  private var viewport: Viewport

  init(_ setup: PolicySetup, dwell: Double, cruise: Double) {
    lookahead = Lookahead(setup)
    isReplay = setup.clock == .requests
    self.dwell = isReplay ? 0 : dwell
    self.cruise = isReplay ? 1 : cruise
    viewport = Viewport(lower: 0, upper: 0, direction: setup.direction)
  }

  /// The chance that the next scroll turns back, as if one of eight had before the first.
  var turning: Double { Double(1 + reversals) / Double(8 + bursts) }

  /// Before the first frame: at rest at position 0.
  func origin(direction: ScrollDirection) -> ArrivalRule {
    rule(at: Viewport(lower: 0, upper: 0, direction: direction))
  }

  /// The next frame.
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

  /// The content ends elsewhere: the rule of the last frame, by its new end.
  mutating func placementChanged(to placement: ItemPlacement) -> ArrivalRule {
    lookahead.contentEnd = placement.extent
    return rule(at: viewport)
  }

  private func isIdle(_ viewport: Viewport) -> Bool { viewport.phase == .idle && !isReplay }

  /// By what was seen so far.
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
  /// What is assumed of the user unless a setting says otherwise: see `Setting.arrivals`.
  static let dwell = 1.1, cruise = 1000.0
}

extension Setting {
  /// Those of a model of the user.
  static let arrivals = [
    Setting(
      "dwell", .number(0...60), standard: "\(Arrivals.dwell)",
      "Seconds from the end of one scroll to the beginning of the next."),
    Setting(
      "cruise", .number(1...1e6), standard: "\(Int(Arrivals.cruise))",
      "Points per second of the scrolls to come."),
  ]
}

extension Arrivals {
  /// With the settings of a set-up.
  init(_ setup: PolicySetup) {
    self.init(
      setup, dwell: setup.settings.number("dwell"), cruise: setup.settings.number("cruise"))
  }
}
