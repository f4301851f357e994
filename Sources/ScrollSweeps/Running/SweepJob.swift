import ScrollCaching
import ScrollCore
package import ScrollResults
package import ScrollSimulation

/// Makes the runs of a plan, whichever thread asks.
package struct SweepJob: Sendable {
  package let plan: SweepPlan
  /// Whether the fewest possible misses are worked out, too.
  package let regret: Bool
  private let shelf: ScenarioShelf

  /// - Parameters:
  ///   - plan: what there is to run.
  ///   - regret: whether the fewest possible misses are worked out, too.
  ///   - jobs: how many threads will ask.
  package init(_ plan: SweepPlan, regret: Bool = false, jobs: Int) {
    self.plan = plan
    self.regret = regret
    shelf = ScenarioShelf(plan.scenarios, jobs: jobs)
  }

  /// The scenario of a run, made ready.
  func prepared(_ run: PlannedRun) -> PreparedScenario { shelf.prepared(run.scenario) }

  /// Makes one run.
  /// - Returns: what the run reports, and its regret where that was asked for.
  package func report(_ run: PlannedRun) -> (report: RunReport, regret: MissRegret?) {
    let prepared = prepared(run)
    let seed = UInt64(run.seed)
    guard let policy = plan.policy(of: run) else {
      return (prepared.run(nil, isSpatial: false, seed: seed), regret ? MissRegret() : nil)
    }
    guard regret, prepared.scenario.prefetcher == .none else {
      let report = prepared.run(policy, budget: run.budget, seed: seed)
      return (report, regret ? MissRegret() : nil)
    }
    let demand = DemandLog(imageCount: prepared.keyCount)
    let report = prepared.run(policy, budget: run.budget, seed: seed) {
      RecordedModel($0, log: demand)
    }
    return (report, demand.regret(capacity: run.budget.bytes, facts: policy.entry.facts))
  }

  /// Makes one run, for the store.
  package func record(_ run: PlannedRun) -> RunRecord {
    let (report, regret) = report(run)
    let policy = plan.policy(of: run)
    return RunRecord(
      key: run.key, scenario: plan.scenario(of: run).record.key, policy: policy?.entry.name,
      settings: policy?.settingsText, label: policy?.label,
      budgetBytes: run.hasCache ? run.budget.bytes : nil, seed: run.seed,
      modelVersion: ModelVersion.current, killed: report.death.map { "\($0.reason)" },
      killedMilliseconds: report.death?.time.milliseconds,
      figures: RunFigure.all.map { $0.value(report) }, parts: report.storedParts,
      regret: regret.map {
        RegretRecord(bound: $0.bound, leastMisses: $0.leastMisses, misses: $0.misses)
      })
  }
}
