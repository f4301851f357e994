import ScrollCore
import ScrollSimulation
import Testing

/// Tests of the bound against every decision that a cache can make.
struct TinyBoundTests {
  /// The number of cases in which the least stall by brute force is the bound, the best found, or
  /// between them.
  private struct Tally: Equatable, CustomStringConvertible {
    var scenes = 0, provenMet = 0, reachedMet = 0, withRevisits = 0

    var description: String {
      "\(scenes) scenes: the least stall is the proven one in \(provenMet), the reached one in "
        + "\(reachedMet); a cache matters to the bound in \(withRevisits)"
    }
  }

  @Test func `the least stall of all decisions is between the lower bound and the best found`()
    throws
  {
    var tally = Tally()
    for seed in 0..<150 as Range<UInt64> {
      let scene = TinyScenario(seed: seed)
      guard let least = Self.leastStall(of: scene) else { continue }
      let bound = StallBound(scene.prepared, budget: scene.budget)
      let reached = try #require(bound.reached)
      #expect(bound.proven <= least, "seed \(seed)")
      #expect(least <= reached + 1e-9, "seed \(seed), by \(bound.reachedBy ?? "")")
      tally.scenes += 1
      if least - bound.proven < 1e-6 { tally.provenMet += 1 }
      if reached - least < 1e-6 { tally.reachedMet += 1 }
      if bound.proven - bound.unavoidable > 1e-6 { tally.withRevisits += 1 }
    }
    print(tally)
    #expect(tally.scenes > 100 && tally.withRevisits >= 5, "\(tally)")
    #expect(tally.provenMet > tally.scenes / 10, "\(tally)")
    #expect(tally.reachedMet > tally.scenes / 2, "\(tally)")
  }

  /// Returns the least stall over all decisions; `nil` if that takes more than a thousand runs.
  private static func leastStall(of scene: TinyScenario) -> Double? {
    var given: [Int]? = []
    var (least, runs) = (Double.infinity, 0)
    while let choices = given {
      guard runs < 1_000 else { return nil }
      let decisions = Decisions(choices)
      let report = scene.prepared.run(
        DecidedCache(room: scene.room, decisions), isSpatial: false, budget: scene.budget)
      least = min(least, report.stalls.seconds)
      runs += 1
      given = decisions.next
    }
    return least
  }
}
