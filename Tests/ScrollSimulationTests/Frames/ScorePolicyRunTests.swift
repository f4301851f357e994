import ScrollCaching
import ScrollCore
import ScrollDevice
import ScrollSimulation
import Testing

/// Tests of the values that a run passes to a policy with a formula.
struct ScorePolicyRunTests {
  @Test func `a formula receives the start and the end of memory pressure`() throws {
    // Image 0 is delivered at 20, after the warning; image 1 at 60, after its end.
    let (report, model) = try Strip(
      path: "0...1...", loader: SystemTests.cached, policy: "score: idle:admit=1 - pressure",
      events: [(15, .memoryPressure(.warning)), (45, .memoryPressure(.normal))]
    ).spied()
    let stores = model.log.filter { $0.contains(": store ") }
    #expect(stores.map { $0.hasSuffix("refused") } == [true, false], "\(model.log)")
    #expect(report.cache.refusals == 1)
  }

  @Test(arguments: [
    "score: idle", "score: -age", "score: min(age, 0.3) + uses",
    "score: idle * bytes:admit=uses - 2 * prefetched + 1",
  ])
  func `a formula without positions gives equal runs without the viewport`(
    policy: String
  ) throws {
    let choice = try PolicyCatalog.builtIn.choose(policy)
    #expect(!choice.entry.followsViewport(choice.settings))
    var removals = 0
    for seed in UInt64(40_000)..<40_300 {
      let drawn = RandomScenario(seed: seed)
      let (prepared, budget) = (PreparedScenario(drawn.scenario), ByteCount(drawn.budget))
      let report = prepared.run(choice, budget: budget, seed: seed)
      guard drawn.scenario.loader.cache else { continue }
      let setup = prepared.setup(for: choice, budget: budget, seed: seed)
      let told = prepared.run(
        choice.entry.makeModel(setup), isSpatial: true, budget: budget, seed: seed,
        afterRelaunch: { choice.entry.makeModel(setup) })
      #expect(report == told, "\(policy), seed \(seed)")
      removals += report.cache.removals(because: .cost)
    }
    #expect(removals > 50)
  }
}
