import ScrollCore
import ScrollLayout
import ScrollSimulation

extension PlanScript {
  /// A random row or grid, and a trace that rests, creeps, flies, jumps and turns.
  ///
  /// All positions are multiples of 1/64 pt. Now and then a vsync is missed.
  init(seed: UInt64) {
    var dice = SeededRandom(seed: seed)
    let count = dice.within(1...120), columns = dice.within(1...4)
    var starts: [Double] = [], ends: [Double] = [], end = 0.0
    for item in 0..<count {
      if item % columns == 0 {
        starts.append(end + Double(dice.below(3)) * 2)
        end = starts[item] + Double(dice.within(64...12_000)) / 64
      } else {
        starts.append(starts[item - 1])
      }
      ends.append(end)
    }
    let screen = Double(dice.within(2000...40_000)) / 64
    self.init(at: [])
    placement = Self.placement(starts, ends, extent: end)
    hertz = dice.chance(0.5) ? 60 : 120
    rate = dice.chance(0.5) ? .normal : .fast
    scale = [1, 2, 3][dice.below(3)]
    motion = Self.motion(&dice, extent: end, screen: screen)

    // What came later has dice of its own, so that all else is drawn as before.
    var later = SeededRandom(seed: seed ^ 0xa4ead)
    var cursor = MotionCursor(direction: dice.chance(0.5) ? .forward : .backward)
    var vsync: Int64 = 0
    var warned = false
    while SimTime.vsync(vsync, hertz: hertz) <= motion.duration {
      let time = SimTime.vsync(vsync, hertz: hertz)
      cursor.advance(to: time, in: motion)
      let offset = (cursor.offset * 64).rounded() / 64
      var context = PrefetchContext(
        Viewport(
          lower: offset, upper: offset + screen,
          velocity: (cursor.velocity * 64).rounded() / 64, direction: cursor.direction,
          phase: cursor.phase, time: time))
      context.hadMemoryWarning = dice.chance(0.02)
      context.isAfterForeground = !warned && dice.chance(0.02)
      warned = context.hadMemoryWarning
      context.idle = .ms(Double(later.below(17)))
      if later.chance(0.2) { context.news.late = later.below(4) }
      if later.chance(0.2) { context.news.wasted = later.below(4) }
      context.news.loads = later.below(3)
      context.news.loadTime = .ms(Double(context.news.loads * later.within(1...200)))
      contexts.append(context)
      vsync += dice.chance(0.1) ? Int64(dice.within(2...20)) : 1
    }
  }

  /// Samples every 10 ms on whole 64ths of a point, ends and jumps included.
  static func motion(
    _ dice: inout SeededRandom, extent: Double, screen: Double
  ) -> ScrollMotion {
    let bottom = max(0, extent - screen)
    var times: [SimTime] = [], offsets: [Double] = [], phases: [ScrollPhase] = []
    var offset = (dice.unit() * bottom * 64).rounded() / 64
    var (velocity, phase, left) = (0.0, ScrollPhase.idle, 0)
    for sample in 0..<250 {
      if left == 0 {
        left = dice.within(1...30)
        phase = ScrollPhase.allCases[dice.below(3)]
        velocity = phase == .idle ? 0 : Double(dice.within(-2560...2560)) / 64
        if dice.chance(0.1) { offset = (dice.unit() * bottom * 64).rounded() / 64 }
      }
      left -= 1
      offset = min(max(offset + velocity, -50), bottom + 50)
      times.append(.ms(Double(sample) * 10))
      offsets.append(offset)
      phases.append(phase)
    }
    return ScrollMotion(times: times, offsets: offsets, phases: phases)
  }
}
