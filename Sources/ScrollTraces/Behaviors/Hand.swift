import ScrollCore
import ScrollDevice
import ScrollLayout

/// A simulated hand on a scroll view.
///
/// The hand plays each gesture as soon as it makes the gesture. So it knows the position of the
/// content at every moment, whatever the scroll physics.
///
/// Times are whole milliseconds and velocities whole points per second, so that the last bit of a
/// logarithm has no effect.
struct Hand {
  let player: GesturePlayer
  var random: SeededRandom
  private(set) var gestures: [TimedGesture] = []
  private(set) var events: [TimedSystemEvent] = []
  private(set) var time = SimTime.zero
  /// The current direction of the session.
  var direction: ScrollDirection
  /// The content in the current orientation, and in the orientation after the next rotation.
  private var stage: Stage, otherStage: Stage?
  private var legs: [MotionLeg]

  /// The content of a scroll view in one orientation.
  struct Stage {
    let placement: ItemPlacement
    /// The length of the viewport along the axis.
    let extent: Double

    init(_ epoch: LayoutEpoch) {
      (placement, extent) = (epoch.placement, epoch.viewportExtent)
    }

    var last: Double { max(0, placement.extent - extent) }
  }

  /// Creates a hand before its first gesture: at the start of the content if the direction is
  /// forward, at the end if it is backward.
  /// - Parameters:
  ///   - player: the player of gestures, with the greatest length that the content has in any
  ///     orientation.
  ///   - stage: the content in the first orientation.
  ///   - other: the content in the other orientation; `nil` if the device is never rotated.
  ///   - direction: the first direction of the session.
  ///   - random: the source of all random choices.
  init(
    player: GesturePlayer, stage: Stage, other: Stage?, direction: ScrollDirection,
    random: SeededRandom
  ) {
    self.player = player
    self.stage = stage
    self.direction = direction
    self.random = random
    otherStage = other
    start = direction == .forward ? 0 : stage.last.rounded(.down)
    legs = player.legs(of: TimedGesture(at: .zero, .scroll(to: start)), from: start)
  }

  /// The offset at time 0.
  let start: Double

  var offset: Double { position(at: time) }
  var screen: Double { stage.extent }
  /// The highest offset at which only content is visible.
  var lastOffset: Double { stage.last }

  private func position(at time: SimTime) -> Double {
    (legs.last { $0.start <= time } ?? legs.first)?.position(at: time) ?? start
  }

  /// A Boolean value that indicates whether the content moves by itself.
  var isFlying: Bool { legs.last.map { time < $0.end } ?? false }

  /// The speed in the next millisecond, in points per second, unsigned.
  private var speed: Double {
    abs(position(at: time + SimTime(milliseconds: 1)) - offset) * 1000
  }

  // MARK: Actions

  mutating func draw(_ distribution: Distribution) -> Double { distribution.draw(&random) }

  /// Waits for a time.
  mutating func wait(milliseconds: Double) {
    time += SimTime(milliseconds: max(1, milliseconds.rounded()))
  }

  /// Looks at the content for a random number of seconds, from the time at which it is slow enough
  /// to be followed.
  mutating func look(_ distribution: Distribution) {
    let end = legs.last?.end ?? time
    // Steps of ten milliseconds.
    while time < end, speed > Pace.slow { time += SimTime(milliseconds: 10) }
    wait(milliseconds: draw(distribution) * 1000)
  }

  /// Flicks with a velocity.
  ///
  /// If the plan rotates the device, the flick is slowed down until the content would come to rest
  /// within its bounds in the current orientation. The player does not ensure this, because the
  /// bounds differ between orientations.
  mutating func flick(_ velocity: Double) {
    var velocity = velocity.rounded()
    if otherStage != nil {
      while abs(velocity) > 60, !(0...stage.last).contains(rest(after: .flick(velocity: velocity)))
      {
        velocity = (velocity * 0.8).rounded(.towardZero)
      }
    }
    make(.flick(velocity: velocity))
  }

  /// Drags the content by a number of points, within its ends, and stops before the finger lifts.
  mutating func drag(by points: Double, milliseconds: Double) {
    let target = min(max(offset + points, 0), stage.last)
    let travel = (target - offset).rounded(.towardZero)
    make(
      .drag(
        by: travel, over: SimTime(milliseconds: max(1, milliseconds.rounded())), release: 0))
  }

  mutating func scrollToTop() { make(.scrollToTop) }

  /// Rotates the device; the app restores the first visible item.
  mutating func rotate() {
    guard let other = otherStage else { preconditionFailure("the device has no other orientation") }
    let first = stage.placement.ends.firstIndex { $0 > offset } ?? 0
    events.append(TimedSystemEvent(time: time, event: .rotate))
    (stage, otherStage) = (other, stage)
    make(.scroll(to: min(stage.placement.starts[first], stage.last).rounded(.down)))
  }

  /// Leaves the app when everything is at rest, and returns after a time.
  ///
  /// Other apps take memory at the start and give it back at the end.
  mutating func leave(for duration: SimTime) {
    let rest = legs.last?.end ?? time
    if rest > time { time = SimTime(milliseconds: rest.milliseconds.rounded(.up)) }
    let bytes = Int64(draw(.otherApps).rounded()) * 1_000_000
    for event in [SystemEvent.background, .externalPressure(bytes: bytes)] {
      events.append(TimedSystemEvent(time: time, event: event))
    }
    time += duration
    for event in [SystemEvent.externalPressure(bytes: -bytes), .foreground] {
      events.append(TimedSystemEvent(time: time, event: event))
    }
  }

  /// Ends the session when everything is at rest.
  mutating func finish() {
    gestures.append(TimedGesture(at: time, .wait(.zero)))
  }

  private func rest(after gesture: Gesture) -> Double {
    let made = player.legs(of: TimedGesture(at: time, gesture), from: offset)
    guard let last = made.last else { return offset }
    return last.position(at: last.end)
  }

  private mutating func make(_ gesture: Gesture) {
    let timed = TimedGesture(at: time, gesture)
    gestures.append(timed)
    let made = player.legs(of: timed, from: offset)
    // Content that fits into the viewport does not move.
    if !made.isEmpty { legs = made }
    time = timed.end
  }
}

extension Hand {
  /// Performs a plan to its end.
  mutating func follow(_ plan: BehaviorPlan) {
    look(.look)
    for part in plan.parts {
      let end = time + (part.duration ?? .zero)
      if part.behavior == .away, let duration = part.duration {
        leave(for: duration)
        look(.look)
      } else {
        repeat { act(part.behavior) } while time < end
      }
    }
    finish()
  }

  /// Performs a behavior once.
  private mutating func act(_ behavior: Behavior) {
    switch behavior {
    case .browse: browse()
    case .read: read()
    case .search: search()
    case .scrub: scrub()
    case .doomScroll: doomScroll()
    case .carousel: turnPage()
    case .flickAndCatch: flickAndCatch()
    case .scrollToTop:
      scrollToTop()
      direction = .forward
      look(.look)
    case .rotate:
      rotate()
      look(.look)
    case .away:
      leave(for: SimTime(milliseconds: (draw(.absence) * 1000).rounded()))
      look(.look)
    }
  }

  private mutating func browse() {
    turn(withChance: Distribution.turning)
    for flick in 0..<Int(draw(.flicks)) {
      if flick > 0 { wait(milliseconds: draw(.gap)) }
      self.flick(direction.sign * draw(.flick))
    }
    look(.look)
  }

  private mutating func read() {
    turn(withChance: Distribution.turning)
    let points = direction.sign * draw(.readingDrag) * screen
    // The speed of a thumb that is in no hurry: 500 pt/s.
    drag(by: points, milliseconds: max(200, abs(points) * 2))
    look(.readingLook)
  }

  private mutating func search() {
    turn(withChance: 0)
    let (home, way) = (offset, direction)
    let screens = draw(.searched)
    let room = way == .forward ? lastOffset - home : home
    let target = home + way.sign * min(screens * screen, room)
    go(to: target)
    look(.found)
    go(to: home)
    direction = way
    look(.look)
  }

  /// Flicks hard until the content is near a target offset, then drags it there.
  private mutating func go(to target: Double) {
    for _ in 0..<40 where abs(target - offset) > 1.5 * screen {
      flick((target > offset ? 1 : -1) * draw(.hardFlick))
      // Catches a fling that would pass the place.
      while abs(target - offset) > screen / 2, isFlying { wait(milliseconds: 10) }
    }
    for _ in 0..<8 where abs(target - offset) > 1 {
      drag(by: min(max(target - offset, -0.6 * screen), 0.6 * screen), milliseconds: 350)
      wait(milliseconds: 120)
    }
  }

  private mutating func scrub() {
    // The thumb of the scroll bar moves content faster than a finger does.
    let target = (random.unit() * lastOffset).rounded()
    direction = target < offset ? .backward : .forward
    drag(by: target - offset, milliseconds: draw(.scrubbing))
    look(.look)
  }

  private mutating func doomScroll() {
    guard lastOffset - offset > screen else {
      // At the end of the feed a pull makes the content bounce.
      flick(draw(.flick))
      return look(.postLook)
    }
    direction = .forward
    flick(draw(.flick))
    look(.postLook)
  }

  private mutating func turnPage() {
    turn(withChance: 0)
    let isBack = random.chance(Distribution.turningPage)
    let page = player.page ?? screen
    flick((isBack ? -1 : 1) * direction.sign * draw(.pageFlick) * page)
    look(.pageLook)
  }

  private mutating func flickAndCatch() {
    turn(withChance: Distribution.turning)
    flick(direction.sign * draw(.hardFlick))
    wait(milliseconds: draw(.flight))
    for way in [-1.0, 1] {
      drag(by: way * direction.sign * draw(.nudge) * screen, milliseconds: 250)
      wait(milliseconds: 150)
    }
    look(.look)
  }

  /// Reverses the direction with a probability, then reverses it if less than a screen is left
  /// ahead.
  private mutating func turn(withChance chance: Double) {
    if chance > 0, random.chance(chance) { direction = direction.reversed }
    let left = direction == .forward ? lastOffset - offset : offset
    if left < screen { direction = direction.reversed }
  }
}

extension ScrollDirection {
  fileprivate var reversed: ScrollDirection { self == .forward ? .backward : .forward }
}
