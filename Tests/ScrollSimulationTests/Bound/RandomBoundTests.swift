import ScrollCaching
import ScrollCore
import ScrollSimulation
import Testing

/// The bound of the stall against runs of scenarios in which everything happens.
struct RandomBoundTests {
  /// 2 000 scenarios, four policies each.
  @Test func `no run of any policy stalls less than the bound`() throws {
    let keeping = BestFoundStall.usualPolicies
    let all = PolicyCatalog.builtIn.entries.filter { !$0.facts.needsFuture }
    var (runs, met, revisited) = (0, 0, 0)
    for seed in 0..<2_000 as Range<UInt64> {
      let drawn = RandomScenario(seed: seed)
      let prepared = PreparedScenario(drawn.scenario)
      let budget = ByteCount(drawn.budget)
      let bound = StallLowerBound(prepared, budget: budget)
      revisited += bound.seconds > bound.unavoidable ? 1 : 0
      for turn in 0..<4 {
        let policy =
          turn == 3
          ? try PolicyCatalog.builtIn.choose(all[Int(seed) % all.count].name)
          : keeping[(Int(seed) * 7 + turn * 13) % keeping.count]
        let report = prepared.run(policy, budget: budget, seed: seed)
        let lived =
          report.death == nil
          ? bound : StallLowerBound(prepared, budget: budget, until: report.duration)
        let keepsBudget = [.always, .afterStores].contains(policy.entry.facts.limits)
        let least = keepsBudget ? lived.seconds : lived.unavoidable
        try #require(
          report.stalls.seconds >= least,
          "\(policy.text): \(report.stalls.seconds) s is less than \(least) s\n\(drawn)")
        runs += 1
        met += report.stalls.seconds - least < 1e-6 ? 1 : 0
      }
    }
    print("\(runs) runs: the bound is met by \(met), and counts revisits in \(revisited) of 2000")
    #expect(met > 100 && revisited > 20)
  }
}
