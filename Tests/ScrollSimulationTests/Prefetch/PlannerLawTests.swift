import ScrollCore
import ScrollLayout
import ScrollSimulation
import Testing

/// Tests of properties of every planner, on random traces.
struct PlannerLawTests {
  static let prefetchers = [
    "neighbours", "neighbours:k=4", "ring", "ring:ahead=2.5:behind=0:cancelOnReversal=true",
    "ring:ahead=0:behind=3", "ring:ahead=300pt:behind=0.5", "directional",
    "directional:screens=90pt", "directional:screens=4:cancelOnReversal=true",
    "uikit-window", "uikit-window:screens=3:cancelOnReversal=false", "texture-ranges",
    "texture-ranges:mode=full", "texture-ranges:mode=minimum", "texture-ranges:mode=low-memory",
    "skewport", "skewport:target=1:interest=500", "velocity", "velocity:seconds=4",
    "fling-landing", "fling-landing:screens=0", "fling-landing:screens=250pt",
    "idle-grow:every=0.1", "idle-grow:every=0.1:screens=30pt:most=700pt",
    "glide-preload", "glide-preload:max=3", "clairvoyant", "clairvoyant:seconds=0.2",
    "gap-worker", "preheat", "preheat:ahead=2:behind=0:step=1",
    "preheat:ahead=200pt:behind=20pt:step=50pt", "flash-list",
    "flash-list:drawDistance=1000:renderTime=32:cancelOnReversal=true", "legend-list",
    "legend-list:drawDistance=1000:fullSpeed=1000", "flat-list",
    "flat-list:windowSize=5:batch=3:period=0.1", "flat-list:leanSpeed=0:rushSpeed=100", "feedback",
    "feedback:grow=2:keep=0.1",
    "feedback:screens=80pt:least=40pt:most=600pt:grow=50pt", "expected",
    "expected:least=0.3:glide=2",
  ]

  static func prefetcher(_ text: String) throws -> Prefetcher {
    let choice = try Catalog<PrefetcherDescriptor>.builtIn.choose(text)
    return choice.entry.prefetcher(choice.settings)
  }

  @Test(arguments: prefetchers)
  func `no plan contains duplicates or visible items`(name: String) throws {
    let prefetcher = try Self.prefetcher(name)
    for seed in 1...40 as ClosedRange<UInt64> {
      let script = PlanScript(seed: seed)
      for (frame, plan) in script.play(prefetcher).enumerated() {
        #expect(Set(plan.all).count == plan.all.count, "seed \(seed), frame \(frame)")
        guard prefetcher.withdraws, prefetcher.descriptor.name != "preheat" else { continue }
        let viewport = script.contexts[frame].viewport
        let seen = plan.all.filter { script.isVisible($0, in: viewport) }
        #expect(seen.isEmpty, "seed \(seed), frame \(frame): \(seen)")
      }
    }
  }

  @Test(arguments: prefetchers)
  func `a mirrored scroll has mirrored plans`(name: String) throws {
    let prefetcher = try Self.prefetcher(name)
    for seed in 1...40 as ClosedRange<UInt64> {
      let script = PlanScript(seed: seed)
      let last = Int32(script.placement.count - 1)
      let mirrored = script.mirrored.play(prefetcher).map { frame in
        PlanScript.Frame(
          change: frame.change,
          items: frame.items.map { PlannedItem(ItemID(last - $0.item.index), $0.urgency) })
      }
      for (frame, (plan, mirror)) in zip(script.play(prefetcher), mirrored).enumerated()
      where plan != mirror {
        Issue.record("seed \(seed), frame \(frame): \(plan) and \(mirror)")
        return
      }
    }
  }

  @Test(arguments: prefetchers)
  func `an unchanged plan equals a newly computed one`(name: String) throws {
    let prefetcher = try Self.prefetcher(name)
    for seed in 1...40 as ClosedRange<UInt64> {
      let frames = PlanScript(seed: seed).play(prefetcher)
      #expect(frames.first?.change != .unchanged || prefetcher == .none, "seed \(seed)")
      for (before, after) in zip(frames, frames.dropFirst()) where after.change == .unchanged {
        #expect(before.items == after.items, "seed \(seed)")
      }
      // The plan is not always new, either.
      if frames.count > 50 {
        #expect(frames.contains { $0.change == .unchanged }, "seed \(seed)")
      }
    }
  }

  @Test(arguments: prefetchers)
  func `a plan restarts on a reversal only with its setting`(name: String) throws {
    let prefetcher = try Self.prefetcher(name)
    var restarts = 0
    for seed in 1...20 as ClosedRange<UInt64> {
      let script = PlanScript(seed: seed)
      let frames = script.play(prefetcher)
      // The direction of the latest plan.
      var planned = script.contexts.first?.viewport.direction
      for (frame, plan) in frames.enumerated() where plan.change != .unchanged {
        let direction = script.contexts[frame].viewport.direction
        let isRestart = plan.change == .restarted
        #expect(
          isRestart == (prefetcher.cancelsOnReversal && direction != planned),
          "seed \(seed), frame \(frame)")
        restarts += isRestart ? 1 : 0
        planned = direction
      }
    }
    #expect((restarts > 0) == prefetcher.cancelsOnReversal)
  }

  @Test func `plans do not change at rest`() throws {
    // These planners do more of their work in later frames.
    let slow = ["idle-grow", "flat-list", "legend-list"]
    for name in Self.prefetchers where !slow.contains(where: name.hasPrefix) {
      let script = PlanScript(at: Array(repeating: 1000, count: 20), phase: .idle)
      let frames = script.play(try Self.prefetcher(name))
      #expect(frames.dropFirst().allSatisfy { $0.change == .unchanged }, "\(name)")
    }
  }

  @Test func `plans omit items that are inserted later`() throws {
    let (absentAbove, absentBelow) = (LayoutEpoch.absentAbove, LayoutEpoch.absentBelow)
    for name in Self.prefetchers {
      var script = PlanScript(at: [0, 110, 90])
      let starts = [absentAbove, absentAbove, 0, 100, 200, 300, 400, absentBelow, absentBelow]
      script.placement = PlanScript.placement(
        starts, starts.map { abs($0) < 1e6 ? $0 + 100 : $0 }, extent: 500)
      for frame in script.play(try Self.prefetcher(name)) {
        #expect(frame.all.allSatisfy { 2..<7 ~= $0 }, "\(name): \(frame.all)")
      }
    }
  }

  @Test func `a new layout gives a new plan`() throws {
    let others = ["neighbours", "legend-list", "preheat"]
    for name in Self.prefetchers where !others.contains(where: name.hasPrefix) {
      let script = PlanScript(at: [1000], phase: .idle, velocity: 500)
      let (context, none) = (script.contexts[0], [ItemID]())
      let running = try Self.prefetcher(name).start(
        script.setup, placement: script.placement, breadth: 320)
      var plan = PrefetchPlan()
      _ = running.plan(context, entered: none.span, into: &plan)
      let again = running.plan(context, entered: none.span, into: &plan)
      #expect(again == .unchanged, "\(name)")
      running.layoutChanged(
        to: PlanScript.row(Array(repeating: 50, count: 100)), breadth: 480, until: .never)
      let change = running.plan(context, entered: none.span, into: &plan)
      #expect(change == .changed, "\(name)")
      for index in 0..<plan.count {
        #expect(!(20..<26 ~= plan[index].item.index), "\(name)")
      }
    }
  }

  @Test(arguments: Catalog<PrefetcherDescriptor>.builtIn.entries.map(\.name) + prefetchers)
  func `the text of a prefetcher gives the same prefetcher`(name: String) throws {
    let prefetcher = try Self.prefetcher(name)
    #expect(try Self.prefetcher("\(prefetcher)") == prefetcher)
  }
}
