import ScrollCore
import ScrollSimulation
import Testing

/// The windows of list libraries, worked out by hand: items of 100 pt, a screen of three of them.
struct ListWindowTests {
  @Test func `FlashList looks back at first and moves unused space to the other end`() {
    let plans = PlanScript(at: [2000, 2000]).play(.named("flash-list"))
    // 350 pt back and 150 ahead: 1650 to 2450.
    #expect(plans[0].all == [23, 24, 19, 18, 17, 16])
    #expect(plans[1].change == .unchanged)
    // At the start 350 of them are for ahead: to 800.
    #expect(PlanScript(at: [0]).play(.named("flash-list"))[0].all == [3, 4, 5, 6, 7])
    // At the end of 30 items, 150 ahead are for behind: from 2700 - 500.
    let end = PlanScript(items: 30, at: [2700]).play(.named("flash-list"))[0]
    #expect(end.all == [26, 25, 24, 23, 22])
  }

  @Test func `FlashList turns by a majority of five velocities and moves by their median`() {
    let plans = PlanScript(at: [2000, 2010, 2020, 2030]).play(.named("flash-list"))
    // One vote for ahead against two; two against two is the trace's direction; then three, and
    // 1000 pt/s for 16 ms: 2046 - 150 to 2346 + 350.
    #expect(plans[1].all == [24, 19, 18, 17, 16])
    #expect(plans[2].all == [24, 25, 26, 19, 18])
    #expect(plans[3].all == [24, 25, 26, 19, 18])
    let far = PlanScript(at: [2000, 2010, 2020, 2030])
      .play(.named("flash-list:renderTime=100"))
    // 2130 - 150 to 2430 + 350.
    #expect(far[3].all == [24, 25, 26, 27, 19])
  }

  @Test func `FlashList forgets speeds after a tenth of a second, but not the direction`() {
    let offsets = [2000, 2010, 2020, 2030] + Array(repeating: 2030.0, count: 12)
    let plans = PlanScript(at: offsets).play(.named("flash-list:renderTime=100"))
    #expect(plans[13].all == [24, 25, 26, 27, 19])
    // More than 100 ms after the last event: 2030 - 150 to 2330 + 350.
    #expect(plans[14].change == .changed && plans[14].all == [24, 25, 26, 19, 18])
  }

  @Test func `Legend List looks back at rest, and ahead near the start`() {
    let plans = PlanScript(at: [2000, 2000, 2000]).play(.named("legend-list"))
    // 50 pt at first, half ahead and one and a half back; then 250.
    #expect(plans[0].all == [23, 19])
    #expect(plans[1].all == [23, 24, 19, 18, 17, 16])
    #expect(plans[2].change == .unchanged)
    let start = PlanScript(at: [200, 200]).play(.named("legend-list"))[1]
    // 200 - 125 to 500 + 375.
    #expect(start.all == [5, 6, 7, 8, 1, 0])
  }

  @Test func `Legend List shifts its window by the speed, fully at 4 points per millisecond`() {
    let plans = PlanScript(at: [2000, 2000, 2020, 2040, 2080])
      .play(.named("legend-list:fading=60"))
    // One event is no speed. Then 2 px/ms: 125 - 62.5 back, 375 + 62.5 ahead of 2040 to 2340.
    #expect(plans[2].all == [24, 19, 18, 17, 16])
    #expect(plans[3].all == [24, 25, 26, 27, 19])
    let full = PlanScript(at: [2000, 2000, 2040, 2080]).play(.named("legend-list"))[3]
    // All of it: nothing behind 2080, 500 ahead of 2380.
    #expect(full.all == [24, 25, 26, 27, 28])
  }

  @Test func `Legend List forgets the speed a tenth of a second after the movement`() {
    let offsets = [2000, 2000, 2040, 2080] + Array(repeating: 2080.0, count: 11)
    let plans = PlanScript(at: offsets).play(.named("legend-list"))
    #expect(plans[12].all == [24, 25, 26, 27, 28])
    #expect(plans[13].all == [24, 25, 19, 18, 17])
  }

  @Test func `FlatList fills its window in batches`() {
    let plans = PlanScript(at: Array(repeating: 0, count: 22))
      .play(.named("flat-list:windowSize=5:batch=3:initial=4"))
    let changes = plans.indices.filter { plans[$0].change == .changed }
    // 50 ms after the last batch each: to item 8, two screens ahead.
    #expect(changes == [0, 5, 10])
    #expect(changes.map { plans[$0].all } == [[3], [3, 4, 5, 6], [3, 4, 5, 6, 7, 8]])
  }

  @Test func `FlatList skips the wait if a blank area is near, and looks ahead first`() {
    let offsets = Array(repeating: 0.0, count: 16) + [650]
    let plans = PlanScript(at: offsets).play(.named("flat-list:windowSize=5:batch=3:initial=4"))
    // Item 9 is visible and new, 10 and 11 are: three. What was mounted stays as far as the window.
    #expect(plans[16].all == [10, 11, 5, 4, 3, 2, 1, 0])
  }

  @Test func `FlatList at a low speed fills both sides in turn`() {
    var script = PlanScript(at: Array(repeating: 3000, count: 3))
    for index in 1..<3 {
      script.contexts[index].viewport.lower = 3005
      script.contexts[index].viewport.upper = 3305
    }
    let plans = script.play(.named("flat-list:windowSize=3:batch=4:initial=3"))
    #expect(plans[0].all.isEmpty)
    // The last mounted item shows, so that it does not wait: item 33, then one below and one above,
    // and once more, for three are not yet four.
    #expect(plans[1].all == [34, 35, 29, 28])
    #expect(plans[2].change == .unchanged)
  }

  @Test func `preheat keeps its plan for a third of a screen, visible items included`() {
    let plans = PlanScript(at: [900, 950, 1000, 1001]).play(.named("preheat"))
    // 900 to 1200 is visible; 750 to 1350.
    #expect(plans[0].all == [9, 10, 11, 12, 13, 8, 7])
    #expect(plans[1].change == .unchanged && plans[2].change == .unchanged)
    #expect(plans[3].all == [10, 11, 12, 13, 14, 9, 8])
    let back = PlanScript(at: [900, 700]).play(.named("preheat:ahead=1:behind=0"))[1]
    #expect(back.all == [9, 8, 7, 6, 5, 4])
  }

  @Test func `the gap worker binds the next row if the frame has time or the row is next`() {
    var script = PlanScript(at: [900, 910, 920, 920, 1005, 1110])
    script.cellWork = .ms(4)
    for (index, idle) in [9.0, 4, 4.5, 9, 0, 0].enumerated() {
      script.contexts[index].idle = .ms(idle)
    }
    let plans = script.play(.named("gap-worker"))
    // No scroll; no time; time for 13; at rest as it was; too far away; needed next.
    #expect(plans.map(\.all) == [[], [], [13], [13], [], [15]])
  }

  @Test func `the gap worker binds as much of a row as the time allows`() {
    var script = PlanScript(at: [0, 5, 10, 15])
    // Rows of three.
    let starts = (0..<30).map { Double($0 / 3) * 100 }
    script.placement = PlanScript.placement(starts, starts.map { $0 + 100 }, extent: 1000)
    script.cellWork = .ms(4)
    for index in script.contexts.indices { script.contexts[index].idle = .ms(9) }
    let plans = script.play(.named("gap-worker"))
    // 300 to 305 is visible: row 4 is next.
    #expect(plans.map(\.all) == [[], [12, 13], [12, 13, 14], [12, 13, 14]])
  }

  @Test func `feedback grows on late images, shrinks on waste, and keeps up with loads`() {
    var script = PlanScript(at: Array(repeating: 0, count: 6), phase: .idle)
    script.contexts[1].news.late = 2
    script.contexts[2].news.wasted = 1
    script.contexts[3].news.wasted = 3
    script.contexts[4].news.wasted = 1
    script.contexts[5].news.loads = 2
    script.contexts[5].news.loadTime = .ms(400)
    script.contexts[5].viewport.velocity = 3000
    let plans = script.play(.named("feedback"))
    // 1, 1.25, 1.125, 1.0125 and 0.91125 screens; then 3000 pt/s for 200 ms.
    let items = plans.map(\.all)
    #expect(items[0] == [3, 4, 5] && items[1] == [3, 4, 5, 6] && items[2] == items[1])
    #expect(items[3] == items[1] && items[4] == [3, 4, 5])
    #expect(items[5] == [3, 4, 5, 6, 7, 8])
  }

  @Test func `expected sorts by probability times reload time per byte`() {
    var script = PlanScript(at: [1000], phase: .idle)
    script.reloadMilliseconds = Array(repeating: 10, count: 100)
    script.bytes = Array(repeating: 1000, count: 100)
    let prefetcher = Prefetcher.named(
      "expected:least=0.2:restAhead=0.5:restAheadWay=1:restBack=0.25:restBackWay=1")
    // 0.5 exp(-d) >= 0.2 up to 275 pt ahead, 0.25 exp(-d) up to 67 pt behind.
    #expect(script.play(prefetcher)[0].all == [13, 14, 15, 9])
    script.bytes[15] = 100
    script.reloadMilliseconds[9] = 100
    #expect(script.play(prefetcher)[0].all == [15, 9, 13, 14])
  }
}
