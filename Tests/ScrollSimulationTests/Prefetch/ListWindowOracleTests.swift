import ScrollCore
import ScrollSimulation
import Testing

/// The windows of list libraries on random scrolls, against working each frame out from the whole
/// scroll before it.
struct ListWindowOracleTests {
  /// The frames up to one in which the viewport was elsewhere than in the frame before: when, and
  /// how far from where.
  static func events(_ script: PlanScript, to frame: Int) -> [(
    time: Double, from: Double, to: Double
  )] {
    let viewports = script.contexts[...frame].map(\.viewport)
    return zip(viewports, viewports.dropFirst()).filter { $0.lower != $1.lower }
      .map { ($1.time.seconds, $0.lower, $1.lower) }
  }

  /// Compares every plan with everything between two positions, which depend on the frame.
  static func expectWindows(
    _ name: String, _ window: (PlanScript, Int) -> (lower: Double, upper: Double)
  ) {
    for seed in 1...60 as ClosedRange<UInt64> {
      let script = PlanScript(seed: seed)
      for (frame, plan) in script.play(.named(name)).enumerated() {
        let viewport = script.contexts[frame].viewport
        let (lower, upper) = window(script, frame)
        let above = max(0, upper - viewport.upper), below = max(0, viewport.lower - lower)
        let isForward = viewport.direction == .forward
        let expected = ReachOracleTests.expected(
          (0, 0, isForward ? above : below, isForward ? below : above), script, viewport)
        guard plan.items == expected else {
          Issue.record(
            """
            \(name), seed \(seed), frame \(frame): \(plan.all), not \(expected.map(\.item.index)) \
            in \(lower)..<\(upper) around \(viewport)
            """)
          return
        }
      }
    }
  }

  @Test func `the window of FlashList depends on the last five velocities`() {
    Self.expectWindows("flash-list") { script, frame in
      let now = script.contexts[frame].viewport
      let sign = script.setup.direction.sign
      var votes: [Double] = [0, 0, 0, -sign * 1e-300, -sign * 1e-300], place = 0
      func isForward() -> Bool {
        let (plus, minus) = (votes.count { $0 > 0 }, votes.count { $0 < 0 })
        return plus == minus ? sign > 0 : plus > minus
      }
      func settle() {
        let vote = isForward() ? 1e-300 : -1e-300
        (votes, place) = ([0, 0, 0, vote, vote], 1)
      }
      var (last, moved) = (script.contexts[0].viewport.time.seconds, false)
      for event in Self.events(script, to: frame) {
        if moved, event.time - last > 0.1 + 1e-10 {
          settle()
          last += 0.1
        }
        votes[place] = (event.to - event.from) / (event.time - last)
        place = (place + 1) % 5
        (last, moved) = (event.time, true)
      }
      if moved, now.time.seconds - last > 0.1 + 1e-10 { settle() }
      let start = now.lower + votes.sorted()[2] * 0.016
      var lower = start - (isForward() ? 150 : 350)
      var upper = start + now.extent + (isForward() ? 350 : 150)
      if lower < 0 { (lower, upper) = (0, upper - lower) }
      let end = script.placement.extent
      if upper > end { (lower, upper) = (max(0, lower - (upper - end)), end) }
      return (lower, upper)
    }
  }

  @Test func `the window of Legend List depends on the last five events in one direction`() {
    Self.expectWindows("legend-list:fading=0.5") { script, frame in
      let now = script.contexts[frame].viewport
      let sign = script.setup.direction.sign, end = script.placement.extent
      // The last shift is forgotten 100 ms after it.
      var (known, speed, forgetAt) = ([(time: Double, to: Double)](), 0.0, Double.infinity)
      func mean(at time: Double) -> Double {
        guard let newest = known.last, time - newest.time <= 1 + 1e-10 else { return 0 }
        var (sum, weights, way) = (0.0, 0.0, 0.0)
        for (before, after) in zip(known, known.dropFirst()).reversed() {
          let step = after.to - before.to
          if way == 0 { way = step }
          if step * way < 0 || newest.time - before.time > 1 + 1e-10 { break }
          let weight = exp(-(newest.time - after.time) / 0.5)
          sum += weight * step / (after.time - before.time)
          weights += weight
        }
        return weights > 0 ? sum / weights : 0
      }
      var next = Self.events(script, to: frame)[...]
      for context in script.contexts[...frame] {
        let time = context.viewport.time.seconds
        if time >= forgetAt - 1e-10 { (known, forgetAt) = ([], .infinity) }
        let isEvent = next.first?.time == time
        if isEvent, let event = next.popFirst() {
          known = known.suffix(4) + [(time, event.to)]
        }
        speed = mean(at: time)
        if speed == 0 { forgetAt = .infinity } else if isEvent { forgetAt = time + 0.1 }
      }
      let distance = frame == 0 ? 50.0 : 250
      let lower = min(max(now.lower, 0), max(0, end - now.extent)), upper = lower + now.extent
      let fromStart = sign > 0 ? lower : max(0, end - upper)
      let looksAway = speed * sign > 0 || (speed == 0 && fromStart < max(50, distance))
      let shift = distance / 2 * max(-1, min(1, speed / 4000))
      let (near, far) = looksAway ? (0.5, 1.5) : (1.5, 0.5)
      let (back, ahead) = sign > 0 ? (near, far) : (far, near)
      return (lower - back * distance + shift, upper + ahead * distance + shift)
    }
  }

  @Test func `the reach of feedback depends on all its feedback`() {
    Self.expectWindows("feedback") { script, frame in
      var (screens, load) = (1.0, nil as Double?)
      for context in script.contexts[...frame] {
        let news = context.news
        if news.late > 0 {
          screens = min(5, screens + 0.25)
        } else if news.wasted > 0 {
          screens = max(0.25, screens * 0.9)
        }
        for _ in 0..<news.loads {
          let each = news.loadTime.seconds / Double(news.loads)
          load = load.map { $0 * 7 / 8 + each / 8 } ?? each
        }
      }
      let now = script.contexts[frame].viewport
      let way = max(screens * now.extent, abs(now.velocity) * (load ?? 0))
      let ahead = min(5 * now.extent, way)
      return now.direction == .forward
        ? (now.lower, now.upper + ahead) : (now.lower - ahead, now.upper)
    }
  }

  @Test func `FlatList mounts its whole window and at most one batch at a time`() {
    for seed in 1...40 as ClosedRange<UInt64> {
      var script = PlanScript(seed: seed)
      let end = script.contexts.count
      // At rest for three seconds.
      for step in 1...180 {
        var context = script.contexts[end - 1]
        context.viewport.time += .ms(Double(step) * 17)
        context.viewport.velocity = 0
        script.contexts.append(context)
      }
      let frames = script.play(.named("flat-list:windowSize=5:batch=7"))
      let viewport = script.contexts[end - 1].viewport
      let expected = ReachOracleTests.expected(
        (0, 0, 2 * viewport.extent, 2 * viewport.extent), script, viewport)
      let last = frames[frames.count - 1]
      #expect(Set(last.all) == Set(expected.map { Int($0.item.index) }), "seed \(seed)")
      for frame in 1..<frames.count {
        let before = frames[frame - 1].all + script.visible(script.contexts[frame - 1].viewport)
        let visible = script.visible(script.contexts[frame].viewport)
        let new = Set(frames[frame].all).subtracting(before)
        // One more where both sides grow at once; visible items come in any number.
        #expect(new.count <= 8 || !Set(visible).isSubset(of: before), "seed \(seed), \(frame)")
      }
    }
  }
}
