import ScrollCore
import ScrollLayout
import ScrollSimulation
import Testing

/// Swipe statistics against looking at every frame anew.
struct SwipeTrainingTests {
  /// Returns a new cursor at a frame of a motion at 60 Hz.
  static func frame(_ index: Int, _ motion: ScrollMotion) -> MotionCursor {
    var cursor = MotionCursor(direction: .forward)
    for vsync in 0...index { cursor.advance(to: .vsync(Int64(vsync), hertz: 60), in: motion) }
    return cursor
  }

  @Test(arguments: 1...12 as ClosedRange<UInt64>)
  func `probabilities and means cover all frames`(seed: UInt64) {
    var dice = SeededRandom(seed: seed)
    let motion = PlanScript.motion(&dice, extent: 20_000, screen: 800)
    var training = SwipeTraining(horizon: SimTime(seconds: 0.5))
    training.add(motion, extent: 800, direction: .forward)
    let count = Int(motion.duration.nanoseconds * 60 / 1_000_000_000) + 1
    let frames = (0..<count).map { Self.frame($0, motion) }
    var ways: [String: [(way: Double, speed: Double)]] = [:]
    for index in stride(from: 0, to: count - 30, by: 6) {
      let now = frames[index]
      let later = frames[(index + 1)...(index + 30)].map { ($0.offset - now.offset) / 800 }
      let forward = max(0, later.max() ?? 0), backward = max(0, -(later.min() ?? 0))
      let sign = now.direction.sign
      let state = now.phase == .idle ? "rest" : "move"
      let speed = max(0, now.velocity * sign / 800)
      ways[state + "Ahead", default: []].append((sign > 0 ? forward : backward, speed))
      ways[state + "Back", default: []].append((sign > 0 ? backward : forward, speed))
    }
    let statistics = training.statistics
    #expect(training.moving == ways["moveAhead", default: []].count, "seed \(seed)")
    #expect(training.resting == ways["restAhead", default: []].count, "seed \(seed)")
    for (name, way) in [
      ("moveAhead", statistics.moveAhead), ("moveBack", statistics.moveBack),
      ("restAhead", statistics.restAhead), ("restBack", statistics.restBack),
    ] {
      let all = ways[name, default: []], reached = all.filter { $0.way > 0 }
      guard !all.isEmpty else { continue }
      #expect(
        abs(way.chance - Double(reached.count) / Double(all.count)) < 1e-9, "seed \(seed), \(name)")
      let mean = reached.isEmpty ? 0 : reached.reduce(0) { $0 + $1.way } / Double(reached.count)
      if name != "moveAhead" { #expect(abs(way.mean - mean) < 1e-9, "seed \(seed), \(name)") }
    }
    // No line near it is better, unless that had a negative figure.
    let moving = ways["moveAhead", default: []].filter { $0.way > 0 }
    func error(_ mean: Double, _ slope: Double) -> Double {
      moving.reduce(0) {
        let off = $1.way - mean - slope * $1.speed
        return $0 + off * off
      }
    }
    let (mean, glide) = (statistics.moveAhead.mean, statistics.glide)
    #expect(mean >= 0 && glide >= 0)
    for (mean, slope) in [
      (mean + 0.01, glide), (mean - 0.01, glide), (mean, glide + 0.01), (mean, glide - 0.01),
    ] where mean >= 0 && slope >= 0 {
      #expect(
        error(statistics.moveAhead.mean, glide) <= error(mean, slope) + 1e-9, "seed \(seed)")
    }
  }

  @Test func `training learns a scroll at constant speed`() {
    let motion = ScrollMotion(
      times: [.zero, SimTime(seconds: 10)], offsets: [0, 8000], phases: [.tracking, .tracking])
    var training = SwipeTraining(horizon: SimTime(seconds: 1))
    training.add(motion, extent: 800, direction: .forward)
    let statistics = training.statistics
    #expect(statistics.moveAhead.chance == 1 && statistics.moveBack.chance == 0)
    // 800 pt/s are a screen per second.
    #expect(abs(statistics.moveAhead.mean + statistics.glide * 1 - 1) < 0.02)
    #expect(training.resting == 0 || statistics.restAhead.chance == 1)
  }

  @Test func `the chance and the distance of a way are inverse`() {
    let way = SwipeStatistics.Way(chance: 0.8, mean: 2)
    #expect(abs(way.chance(of: 0) - 0.8) < 1e-12)
    #expect(abs(way.chance(of: way.distance(of: 0.1)) - 0.1) < 1e-12)
    #expect(way.distance(of: 0.9) == 0)
  }
}
