import ScrollCore
import ScrollLayout
import Testing

struct GesturePlayerTests {
  static let list = GesturePlayer(contentExtent: 20_000, viewportExtent: 800)

  static func at(_ seconds: Double, _ gesture: Gesture) -> TimedGesture {
    TimedGesture(at: SimTime(seconds: seconds), gesture)
  }

  /// Offset and phase at a time, read as the simulation reads them.
  static func reading(_ motion: ScrollMotion, at seconds: Double) -> (Double, ScrollPhase) {
    var cursor = MotionCursor(direction: .forward)
    cursor.advance(to: SimTime(seconds: seconds), in: motion)
    return (cursor.offset, cursor.phase)
  }

  @Test func `a script without gestures is one sample`() throws {
    let motion = try Self.list.play([], from: 300)
    #expect(motion == ScrollMotion(times: [.zero], offsets: [300], phases: [.idle]))
  }

  @Test func `a flick tracks for 60 ms and then follows the deceleration curve`() throws {
    let motion = try Self.list.play([Self.at(1, .flick(velocity: 2000))], from: 500)
    #expect(Self.reading(motion, at: 0.99) == (500, .idle))
    #expect(Self.reading(motion, at: 1.05).1 == .tracking)
    let glide = Deceleration(start: 560, velocity: 2000, rate: .normal)
    // 1.1 s and 2.5 s are on the grid of 120 Hz.
    for (time, elapsed) in [(1.1, 0.04), (2.5, 1.44)] {
      let (offset, phase) = Self.reading(motion, at: time)
      #expect(abs(offset - glide.position(at: elapsed)) <= 1.0 / 128, "at \(time) s")
      #expect(phase == .decelerating)
    }
    let end = 1.06 + glide.stopTime()
    #expect(motion.duration.seconds >= end && motion.duration.seconds < end + 0.01)
    #expect(motion.phases.last == .idle)
    #expect(abs((motion.offsets.last ?? 0) - (glide.landing - 0.5)) <= 1.0 / 128)
  }

  @Test func `samples are on the grid of 120 Hz and offsets on the grid of 1/64 pt`() throws {
    let motion = try Self.list.play(
      [
        Self.at(0.013, .flick(velocity: 1234.5)),
        Self.at(
          0.9,
          .drag(
            by: -100, over: SimTime(milliseconds: 333), release: -777)),
      ])
    for (time, offset) in zip(motion.times, motion.offsets) {
      #expect(SimTime.vsync(time.firstVsync(hertz: 120), hertz: 120) == time)
      #expect((offset * 64).rounded() == offset * 64)
    }
  }

  @Test func `a touch catches a fling at its current position`() throws {
    let hold = Gesture.drag(by: 0, over: SimTime(milliseconds: 500), release: 0)
    let motion = try Self.list.play([Self.at(0, .flick(velocity: 3000)), Self.at(0.5, hold)])
    let expected = Deceleration(start: 90, velocity: 3000, rate: .normal).position(at: 0.44)
    for time in [0.5, 0.75, 0.99] {
      let (offset, phase) = Self.reading(motion, at: time)
      #expect(abs(offset - expected) <= 1.0 / 128, "at \(time) s")
      #expect(phase == .tracking)
    }
    #expect(motion.duration == SimTime(seconds: 1))
    #expect(motion.phases.last == .idle)
  }

  @Test func `a flick catches a fling and starts a new one`() throws {
    let motion = try Self.list.play(
      [Self.at(0, .flick(velocity: 3000)), Self.at(0.5, .flick(velocity: -1000))])
    let caught = Deceleration(start: 90, velocity: 3000, rate: .normal).position(at: 0.44)
    let landing = Deceleration(start: caught - 30, velocity: -1000, rate: .normal).landing
    #expect(abs((motion.offsets.last ?? 0) - (landing + 0.5)) <= 1.0 / 128)
  }

  @Test func `a drag moves the content by its travel and never back`() throws {
    let motion = try Self.list.play([
      Self.at(0.1, .drag(by: 240, over: SimTime(milliseconds: 400), release: 600))
    ])
    #expect(Self.reading(motion, at: 0.5).0 == 240)
    #expect(zip(motion.offsets, motion.offsets.dropFirst()).allSatisfy(<=))
  }

  @Test func `a drag that is held does not fling`() throws {
    let motion = try Self.list.play([
      Self.at(0, .drag(by: 240, over: SimTime(milliseconds: 400), release: 0))
    ])
    #expect(motion.offsets.last == 240)
    #expect(motion.duration.seconds < 0.41)
    #expect(!motion.phases.contains(.decelerating))
  }

  @Test func `a drag past the edge lags behind and springs back`() throws {
    let motion = try Self.list.play([
      Self.at(0, .drag(by: -200, over: SimTime(milliseconds: 500), release: 0))
    ])
    let pulled = -RubberBand(extent: 800).displacement(pull: 200)
    #expect(abs(Self.reading(motion, at: 0.5).0 - pulled) <= 1.0 / 128)
    let (offset, phase) = Self.reading(motion, at: 0.7)
    let spring = BounceSpring.standard.displacement(at: 0.2, from: pulled, velocity: 0)
    #expect(abs(offset - spring) <= 1.0 / 128)
    #expect(phase == .decelerating)
    #expect(motion.offsets.last == 0)
  }

  @Test
  func `content lifted beyond the edge has only a share of the velocity of the finger`() throws {
    let motion = try Self.list.play([
      Self.at(0, .drag(by: -200, over: SimTime(milliseconds: 500), release: -900))
    ])
    let band = RubberBand(extent: 800)
    let spring = BounceSpring.standard.displacement(
      at: 0.1, from: -band.displacement(pull: 200), velocity: -900 * band.slope(pull: 200))
    #expect(abs(Self.reading(motion, at: 0.6).0 - spring) <= 1.0 / 128)
  }

  @Test func `a fling into the edge bounces`() throws {
    let motion = try Self.list.play([Self.at(0, .flick(velocity: 2000))], from: 18_540)
    // 60 pt of contact, 600 pt to the edge at 19 200.
    #expect(abs((motion.offsets.max() ?? 0) - 19_200 - 29.386) < 0.05)
    #expect(motion.offsets.last == 19_200)
  }

  @Test func `a touch catches a bounce beyond the edge`() throws {
    let hold = Gesture.drag(by: 0, over: SimTime(milliseconds: 200), release: 0)
    let motion = try Self.list.play([Self.at(0, .flick(velocity: -4000)), Self.at(0.15, hold)])
    let (caught, phase) = Self.reading(motion, at: 0.15)
    #expect(caught < -20)
    #expect(phase == .tracking)
    #expect(abs(Self.reading(motion, at: 0.34).0 - caught) <= 1.0 / 64)
    #expect(motion.offsets.last == 0)
  }

  @Test func `a scroll to the top takes 0.3 s and counts as decelerating`() throws {
    let motion = try Self.list.play([Self.at(0, .scrollToTop)], from: 15_000)
    #expect(motion.duration == SimTime(seconds: 0.3))
    #expect(motion.offsets.last == 0)
    #expect(Self.reading(motion, at: 0.15) == (7500, .decelerating))
  }

  @Test func `a scroll beyond the content ends at the edge`() throws {
    let motion = try Self.list.play([Self.at(0, .scroll(to: 1e8))], from: 100)
    #expect(motion.offsets.last == 19_200)
  }

  @Test func `the fast rate lands at a shorter distance`() throws {
    var fast = Self.list
    fast.rate = .fast
    let motion = try fast.play([Self.at(0, .flick(velocity: 2000))])
    #expect(abs((motion.offsets.last ?? 0) - (60 + 198.998 - 0.5)) < 0.02)
  }

  @Test(arguments: [(2000.0, 1), (-2000, -1), (300, 0)])
  func `a paging view turns at most one page`(_ velocity: Double, _ turned: Int) throws {
    let carousel = GesturePlayer(
      contentExtent: 3200, viewportExtent: 320, page: 320)
    let motion = try carousel.play([Self.at(0, .flick(velocity: velocity))], from: 640)
    #expect(motion.offsets.last == 640 + Double(turned) * 320)
  }

  @Test func `an idle minute has only a first and a last sample`() throws {
    let motion = try Self.list.play([
      Self.at(0, .flick(velocity: 100)), Self.at(2, .wait(SimTime(seconds: 58))),
      Self.at(60, .flick(velocity: -100)),
    ])
    let idle = motion.phases.indices.filter { motion.phases[$0] == .idle }
    #expect(idle.count == 3)
    #expect(motion.times[idle[1]] == SimTime.vsync(7199, hertz: 120))
    #expect(motion.times.count < 600)
  }

  @Test func `a wait at the end extends the motion and catches no fling`() throws {
    let flick = Self.at(0, .flick(velocity: 1000))
    let motion = try Self.list.play([flick, Self.at(0.5, .wait(SimTime(seconds: 9.5)))])
    let alone = try Self.list.play([flick])
    #expect(motion.duration == SimTime(seconds: 10))
    #expect(motion.offsets.last == alone.offsets.last)
    #expect(Self.reading(motion, at: 1).0 == Self.reading(alone, at: 1).0)
  }

  @Test(arguments: [0.0, 500, 800])
  func `content that fits the viewport does not move`(_ extent: Double) throws {
    let player = GesturePlayer(contentExtent: extent, viewportExtent: 800)
    let motion = try player.play(
      [Self.at(0, .flick(velocity: 3000)), Self.at(1, .scroll(to: 500))], from: 70)
    #expect(Set(motion.offsets) == [0])
    #expect(Set(motion.phases) == [.idle])
    #expect(motion.duration == SimTime(seconds: 1))
  }

  @Test(arguments: 1...10 as ClosedRange<UInt64>)
  func `a session stays within reach of its content and never jumps`(_ seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    var script: [TimedGesture] = [], time = 0.0
    for _ in 0..<40 {
      time += 0.1 + random.unit() * 0.6
      let velocity = Double(random.within(-6000...6000))
      script.append(Self.at(time, .flick(velocity: velocity)))
    }
    let motion = try Self.list.play(script, from: 9000)
    for index in motion.times.indices.dropFirst() {
      let offset = motion.offsets[index]
      #expect(offset > -800 && offset < 20_000, "seed \(seed)")
      let seconds = (motion.times[index] - motion.times[index - 1]).seconds
      let speed = abs(offset - motion.offsets[index - 1]) / seconds
      // Nothing is faster than the hardest flick, half a point of settling apart.
      #expect(speed <= 6000 + 64, "seed \(seed) at \(motion.times[index])")
    }
    #expect(try Self.list.play(script, from: 9000) == motion)
  }

  static let refused: [([TimedGesture], GestureError)] = [
    ([at(1, .scrollToTop), at(0.5, .scrollToTop)], .notAscending(index: 1)),
    (
      [at(1, .flick(velocity: 1)), at(1.05, .scrollToTop)],
      .fingerStillDown(index: 1, until: SimTime(seconds: 1.06))
    ),
    ([at(-1, .scrollToTop)], .timeOutOfRange(index: 0)),
    ([at(1e6, .scrollToTop)], .timeOutOfRange(index: 0)),
    ([at(0, .wait(.never))], .timeOutOfRange(index: 0)),
    ([at(0, .wait(SimTime(nanoseconds: -1)))], .timeOutOfRange(index: 0)),
    ([at(0, .drag(by: 1, over: .zero, release: 0))], .timeOutOfRange(index: 0)),
    (
      [at(0, .drag(by: 1, over: SimTime(seconds: 90_000), release: 0))],
      .movesTooLong(SimTime(seconds: 90_000))
    ),
    ([at(0, .flick(velocity: .infinity))], .valueOutOfRange(index: 0, .infinity)),
    ([at(0, .scrollToTop), at(1, .scroll(to: -1e10))], .valueOutOfRange(index: 1, -1e10)),
    (
      [at(0, .drag(by: 2e9, over: SimTime(seconds: 1), release: 0))],
      .valueOutOfRange(index: 0, 2e9)
    ),
  ]

  @Test(arguments: refused)
  func `a physically impossible script is an error`(
    _ script: [TimedGesture], _ error: GestureError
  ) {
    #expect(throws: error) { try Self.list.play(script) }
  }

  @Test func `NaN in a gesture is an error`() {
    #expect(throws: GestureError.self) {
      try Self.list.play([Self.at(0, .flick(velocity: .nan))])
    }
  }

  @Test func `errors name the gesture and the reason`() {
    #expect(
      "\(GestureError.fingerStillDown(index: 4, until: SimTime(milliseconds: 60)))"
        == "gesture 5 begins before 60.0 ms, when the finger of the one before it lifts")
  }
}
