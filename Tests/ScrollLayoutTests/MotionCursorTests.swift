import ScrollCore
import ScrollLayout
import Testing

struct MotionCursorTests {
  static func randomMotion(_ random: inout SeededRandom) -> ScrollMotion {
    var times = [SimTime.zero], offsets = [100.0], phases = [ScrollPhase.idle]
    for _ in 0..<random.below(120) {
      let gap = random.chance(0.1) ? random.within(1...400_000_000) : random.within(1...20_000_000)
      times.append(times[times.count - 1] + SimTime(nanoseconds: Int64(gap)))
      let still = random.chance(0.3)
      offsets.append(
        offsets[offsets.count - 1] + (still ? 0 : Double(random.within(-640...640)) / 64))
      phases.append(ScrollPhase.allCases[random.below(3)])
    }
    return ScrollMotion(times: times, offsets: offsets, phases: phases)
  }

  /// The offset by searching from the start every time.
  static func offset(_ motion: ScrollMotion, _ time: SimTime) -> Double {
    let before = motion.times.lastIndex { $0 <= time } ?? 0
    guard before + 1 < motion.times.count else { return motion.offsets[before] }
    let share =
      Double((time - motion.times[before]).nanoseconds)
      / Double((motion.times[before + 1] - motion.times[before]).nanoseconds)
    return motion.offsets[before] + (motion.offsets[before + 1] - motion.offsets[before]) * share
  }

  /// The direction of the last stretch that moves and begins before a time.
  static func direction(_ motion: ScrollMotion, _ time: SimTime) -> ScrollDirection? {
    for index in motion.times.indices.dropFirst().reversed()
    where motion.times[index - 1] < time {
      let movement = motion.offsets[index] - motion.offsets[index - 1]
      if movement != 0 { return movement > 0 ? .forward : .backward }
    }
    return nil
  }

  @Test(arguments: 1...30 as ClosedRange<UInt64>)
  func `a cursor finds the same values as a search from the start`(_ seed: UInt64) {
    var random = SeededRandom(seed: seed)
    let motion = Self.randomMotion(&random)
    let window = SimTime(milliseconds: [50.0, 8, 300][random.below(3)])
    var cursor = MotionCursor(direction: .backward, window: window)
    var time = SimTime.zero
    while time < motion.duration + SimTime(milliseconds: 200) {
      cursor.advance(to: time, in: motion)
      let offset = Self.offset(motion, time)
      #expect(cursor.offset == offset, "seed \(seed) at \(time)")
      let before = motion.times.lastIndex { $0 <= time } ?? 0
      #expect(cursor.phase == motion.phases[before], "seed \(seed) at \(time)")
      #expect(
        cursor.direction == Self.direction(motion, time) ?? .backward, "seed \(seed) at \(time)")
      let start = max(.zero, time - window)
      let velocity =
        time == start ? 0 : (offset - Self.offset(motion, start)) / (time - start).seconds
      #expect(cursor.velocity == velocity, "seed \(seed) at \(time)")
      switch random.below(4) {
      case 0: time = motion.times.first { $0 > time } ?? time + SimTime(milliseconds: 9)
      case 1: time += SimTime(nanoseconds: Int64(random.below(200_000_000)))
      default: time += SimTime(nanoseconds: Int64(random.below(10_000_000)))
      }
    }
  }

  @Test(arguments: 1...30 as ClosedRange<UInt64>)
  func `a cursor that goes back reads on as if it had stayed`(_ seed: UInt64) {
    var random = SeededRandom(seed: seed)
    let motion = Self.randomMotion(&random)
    var (cursor, stayed) = (MotionCursor(direction: .backward), MotionCursor(direction: .backward))
    var time = SimTime.zero
    while time < motion.duration {
      cursor.advance(to: time, in: motion)
      stayed.advance(to: time, in: motion)
      let direction = cursor.direction
      cursor.pass(time + SimTime(nanoseconds: Int64(random.below(90_000_000))), in: motion)
      cursor.goBack(to: time, direction, in: motion)
      #expect(cursor.offset == stayed.offset, "seed \(seed) at \(time)")
      #expect(cursor.phase == stayed.phase, "seed \(seed) at \(time)")
      time += SimTime(nanoseconds: Int64(random.below(10_000_000)))
    }
    cursor.advance(to: time, in: motion)
    stayed.advance(to: time, in: motion)
    #expect(cursor.direction == stayed.direction && cursor.velocity == stayed.velocity)
  }

  @Test func `the direction before any movement is the initial one`() {
    let motion = ScrollMotion(
      times: [.zero, SimTime(seconds: 1), SimTime(seconds: 2)], offsets: [5, 5, 4],
      phases: [.idle, .idle, .idle])
    for initial in [ScrollDirection.forward, .backward] {
      var cursor = MotionCursor(direction: initial)
      cursor.advance(to: SimTime(seconds: 1), in: motion)
      #expect(cursor.direction == initial)
      cursor.advance(to: SimTime(seconds: 1) + SimTime(nanoseconds: 1), in: motion)
      #expect(cursor.direction == .backward)
    }
  }

  @Test func `the velocity at the start is zero and ignores later samples`() {
    let motion = ScrollMotion(
      times: [.zero, SimTime(seconds: 1), SimTime(seconds: 2)], offsets: [0, 0, 1000],
      phases: [.idle, .idle, .idle])
    var cursor = MotionCursor(direction: .forward)
    cursor.advance(to: .zero, in: motion)
    #expect(cursor.velocity == 0)
    cursor.advance(to: SimTime(seconds: 1), in: motion)
    #expect(cursor.velocity == 0)
    cursor.advance(to: SimTime(milliseconds: 1025), in: motion)
    #expect(cursor.velocity == 500)
    cursor.advance(to: SimTime(milliseconds: 1500), in: motion)
    #expect(isClose(cursor.velocity, 1000))
  }
}
