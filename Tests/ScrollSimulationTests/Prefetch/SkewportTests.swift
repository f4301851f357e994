import ScrollCore
import ScrollSimulation
import Testing

struct SkewportTests {
  /// The viewport reaches [0, 800) at 2 000 pt/s; items of 100 pt from -4000 on.
  static func script(scale: Double = 1) -> PlanScript {
    var script = PlanScript(at: [-40, -20, 0], screen: 800)
    script.placement = PlanScript.row(Array(repeating: 100, count: 100), from: -4000)
    script.scale = scale
    return script
  }

  static func item(at position: Double) -> Int { Int((position + 4000) / 100) }

  @Test func `the bins equal those of the published example`() {
    let plan = Self.script().play(.named("skewport"))[2]
    // The skewport ends at 1200, the soon border is 120 pt.
    let soon = [800, 900, 1000, 1100, -100, -200].map(Self.item(at:))
    #expect(plan.items(.soon).sorted() == soon.sorted())
    #expect(plan.items(.prefetch).contains(Self.item(at: 1500)))
    #expect(plan.items(.prefetch).contains(Self.item(at: 1200)))
    // 3000 px around.
    #expect(plan.all.contains(Self.item(at: 3700)) && !plan.all.contains(Self.item(at: 3800)))
    #expect(plan.all.contains(Self.item(at: -3000)) && !plan.all.contains(Self.item(at: -3100)))
  }

  @Test func `the nearest item is first, and ahead precedes behind`() {
    let plan = Self.script().play(.named("skewport"))[2]
    let first = [800, -100, 900, -200, 1000, 1100].map(Self.item(at:))
    #expect(plan.items(.soon) == first)
    #expect(plan.items(.prefetch).prefix(2) == [Self.item(at: -300), Self.item(at: -400)])
  }

  @Test func `lengths are in pixels`() {
    // At scale 3: at most 666.67 pt ahead, border min(104, 120) pt, interest 1000 pt.
    let plan = Self.script(scale: 3).play(.named("skewport:target=1"))[2]
    #expect(plan.items(.soon).max() == Self.item(at: 1400))
    #expect(plan.items(.soon).min() == Self.item(at: -200))
    #expect(plan.all.max() == Self.item(at: 1700) && plan.all.min() == Self.item(at: -1000))
  }

  @Test func `the speed is that of the last two frames`() {
    // Standing still in the last one: half of the speed, 200 pt.
    var script = Self.script()
    script.contexts[1].viewport.lower = 0
    script.contexts[1].viewport.upper = 800
    #expect(script.play(.named("skewport"))[2].items(.soon).max() == Self.item(at: 1100))
    script.contexts[0].viewport.lower = -20
    script.contexts[0].viewport.upper = 780
    #expect(script.play(.named("skewport"))[2].items(.soon).max() == Self.item(at: 900))
    // The first frame has no speed.
    #expect(script.play(.named("skewport"))[0].items(.soon).max() == Self.item(at: 800))
  }
}
