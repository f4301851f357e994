import ScrollCore
import ScrollSimulation
import ScrollSweeps
import Testing

/// How often intervals hold, by experiment: what a page says of its certainty has to be so.
@Suite struct CoverageTests {
  private static let experiments = 2000

  @Test(arguments: [12, 25, 50, 100])
  func `on normal differences 93 to 97 of 100 intervals hold the mean`(sessions: Int) {
    var random = SeededRandom(seed: 11)
    var held = 0
    for _ in 0..<Self.experiments {
      let values = (0..<sessions).map { _ in random.normal() }
      if Certainty(values).interval?.contains(0) == true { held += 1 }
    }
    let share = Double(held) / Double(Self.experiments)
    print("normal differences, \(sessions) sessions: \(share * 100) % of intervals hold")
    // With twelve sessions no upper end is demanded.
    #expect(share >= 0.93 && (share <= 0.97 || sessions == 12), "seed 11: \(share)")
  }

  /// Twenty policies that are all alike, and an advice that is held against the first of them.
  @Test func `of twenty equal policies one is named the winner in at most 5 of 100 sweeps`() {
    var random = SeededRandom(seed: 13)
    var named = 0
    for _ in 0..<Self.experiments {
      let sessions = (0..<25).map { _ in random.normal() }
      let policies = (0..<20).map { _ in sessions.map { 10 + 3 * $0 + random.normal() } }
      let against = policies.dropFirst().map { zip(policies[0], $0).map { $0 - $1 } }
      let means = against.map { $0.reduce(0, +) }
      guard let best = means.indices.max(by: { means[$0] < means[$1] }) else { continue }
      // Nothing is claimed of those that are no better: they are not among the candidates.
      let better = against.indices.filter { means[$0] > 0 }
      guard let place = better.firstIndex(of: best) else { continue }
      let certainty = Certainty(
        against[best], reach: JointReach.values(better.map { against[$0] })?[place])
      if certainty.isAbove(0) == true { named += 1 }
    }
    let share = Double(named) / Double(Self.experiments)
    print("twenty equal policies: a winner in \(share * 100) % of \(Self.experiments) sweeps")
    #expect(share <= 0.05, "seed 13: \(share)")
  }
}
