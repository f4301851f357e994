import ScrollCore
import ScrollLayout
import ScrollSimulation
import Testing

struct CostNearbyTests {
  @Test func `the cost near the scroll is at most the total, and equal to it at a large distance`()
    throws
  {
    var narrower = 0
    for seed in UInt64(0)..<100 {
      var scenario = RandomScenario(seed: seed).scenario
      scenario.laterEpochs = []
      let prepared = PreparedScenario(scenario)
      let costs = [0, 1, 4, 1e6].map { prepared.cost(within: $0) }
      #expect(costs == costs.sorted(), "seed \(seed): \(costs)")
      #expect(costs[3] <= prepared.wholeCost, "seed \(seed)")
      if costs[0] < costs[3] { narrower += 1 }
    }
    #expect(narrower > 10)
  }

  @Test func `a distant item costs nothing`() throws {
    var scenario = RandomScenario(seed: 1).scenario
    scenario.laterEpochs = []
    scenario.motion = ScrollMotion(times: [.zero], offsets: [-1e7], phases: [.idle])
    #expect(PreparedScenario(scenario).cost(within: 4) == .zero)
  }
}
