import ScrollCore
import ScrollSimulation
import Testing

/// Plans worked out by hand: items of 100 pt, a screen of three of them unless said otherwise.
struct PlannerExampleTests {
  @Test func `neighbors surround the appearing items, ahead before behind, without withdrawals`() {
    let script = PlanScript(at: [300, 300, 400, 250])
    let plans = script.play(.named("neighbours"))
    // 3, 4 and 5 appear; then 6 alone; then, going back, 2.
    #expect(plans.map(\.all) == [[4, 2, 5, 3, 6], [4, 2, 5, 3, 6], [7, 5], [2, 4, 1, 3]])
    #expect(plans.map(\.change) == [.changed, .unchanged, .changed, .changed])
    let two = PlanScript(at: [300, 400]).play(.named("neighbours:k=2"))
    #expect(two[1].all == [7, 5, 8, 4])
    #expect(!Prefetcher.named("neighbours").withdraws)
  }

  @Test func `neighbors end at the ends of the content`() {
    #expect(PlanScript(items: 3, at: [0]).play(.named("neighbours:k=2"))[0].all == [1, 2, 0])
  }

  @Test func `a ring covers both sides, ahead first`() {
    let plans = PlanScript(at: [900, 910, 890]).play(.named("ring:ahead=1:behind=0.5"))
    #expect(plans[0].all == [12, 13, 14, 8, 7])
    // 910...1210 shows 9 to 12; ahead until 1510, behind from 760 on.
    #expect(plans[1].all == [13, 14, 15, 8, 7])
    // Back: ahead is below, from 590 on; behind until 1340.
    #expect(plans[2].all == [7, 6, 5, 12, 13])
  }

  @Test func `the direction at rest is the last one`() {
    let plans = PlanScript(at: [900, 890, 890]).play(.named("directional"))
    #expect(plans[0].all == [12, 13, 14])
    #expect(plans[1].all == [7, 6, 5] && plans[2].all == plans[1].all)
  }

  @Test func `UIKit announces items when others appear, and withdraws them on a reversal`() {
    let script = PlanScript(at: [900, 905, 990, 1000, 995, 985, 905, 895])
    let plans = script.play(.named("uikit-window:screens=1"))
    #expect(
      plans.map(\.change) == [
        .changed, .changed, .unchanged, .changed, .restarted, .unchanged, .unchanged, .changed,
      ])
    #expect(plans[0].all == [12, 13, 14])
    #expect(plans[1].all == [13, 14, 15])
    #expect(plans[2].all == [13, 14, 15])  // 15 to come at 990, and no announcement
    #expect(plans[3].all == [13, 14, 15])
    #expect(plans[4].all == [8, 7, 6])
    #expect(plans[7].all == [7, 6, 5])
  }

  @Test func `Glide preloads a fixed number of items after the last visible one`() {
    let script = PlanScript(items: 16, at: [900, 950, 1000, 990, 895])
    let plans = script.play(.named("glide-preload:max=4"))
    let items = [
      [12, 13, 14, 15], [13, 14, 15], [13, 14, 15], [8, 7, 6, 5], [7, 6, 5, 4],
    ]
    #expect(plans.map(\.all) == items)
    #expect(plans.map(\.change) == [.changed, .changed, .changed, .restarted, .changed])
  }

  @Test func `velocity plans the distance of its time`() {
    let forward = PlanScript(at: [900], velocity: 1000)
    #expect(forward.play(.named("velocity:seconds=0.25"))[0].all == [12, 13, 14])
    #expect(PlanScript(at: [900]).play(.named("velocity"))[0].all.isEmpty)
    let back = PlanScript(at: [900], direction: .backward, velocity: -1001)
    #expect(back.play(.named("velocity:seconds=0.1"))[0].all == [8, 7])
  }

  @Test func `a ring grows at rest and shrinks with the first movement`() {
    var script = PlanScript(at: Array(repeating: 3000, count: 8), phase: .idle)
    let seconds = [0, 0.4, 0.5, 1.2, 9, 9.1, 9.2, 9.8]
    for (index, second) in seconds.enumerated() {
      script.contexts[index].viewport.time = SimTime(seconds: second)
    }
    script.contexts[5].viewport.phase = .tracking
    let plans = script.play(.named("idle-grow:screens=1:every=0.5:most=4"))
    #expect(plans.map { $0.all.count / 6 } == [1, 1, 2, 3, 4, 1, 1, 2])
    #expect(plans[1].change == .unchanged && plans[2].change == .changed)
    #expect(plans[2].all == [33, 34, 35, 36, 37, 38, 29, 28, 27, 26, 25, 24])
  }
}
