import ScrollCore
import ScrollSimulation
import Testing

/// Tests of planners with a reach, against a check of every item.
struct ReachOracleTests {
  /// The reach of a prefetcher in points: soon ahead and behind, then the whole reach.
  typealias Reach = (soonAhead: Double, soonBehind: Double, ahead: Double, behind: Double)

  static func gap(_ item: Int, _ script: PlanScript, _ viewport: Viewport) -> (Double, Bool) {
    let isAbove = script.placement.starts[item] >= viewport.upper
    let gap =
      isAbove
      ? script.placement.starts[item] - viewport.upper
      : viewport.lower - script.placement.ends[item]
    return (gap, isAbove == (viewport.direction == .forward))
  }

  /// Returns every item with its urgency, in the order of a plan that takes one side after the
  /// other.
  static func expected(
    _ reach: Reach, _ script: PlanScript, _ viewport: Viewport
  ) -> [PlannedItem] {
    var found: [(rank: [Double], item: PlannedItem)] = []
    for item in 0..<script.placement.count where !script.isVisible(item, in: viewport) {
      let (gap, isAhead) = gap(item, script, viewport)
      let isSoon = gap < (isAhead ? reach.soonAhead : reach.soonBehind)
      guard isSoon || gap < (isAhead ? reach.ahead : reach.behind) else { continue }
      let isAbove = script.placement.starts[item] >= viewport.upper
      found.append(
        (
          [isSoon ? 0 : 1, isAhead ? 0 : 1, gap, isAbove ? Double(item) : -Double(item)],
          PlannedItem(ItemID(item), isSoon ? .soon : .prefetch)
        ))
    }
    return found.sorted { $0.rank.lexicographicallyPrecedes($1.rank) }.map(\.item)
  }

  @Test(arguments: [
    "ring", "ring:ahead=2.5:behind=0", "ring:ahead=0.5:behind=3", "ring:ahead=300pt:behind=45.5pt",
    "ring:ahead=300pt:behind=1", "directional:screens=4", "directional:screens=120pt",
    "idle-grow:screens=150pt:most=0",
    "velocity:seconds=4", "texture-ranges:mode=full", "texture-ranges:mode=minimum",
    "texture-ranges:mode=visible-only",
  ])
  func `a plan contains the items within reach, one side after the other`(name: String) throws {
    let prefetcher = try PlannerLawTests.prefetcher(name)
    for seed in 1...60 as ClosedRange<UInt64> {
      let script = PlanScript(seed: seed)
      for (frame, plan) in script.play(prefetcher).enumerated() {
        let viewport = script.contexts[frame].viewport
        let screen = viewport.extent
        let reach: Reach
        switch name {
        case "ring": reach = (0, 0, screen, screen)
        case "ring:ahead=2.5:behind=0": reach = (0, 0, 2.5 * screen, 0)
        case "ring:ahead=0.5:behind=3": reach = (0, 0, 0.5 * screen, 3 * screen)
        case "ring:ahead=300pt:behind=45.5pt": reach = (0, 0, 300, 45.5)
        case "ring:ahead=300pt:behind=1": reach = (0, 0, 300, screen)
        case "directional:screens=120pt": reach = (0, 0, 120, 0)
        case "idle-grow:screens=150pt:most=0": reach = (0, 0, 150, 150)
        case "directional:screens=4": reach = (0, 0, 4 * screen, 0)
        case "velocity:seconds=4":
          let way = viewport.velocity * 4 * (viewport.direction == .forward ? 1 : -1)
          reach = (0, 0, max(0, way), max(0, -way))
        case "texture-ranges:mode=full": reach = (screen, screen / 2, 2.5 * screen, 1.5 * screen)
        case "texture-ranges:mode=minimum":
          reach = (screen / 4, screen / 4, screen / 2, screen / 4)
        default: reach = (0, 0, 0, 0)
        }
        guard plan.items == Self.expected(reach, script, viewport) else {
          Issue.record("\(name), seed \(seed), frame \(frame): \(plan.items)")
          return
        }
      }
    }
  }

  @Test(arguments: [
    ("ring:ahead=1:behind=0.5", "ring:ahead=256pt:behind=128pt"),
    ("directional:screens=2", "directional:screens=512pt"),
    ("uikit-window:screens=0.75", "uikit-window:screens=192pt"),
    ("preheat:ahead=0.5:behind=0.25:step=0.5", "preheat:ahead=128pt:behind=64pt:step=128pt"),
    ("fling-landing:screens=1", "fling-landing:screens=256pt"),
    ("idle-grow:every=0.1:screens=0.5:most=3", "idle-grow:every=0.1:screens=128pt:most=768pt"),
    (
      "feedback:screens=1:least=0.25:most=4:grow=0.5",
      "feedback:screens=256pt:least=64pt:most=1024pt:grow=128pt"
    ),
  ])
  func `a distance in points equals the same distance in screens`(screens: String, points: String)
    throws
  {
    let (prefetcher, other) = (
      try PlannerLawTests.prefetcher(screens), try PlannerLawTests.prefetcher(points)
    )
    #expect(prefetcher.description != other.description)
    for seed in 1...40 as ClosedRange<UInt64> {
      var script = PlanScript(seed: seed)
      for frame in script.contexts.indices {
        script.contexts[frame].viewport.upper = script.contexts[frame].viewport.lower + 256
      }
      #expect(script.play(prefetcher) == script.play(other), "seed \(seed)")
    }
  }

  @Test func `the plan of skewport is sorted by bin, then by distance`() {
    for seed in 1...60 as ClosedRange<UInt64> {
      let script = PlanScript(seed: seed)
      var offsets: [(Double, SimTime)] = []
      for (frame, plan) in script.play(.named("skewport")).enumerated() {
        let viewport = script.contexts[frame].viewport
        let base = offsets.suffix(2).first ?? (viewport.lower, .zero)
        offsets.append((viewport.lower, viewport.time))
        let moved = viewport.lower - base.0
        let velocity = moved == 0 ? 0 : moved / (viewport.time - base.1).seconds
        let border = min(312 / script.scale, 0.15 * max(viewport.extent, script.breadth))
        let skew = max(border, min(abs(velocity) * 0.2, 2000 / script.scale))
        let isAhead = (velocity >= 0) == (viewport.direction == .forward) || velocity == 0
        let interest = 3000 / script.scale
        let reach: Reach = (
          isAhead ? skew : border, isAhead ? border : skew, interest, interest
        )
        let expected = Self.expected(reach, script, viewport)
        for urgency in [PlannedItem.Urgency.soon, .prefetch] {
          let items = plan.items(urgency)
          let wanted = expected.filter { $0.urgency == urgency }.map { Int($0.item.index) }
          #expect(items.sorted() == wanted.sorted(), "seed \(seed), frame \(frame)")
          guard plan.change != .unchanged else { continue }
          let gaps = items.map { Self.gap($0, script, viewport) }
          for (near, far) in zip(gaps, gaps.dropFirst()) {
            #expect(
              near.0 < far.0 || (near.0 == far.0 && (near.1 || !far.1)),
              "seed \(seed), frame \(frame)")
          }
        }
      }
    }
  }

  @Test func `the plan for a waterfall is sorted by distance`() {
    for seed in 1...60 as ClosedRange<UInt64> {
      var dice = SeededRandom(seed: seed)
      var script = PlanScript(seed: seed)
      // Each column has its own bottom; the items are in the order of their starts.
      var bottoms = Array(repeating: 0.0, count: dice.within(2...4))
      var (starts, ends): ([Double], [Double]) = ([], [])
      while starts.count < 80 {
        let column = bottoms.indices.min { bottoms[$0] < bottoms[$1] } ?? 0
        starts.append(bottoms[column])
        bottoms[column] += Double(dice.within(640...19_200)) / 64
        ends.append(bottoms[column])
      }
      script.placement = PlanScript.placement(starts, ends, extent: bottoms.max() ?? 0)
      for (frame, plan) in script.play(.named("ring:ahead=2:behind=1")).enumerated() {
        let viewport = script.contexts[frame].viewport
        let expected = Self.expected(
          (0, 0, 2 * viewport.extent, viewport.extent), script, viewport)
        #expect(plan.items == expected, "seed \(seed), frame \(frame)")
      }
    }
  }
}
