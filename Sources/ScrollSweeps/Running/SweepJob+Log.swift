package import ScrollSimulation

extension SweepJob {
  /// Makes one run once more, and keeps everything that happens in it.
  ///
  /// - Parameters:
  ///   - run: of the plan.
  ///   - log: gets what happens.
  /// - Returns: the scenario it ran in, and its report.
  package func replay(
    _ run: PlannedRun, into log: RunLog
  ) -> (prepared: PreparedScenario, report: RunReport) {
    let prepared = prepared(run)
    let seed = UInt64(run.seed)
    guard let policy = plan.policy(of: run) else {
      return (prepared, prepared.run(nil, isSpatial: false, seed: seed, log: log))
    }
    return (prepared, prepared.run(policy, budget: run.budget, seed: seed, log: log))
  }
}
