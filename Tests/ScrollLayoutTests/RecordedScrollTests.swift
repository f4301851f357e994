import ScrollCore
import ScrollLayout
import Testing

struct RecordedScrollTests {
  static func reading(
    _ motion: ScrollMotion, at milliseconds: Double
  ) -> (Double, ScrollPhase) {
    var cursor = MotionCursor(direction: .forward)
    cursor.advance(to: SimTime(milliseconds: milliseconds), in: motion)
    return (cursor.offset, cursor.phase)
  }

  /// A frame every 50 ms at 100 pt/s, in which the recorder saw nothing from 1 s to 1.4 s.
  static func withGap(movingOn: Bool) throws -> RecordedScroll {
    let before = Array(stride(from: 0.0, through: 1000, by: 50))
    let after = Array(stride(from: 1400.0, through: 2400, by: 50))
    return try RecordedScroll(
      times: before + after,
      offsets: (before + after).map { $0 > 1000 ? ($0 - (movingOn ? 0 : 400)) / 10 : $0 / 10 })
  }

  @Test func `a stall of the recorder is interpolated evenly and is no pause`() throws {
    let scroll = try Self.withGap(movingOn: true)
    #expect(scroll.gaps == [RecordedScroll.Gap(index: 20, duration: 400, isStall: true)])
    let motion = scroll.motion()
    for time in stride(from: 100.0, through: 2300, by: 10) {
      let (offset, phase) = Self.reading(motion, at: time)
      #expect(abs(offset - time / 10) <= 1.0 / 64, "at \(time) ms")
      #expect(phase == .decelerating, "at \(time) ms")
    }
  }

  @Test func `a gap without movement stays a pause`() throws {
    let scroll = try Self.withGap(movingOn: false)
    #expect(scroll.gaps == [RecordedScroll.Gap(index: 20, duration: 400, isStall: false)])
    let motion = scroll.motion()
    for time in stride(from: 1000.0, through: 1400, by: 10) {
      #expect(Self.reading(motion, at: time).0 == 100, "at \(time) ms")
    }
    #expect(Self.reading(motion, at: 1090).1 == .decelerating)
    #expect(Self.reading(motion, at: 1130).1 == .idle)
    #expect(Self.reading(motion, at: 1390).1 == .idle)
    #expect(Self.reading(motion, at: 1430).1 == .decelerating)
  }

  @Test func `a stall after a rest counts as motion`() throws {
    let scroll = try RecordedScroll(
      times: [0, 50, 100, 150, 200, 600, 650, 700], offsets: [0, 0, 0, 0, 0, 40, 40, 40])
    let motion = scroll.motion()
    #expect(Self.reading(motion, at: 190).1 == .idle)
    #expect(Self.reading(motion, at: 300) == (10, .decelerating))
    #expect(Self.reading(motion, at: 500) == (30, .decelerating))
  }

  @Test func `the frame period is the median and ignores stalls`() throws {
    #expect(try Self.withGap(movingOn: true).framePeriod == 50)
    #expect(try RecordedScroll(times: [0, 10, 30, 60], offsets: [0, 0, 0, 0]).framePeriod == 20)
    #expect(try RecordedScroll(times: [0, 10, 30], offsets: [0, 0, 0]).framePeriod == 10)
    #expect(try RecordedScroll(times: [7], offsets: [0]).framePeriod == nil)
  }

  @Test func `jitter below half a frame is no gap`() throws {
    let scroll = try RecordedScroll(
      times: [0, 16.7, 33.3, 57.3, 66.7], offsets: [0, 1, 2, 3, 4])
    #expect(scroll.gaps.isEmpty)
  }

  @Test(arguments: [60, 120] as [Int64])
  func `samples are on a grid that starts with the first sample`(_ hertz: Int64) throws {
    let scroll = try RecordedScroll(
      times: [-40.3, -10, 5.1, 40, 93.2], offsets: [0.3, 7.77, -8, 100, 12.34])
    let motion = scroll.motion(hertz: hertz)
    #expect(motion.times.first == .zero)
    for (time, offset) in zip(motion.times, motion.offsets) {
      #expect(SimTime.vsync(time.firstVsync(hertz: hertz), hertz: hertz) == time)
      #expect((offset * 64).rounded() == offset * 64)
    }
    #expect(motion.duration >= SimTime(milliseconds: 133.5))
    #expect(motion.duration < SimTime(milliseconds: 133.5) + .vsync(1, hertz: hertz))
    #expect(abs((motion.offsets.last ?? 0) - 12.34) <= 1.0 / 128)
  }

  @Test func `a long pause has only a few samples`() throws {
    let scroll = try RecordedScroll(times: [0, 16, 32, 60_032], offsets: [0, 5, 9, 9])
    let motion = scroll.motion()
    #expect(motion.times.count <= 7)
    #expect(Self.reading(motion, at: 30_000) == (9, .idle))
  }

  @Test func `a touch counts as tracking with and without movement`() throws {
    let times = Array(stride(from: 0.0, through: 1000, by: 10))
    let scroll = try RecordedScroll(
      times: times, offsets: times.map { min($0, 200) },
      touches: times.map { $0 < 100 || (500..<600).contains($0) })
    let motion = scroll.motion()
    let expected: [(Double, ScrollPhase)] = [
      (50, .tracking), (150, .decelerating), (250, .decelerating), (350, .idle),
      (550, .tracking), (650, .idle),
    ]
    for (time, phase) in expected {
      #expect(Self.reading(motion, at: time).1 == phase, "at \(time) ms")
    }
  }

  @Test func `one sample is a motion at rest`() throws {
    let motion = try RecordedScroll(times: [12], offsets: [34.5]).motion()
    #expect(motion == ScrollMotion(times: [.zero], offsets: [34.5], phases: [.idle]))
  }

  static let refused: [([Double], [Double], RecordingError)] = [
    ([], [], .empty),
    ([0, 1, 1], [0, 0, 0], .notAscending(index: 2, time: 1, previous: 1)),
    ([0, 2, 1], [0, 0, 0], .notAscending(index: 2, time: 1, previous: 2)),
    ([0, .infinity], [0, 0], .timeOutOfRange(index: 1, time: .infinity)),
    ([-.infinity, 0], [0, 0], .timeOutOfRange(index: 0, time: -.infinity)),
    ([0, 1e9], [0, 0], .timeOutOfRange(index: 1, time: 1e9)),
    ([0, 1], [0, -.infinity], .offsetOutOfRange(index: 1, offset: -.infinity)),
    ([0, 1], [2e9, 0], .offsetOutOfRange(index: 0, offset: 2e9)),
  ]

  @Test(arguments: refused)
  func `an impossible recording is an error`(
    _ times: [Double], _ offsets: [Double], _ error: RecordingError
  ) {
    #expect(throws: error) { try RecordedScroll(times: times, offsets: offsets) }
  }

  @Test func `values that are not numbers are errors`() {
    #expect(throws: RecordingError.self) { try RecordedScroll(times: [.nan], offsets: [0]) }
    #expect(throws: RecordingError.self) { try RecordedScroll(times: [0], offsets: [.nan]) }
  }
}
