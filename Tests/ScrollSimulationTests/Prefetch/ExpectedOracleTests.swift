import Foundation
import ScrollCore
import ScrollSimulation
import Testing

/// Tests of the requests of `expected` on random scrolls, against the probability of every item in
/// every frame.
struct ExpectedOracleTests {
  /// The probability of moving in one direction, and the mean distance of such a move in screens.
  private typealias Way = (chance: Double, mean: Double)

  private struct Candidate {
    var item: Int
    var worth: Double
    var isAhead: Bool
    var gap: Double
  }

  private static let settings: [String: Double] = [
    "least": 0.15, "moveAhead": 0.9, "moveAheadWay": 0.75, "glide": 0.3, "moveBack": 0.2,
    "moveBackWay": 1.5, "restAhead": 0.6, "restAheadWay": 2, "restBack": 0.4, "restBackWay": 0.5,
  ]

  private static let prefetcher = Prefetcher.named(
    settings.sorted { $0.key < $1.key }.reduce("expected") { "\($0):\($1.key)=\($1.value)" })

  private static func way(_ name: String, adding screens: Double = 0) -> Way {
    ((settings[name] ?? 0), (settings["\(name)Way"] ?? 0) + screens)
  }

  /// Returns the items that are probable enough, with their worth.
  private static func candidates(_ script: PlanScript, _ viewport: Viewport) -> [Candidate] {
    let speed = viewport.velocity * (viewport.direction == .forward ? 1 : -1) / viewport.extent
    let isMoving = viewport.phase != .idle
    let glide = max(0, speed) * (settings["glide"] ?? 0)
    let ahead = isMoving ? way("moveAhead", adding: glide) : way("restAhead")
    let back = way(isMoving ? "moveBack" : "restBack")
    return script.placement.starts.indices.compactMap { item in
      guard !script.isVisible(item, in: viewport) else { return nil }
      let (gap, isAhead) = ReachOracleTests.gap(item, script, viewport)
      let way = isAhead ? ahead : back
      let chance = way.chance * Foundation.exp(-gap / viewport.extent / way.mean)
      guard chance > settings["least"] ?? 1 else { return nil }
      let image = Int(script.placement.images[item].index)
      let reload =
        script.bytes.isEmpty
        ? 1 : script.reloadMilliseconds[image] / Double(max(1, script.bytes[image]))
      return Candidate(item: item, worth: chance * reload, isAhead: isAhead, gap: gap)
    }
  }

  /// Sorts items by worth, the most first; of equals the one ahead, nearer, and first in the
  /// direction of movement.
  private static func order(_ candidates: [Candidate], forward: Bool) -> [Int] {
    candidates.map { candidate -> (rank: [Double], item: Int) in
      let along = Double(candidate.item) * (candidate.isAhead == forward ? 1 : -1)
      return ([-candidate.worth, candidate.isAhead ? 0 : 1, candidate.gap, along], candidate.item)
    }
    .sorted { $0.rank.lexicographicallyPrecedes($1.rank) }.map(\.item)
  }

  @Test(arguments: 1...60 as ClosedRange<UInt64>)
  func `the plan is in order of probable seconds per byte`(seed: UInt64) {
    var script = PlanScript(seed: seed)
    if seed > 20 {
      var dice = SeededRandom(seed: seed ^ 0xe4bec7ed)
      let images = script.placement.imageCount
      script.reloadMilliseconds = (0..<images).map { _ in Double(dice.within(1...6)) * 20 }
      script.bytes = (0..<images).map { _ in dice.within(0...4) * 1_000_000 }
    }
    // The order is that of the frame in which an item last entered, left or changed its side, or
    // the direction of movement turned.
    var (order, sides, direction) = ([Int](), Set<Int>(), script.contexts[0].viewport.direction)
    for (frame, plan) in script.play(Self.prefetcher).enumerated() {
      let viewport = script.contexts[frame].viewport
      let candidates = Self.candidates(script, viewport)
      let now = Set(
        candidates.map { script.placement.starts[$0.item] >= viewport.upper ? $0.item : ~$0.item })
      if now != sides || viewport.direction != direction {
        (sides, direction) = (now, viewport.direction)
        order = Self.order(candidates, forward: viewport.direction == .forward)
      }
      guard plan.all == order else {
        Issue.record("seed \(seed), frame \(frame): \(plan.all), expected \(order)")
        return
      }
    }
  }
}
