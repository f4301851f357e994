import ScrollCore
import ScrollLayout
import ScrollSimulation
import Testing

/// Tests of the landing of flings, predicted from some of their frames.
struct FlingLandingTests {
  /// Start, velocity, whether the rate is fast, the end of the content.
  static let flings: [(Double, Double, DecelerationRate, Double)] = [
    (0, 2000, .normal, 50_000), (20_000, -6000, .normal, 50_000), (300, 500, .normal, 50_000),
    (0, 2000, .fast, 50_000), (10_000, -9000, .fast, 50_000),
    // Into both ends.
    (0, 4000, .normal, 1500), (700, -8000, .normal, 1500),
  ]

  /// The fling after half a second at rest and 100 ms under a finger at half the speed.
  static func motion(_ path: FlingPath, from start: Double, _ velocity: Double) -> ScrollMotion {
    var times: [SimTime] = [], offsets: [Double] = [], phases: [ScrollPhase] = []
    func add(_ time: Double, _ offset: Double, _ phase: ScrollPhase) {
      times.append(SimTime(seconds: time))
      offsets.append((offset * 64).rounded() / 64)
      phases.append(phase)
    }
    let drag = velocity / 2 * 0.1
    add(0, start - drag, .idle)
    for step in 0..<12 {
      add(0.5 + Double(step) / 120, start - drag + drag * Double(step) / 12, .tracking)
    }
    for step in 0...Int(path.duration * 120) {
      let time = Double(step) / 120
      add(0.6 + time, path.position(at: time), .decelerating)
    }
    add(0.61 + path.duration, path.rest, .idle)
    return ScrollMotion(times: times, offsets: offsets, phases: phases)
  }

  @Test(arguments: flings, [60, 120] as [Int64])
  func `the prefetcher predicts a landing within a point from the first frames`(
    _ fling: (Double, Double, DecelerationRate, Double), hertz: Int64
  ) {
    let (start, velocity, rate, end) = fling
    let screen = 800.0
    let path = FlingPath(
      from: start, velocity: velocity, rate: rate, bounds: 0...(end - screen))
    let motion = Self.motion(path, from: start, velocity)
    var cursor = MotionCursor(direction: .forward)
    var forecast = LandingForecast(decay: rate.decay, window: cursor.window)
    var vsync: Int64 = 0, seen = 0, worst = 0.0
    while SimTime.vsync(vsync, hertz: hertz) <= motion.duration {
      let time = SimTime.vsync(vsync, hertz: hertz)
      cursor.advance(to: time, in: motion)
      let landing = forecast.landing(
        of: Viewport(
          lower: cursor.offset, upper: cursor.offset + screen, velocity: cursor.velocity,
          direction: cursor.direction, phase: cursor.phase, time: time),
        contentEnd: end)
      #expect((landing != nil) == (cursor.phase == .decelerating), "at \(time)")
      if let landing {
        seen += 1
        // Positions are rounded to 1/64 pt, which at first is a large share of the way.
        if seen > 3 { worst = max(worst, abs(landing - path.rest)) }
      }
      vsync += 1
    }
    #expect(worst <= 1, "\(worst) pt off")
    #expect(seen > 20)
  }

  @Test func `the plan starts with the landing and continues with the way there`() throws {
    // From 0 at 2000 pt/s to 999: 300 pt of screen show 9 to 12 there.
    var script = PlanScript(at: [0], phase: .decelerating, velocity: 2000)
    let prefetcher = Prefetcher.named("fling-landing")
    var plan = script.play(prefetcher)[0]
    #expect(plan.items(.soon) == [9, 10, 11, 12])
    #expect(plan.items(.prefetch) == [3, 4, 5, 6, 7, 8])
    #expect(plan.all.first == 9)
    // Back from 2000 to 1001, where 10 to 13 are visible.
    script = PlanScript(at: [2000], direction: .backward, phase: .decelerating, velocity: -2000)
    plan = script.play(prefetcher)[0]
    #expect(plan.items(.soon) == [13, 12, 11, 10])
    #expect(plan.items(.prefetch) == [19, 18, 17, 16, 15, 14])
  }

  @Test func `a predicted landing is within the content`() {
    let script = PlanScript(items: 10, at: [0], phase: .decelerating, velocity: 9000)
    let plan = script.play(.named("fling-landing"))[0]
    #expect(plan.items(.soon) == [7, 8, 9])
    #expect(plan.items(.prefetch) == [3, 4, 5, 6])
  }

  @Test func `the plan omits items that are visible already`() {
    // 150 pt to go: 150...450 shows 1 to 4, of which 0 to 2 are visible.
    let script = PlanScript(at: [0], phase: .decelerating, velocity: 300)
    let plan = script.play(.named("fling-landing"))[0]
    #expect(plan.items(.soon) == [3, 4] && plan.items(.prefetch).isEmpty)
  }

  @Test(arguments: [ScrollPhase.idle, .tracking])
  func `the plan covers one screen ahead without a fling`(phase: ScrollPhase) {
    let script = PlanScript(at: [900], phase: phase, velocity: 2000)
    let plan = script.play(.named("fling-landing"))[0]
    #expect(plan.items(.prefetch) == [12, 13, 14] && plan.items(.soon).isEmpty)
  }
}
