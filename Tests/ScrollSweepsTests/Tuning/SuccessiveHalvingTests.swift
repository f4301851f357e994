import ScrollCore
import ScrollSweeps
import Testing

struct SuccessiveHalvingTests {
  /// Returns the rungs of a search in which each configuration has a score on a number of
  /// instances.
  private static func rungs(
    _ configurations: Int, _ instances: Int, score: (Int, Int) -> Double
  ) -> (rungs: [SuccessiveHalving.Rung], winner: Int?) {
    var halving = SuccessiveHalving(configurations: configurations, instances: instances)
    var rungs: [SuccessiveHalving.Rung] = []
    while let rung = halving.rung {
      rungs.append(rung)
      halving.finish(bestFirst: Self.sorted(rung) { score($0, rung.instances) })
    }
    return (rungs, halving.winner)
  }

  /// Returns the configurations of a rung, those with the least score first, of equal ones the
  /// earlier.
  private static func sorted(
    _ rung: SuccessiveHalving.Rung, by score: (Int) -> Double
  ) -> [Int] {
    rung.configurations.sorted { (score($0), $0) < (score($1), $1) }
  }

  @Test(arguments: [
    (64, 24, [64, 32, 16, 8, 4, 2], [1, 2, 3, 6, 12, 24]),
    (64, 4, [64, 32, 16], [1, 2, 4]),
    (6, 80, [6, 3, 2], [20, 40, 80]),
    (5, 1, [5], [1]),
    (2, 10, [2], [10]),
    (1, 7, [1], [7]),
    (3, 2, [3, 2], [1, 2]),
  ])
  func `each rung has half the settings on twice the instances, and the last uses all`(
    configurations: Int, instances: Int, settings: [Int], resources: [Int]
  ) {
    let (rungs, _) = Self.rungs(configurations, instances) { setting, _ in Double(setting) }
    #expect(rungs.map(\.configurations.count) == settings)
    #expect(rungs.map(\.instances) == resources)
  }

  @Test(arguments: 0..<200)
  func `the best setting wins if scores do not depend on the instances`(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    let scores = (0..<random.within(1...100)).map { _ in random.unit() }
    let (_, winner) = Self.rungs(scores.count, random.within(1...50)) { setting, _ in
      scores[setting]
    }
    #expect(winner == scores.indices.min { scores[$0] < scores[$1] })
  }

  @Test(arguments: 0..<200)
  func `a rung contains the better half of the one before, and the best of the last wins`(
    seed: UInt64
  ) {
    var random = SeededRandom(seed: seed)
    var halving = SuccessiveHalving(
      configurations: random.within(1...100), instances: random.within(1...50))
    while let rung = halving.rung {
      let scores = rung.configurations.map { _ in random.below(20) }
      let score = Dictionary(uniqueKeysWithValues: zip(rung.configurations, scores))
      let next = Set(halving.finish(bestFirst: Self.sorted(rung) { Double(score[$0] ?? 0) }))
      #expect(next.isSubset(of: rung.configurations))
      let (left, right) = (
        zip(rung.configurations, scores).filter { next.contains($0.0) }.map(\.1),
        zip(rung.configurations, scores).filter { !next.contains($0.0) }.map(\.1)
      )
      #expect(left.max() ?? 0 <= right.min() ?? .max)
      if let following = halving.rung {
        #expect(Set(following.configurations) == next)
        #expect(next.count == (rung.configurations.count + 1) / 2)
        #expect(following.instances > rung.instances)
      } else {
        #expect(halving.winner.map { [$0] } == Array(next))
      }
    }
  }

  @Test func `the earlier of two equal settings advances`() {
    let (rungs, winner) = Self.rungs(8, 4) { _, _ in 1 }
    #expect(rungs.map(\.configurations) == [Array(0..<8), Array(0..<4), [0, 1]])
    #expect(winner == 0)
  }

  @Test func `equal scores give equal rungs`() {
    func search() -> [SuccessiveHalving.Rung] {
      Self.rungs(40, 16) { Double(($0 * 7919 + $1 * 31) % 101) }.rungs
    }
    #expect(search() == search())
  }
}
