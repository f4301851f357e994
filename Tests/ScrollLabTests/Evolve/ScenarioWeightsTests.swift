import ScrollCore
import ScrollSimulation
import Testing
import scrollsim_lab

/// Tests of the weights of scenarios and sessions.
@Suite struct ScenarioWeightsTests {
  private static func weights(_ counts: [Int]) -> ScenarioWeights {
    ScenarioWeights(
      counts.enumerated().map { scene, count in (0..<count).map { "\(scene) \($0)" } })
  }

  @Test(arguments: [
    [4, 4, 4, 4], [20, 1, 1, 1], [20, 20, 1, 1], [1, 1, 1], [9, 1, 1], [30, 20, 10, 5, 1, 1, 1],
  ])
  func `no scenario weighs more than a third, and the sum is one`(counts: [Int]) {
    let shares = Self.weights(counts).shares
    let (most, sum) = (ScenarioWeights.most + 1e-12, shares.reduce(0, +))
    #expect(shares.allSatisfy { $0 > 0 && $0 <= most }, "\(shares)")
    #expect(abs(sum - 1) < 1e-12, "\(shares)")
  }

  @Test func `scenarios weigh in proportion to their sessions within the limit`() {
    let shares = Self.weights([2, 2, 2, 1, 1]).shares
    #expect(zip(shares, [0.25, 0.25, 0.25, 0.125, 0.125]).allSatisfy { abs($0 - $1) < 1e-12 })
  }

  @Test func `one scenario or two have equal weights`() {
    #expect(Self.weights([5]).shares == [1])
    #expect(Self.weights([5, 1]).shares == [0.5, 0.5])
  }

  @Test(arguments: UInt64(1)...20)
  func `the mean over sessions equals the mean over scenarios`(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    let counts = (0..<1 + random.below(7)).map { _ in 1 + random.below(9) }
    // Some sessions occur in several scenarios.
    let sessions = counts.map { count in (0..<count).map { "\($0)" } }
    let values = counts.map { count in (0..<count).map { _ in random.unit() } }
    let weights = ScenarioWeights(sessions)
    let own = weights.byCluster(values)
    #expect(own.count == weights.sessionCount && own.count == weights.clusterCount)
    let mean = own.reduce(0, +) / Double(own.count)
    #expect(abs(mean - weights.mean(values)) < 1e-12, "seed \(seed)")
  }

  @Test func `a session in two scenarios counts once`() {
    let weights = ScenarioWeights([["a", "b"], ["b", "c"]])
    #expect(weights.sessionCount == 3)
    #expect(weights.byCluster([[1, 0], [0, 0]]) == [0.75, 0, 0])
  }

  @Test(arguments: UInt64(1)...20)
  func `the mean over clusters equals the mean over scenarios`(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    let counts = (0..<1 + random.below(7)).map { _ in 1 + random.below(9) }
    let sessions = counts.map { count in (0..<count).map { "\($0)" } }
    let values = counts.map { count in (0..<count).map { _ in random.unit() } }
    let clusters = Dictionary(uniqueKeysWithValues: (0..<9).map { ("\($0)", random.below(4)) })
    let weights = ScenarioWeights(sessions, clusters: clusters)
    let own = weights.byCluster(values)
    #expect(own.count == weights.clusterCount)
    let mean = own.reduce(0, +) / Double(own.count)
    #expect(abs(mean - weights.mean(values)) < 1e-12, "seed \(seed)")
  }

  @Test func `copies of a session weigh as much as the session alone`() {
    let copied = ScenarioWeights(
      [["a", "b", "c", "d"], ["e"], ["f"]], clusters: ["a": 0, "b": 0, "c": 0])
    let single = ScenarioWeights([["a", "d"], ["e"], ["f"]])
    #expect(copied.sessionCount == 6 && copied.clusterCount == 4)
    #expect(copied.shares == single.shares)
    let means = [
      copied.mean([[3, 3, 3, 1], [5], [7]]), single.mean([[3, 1], [5], [7]]),
    ]
    #expect(abs(means[0] - means[1]) < 1e-12)
  }

  @Test func `copies of one session give no interval, and different sessions give one`() {
    let sessions = [(0..<20).map { "a\($0)" }, (0..<20).map { "b\($0)" }]
    let opponent = sessions.map { $0.indices.map { 1 + 0.01 * Double($0) } }
    let winner = sessions.map { $0.indices.map { 0.9 + 0.008 * Double($0) } }
    let copies = Dictionary(uniqueKeysWithValues: sessions.joined().map { ($0, 0) })
    let copied = PairedGain(
      of: winner, against: opponent, ScenarioWeights(sessions, clusters: copies))
    #expect(copied.sessions == 40 && copied.clusters == 1)
    #expect(copied.interval == nil && !copied.isCertain)
    let different = PairedGain(of: winner, against: opponent, ScenarioWeights(sessions))
    #expect(different.clusters == 40 && different.certainty.sessions == 40)
    #expect(different.isCertain)
    #expect(abs(different.share - copied.share) < 1e-12)
  }
}
