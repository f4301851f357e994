import ScrollCore
import ScrollLayout
import ScrollSimulation
import Testing

/// Tests of the items that will be visible, against reading the whole trace at every frame.
struct ClairvoyantTests {
  /// Returns the viewport at every vsync of a script's motion.
  static func future(_ script: PlanScript) -> [Viewport] {
    let screen = script.contexts.first?.viewport.extent ?? 0
    var cursor = MotionCursor(direction: script.setup.direction)
    var viewports: [Viewport] = []
    while true {
      let time = SimTime.vsync(Int64(viewports.count), hertz: script.hertz)
      guard time <= script.motion.duration else { return viewports }
      cursor.advance(to: time, in: script.motion)
      viewports.append(
        Viewport(
          lower: cursor.offset, upper: cursor.offset + screen, direction: cursor.direction,
          time: time))
    }
  }

  @Test(arguments: 1...60 as ClosedRange<UInt64>, [0.05, 0.5, 3.0])
  func `the plan contains the items that appear within its time, in order`(
    seed: UInt64, seconds: Double
  ) {
    var script = PlanScript(seed: seed)
    let future = Self.future(script)
    // The frames use the motion without rounding.
    for index in script.contexts.indices {
      let vsync = script.contexts[index].viewport.time.firstVsync(hertz: script.hertz)
      script.contexts[index].viewport.lower = future[Int(vsync)].lower
      script.contexts[index].viewport.upper = future[Int(vsync)].upper
    }
    var appearances: [(time: SimTime, item: Int)] = []
    for (before, after) in zip(future, future.dropFirst()) {
      let new = script.visible(after).filter { !script.isVisible($0, in: before) }
      for item in after.direction == .forward ? new : new.reversed() {
        appearances.append((after.time, item))
      }
    }
    let horizon = SimTime(seconds: seconds)
    let plans = script.play(.named("clairvoyant:seconds=\(seconds)"))
    for (frame, plan) in plans.enumerated() {
      let viewport = script.contexts[frame].viewport
      var expected: [Int] = []
      for appearance in appearances
      where appearance.time > viewport.time && appearance.time <= viewport.time + horizon
        && !expected.contains(appearance.item)
        && !script.isVisible(appearance.item, in: viewport)
      {
        expected.append(appearance.item)
      }
      guard plan.all == expected else {
        Issue.record("seed \(seed), frame \(frame): \(plan.all) instead of \(expected)")
        return
      }
    }
  }

  @Test func `the plan ends at the next layout`() {
    var script = PlanScript(at: [0], screen: 300)
    script.motion = ScrollMotion(
      times: [.zero, .ms(1000)], offsets: [0, 1000], phases: [.tracking, .tracking])
    let running = Prefetcher.named("clairvoyant:seconds=5").start(
      script.setup, placement: script.placement, breadth: 320, until: .ms(250))
    var plan = PrefetchPlan()
    let none: [ItemID] = []
    _ = running.plan(script.contexts[0], entered: none.span, into: &plan)
    let items = (0..<plan.count).map { plan[$0].item.index }
    #expect(items == [3, 4, 5])
    #expect(Prefetcher.named("clairvoyant").descriptor.facts.seesFuture)
  }
}
