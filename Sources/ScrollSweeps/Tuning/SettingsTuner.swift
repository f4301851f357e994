package import ScrollSimulation

/// Finds the best settings of a policy over all scenarios, budgets and seeds of a plan.
///
/// Settings are ranked as runs are (`Ranking`), by their means over the instances. Which instances
/// the first rungs have is decided by the keys of their runs with the settings as they are: as good
/// as drawn, and the same on every machine.
package struct SettingsTuner: Sendable {
  /// What settings come to on some instances.
  package struct Score: Sendable {
    /// Runs in which the device killed the app.
    package let killed: Int
    /// Over the runs.
    package let mean: RunScore

    init(_ runs: [RunRecord]) {
      killed = runs.count { $0.killed != nil }
      mean = RunScore(meanOf: runs.map { RunScore($0) })
    }
  }

  private let plan: SweepPlan
  private let question: String
  /// Runs with the settings as they are, in the order in which instances are taken.
  private let instances: [PlannedRun]
  private let settings: Int

  /// - Parameters:
  ///   - spec: the scenarios, budgets and seeds, and the one policy.
  ///   - space: the settings to search, and their values.
  ///   - samples: how many combinations are tried; all if nil.
  ///   - catalogs: what there is.
  /// - Throws: `SweepError` for a spec that makes no plan, more than one policy or none, and
  ///   settings that it cannot have.
  package init(
    _ spec: SweepSpec, space: [SweepGrid.SettingAxis], samples: Int?, catalogs: SweepCatalogs
  ) throws(SweepError) {
    let base = try SweepPlan(spec, catalogs: catalogs)
    if let run = base.runs.first(where: { !$0.hasCache }) {
      throw SweepError(
        .usage,
        "loader '\(base.scenario(of: run).record.loader)' has no cache, so no policy has settings "
          + "there; expected a loader with a cache")
    }
    guard base.policies.count == 1 else {
      let named = base.policies.map(\.label).joined(separator: ", ")
      throw SweepError(
        .usage, "--space searches the settings of one policy, not of \(named); expected one policy")
    }
    let choices = try SettingSpace(space, of: base.policies[0], in: catalogs.policies)
      .choices(samples: samples, seed: base.runs[0].seed)
    let (runs, overflows) = choices.count.multipliedReportingOverflow(by: base.runs.count)
    guard !overflows, runs <= SweepPlan.limit else {
      throw SweepError(
        .usage, "the search has more than \(SweepPlan.limit) runs; expected --samples N")
    }
    settings = choices.count
    instances = base.runs.sorted { $0.key < $1.key }
    plan = SweepPlan(
      title: base.title, text: base.text, scenarios: base.scenarios,
      policies: choices + base.policies,
      policyTexts: choices.map(\.keyText) + base.policyTexts, runs: [])
    var asked = spec
    asked.base.settings += space
    question = asked.text
  }

  /// Searches, and keeps the answer with its evidence in the store.
  /// - Parameter runner: makes the runs.
  /// - Returns: the best settings; nil after an interruption.
  /// - Throws: `ResultStoreError`; the runs that were made stay in the store.
  package func answer(_ runner: TrialRunner) throws(ResultStoreError) -> SettingsAnswer? {
    var halving = SuccessiveHalving(configurations: settings, instances: instances.count)
    var rungs: [SettingsAnswer.Rung] = []
    while let rung = halving.rung {
      guard
        let scored = try scored(rung.configurations, instances: rung.instances, runner)
      else { return nil }
      let ranking = Ranking.bestFirst(scored) { $0.score.mean }
      let next = halving.finish(bestFirst: ranking.map { $0.configuration })
      rungs.append(
        SettingsAnswer.Rung(
          instances: rung.instances, results: scored, ranking: ranking, goingOn: Set(next)))
    }
    let standard = try scored([settings], instances: instances.count, runner)
    guard let standard = standard?.first, let winner = halving.winner,
      let best = rungs.last?.results.first(where: { $0.configuration == winner })
    else { return nil }
    let answer = SettingsAnswer(
      rungs: rungs, best: best, standard: standard, question: question,
      space: plan.policyTexts, instances: instances.map(\.key))
    try runner.keep(answer.record, answer.trialRecords)
    return answer
  }

  /// Makes the runs of some settings on the first instances.
  private func scored(
    _ configurations: [Int], instances count: Int, _ runner: TrialRunner
  ) throws(ResultStoreError) -> [SettingsAnswer.Result]? {
    let asked = configurations.map { configuration in
      let policy = plan.policyTexts[configuration]
      return instances.prefix(count).map { instance in
        PlannedRun(
          key: PlannedRun.key(
            of: plan.scenario(of: instance), policy: policy, budget: instance.budget,
            seed: instance.seed),
          scenario: instance.scenario, policy: Int32(configuration), budget: instance.budget,
          seed: instance.seed)
      }
    }
    // Runs of one scenario follow each other: it is made ready once.
    let ordered = asked.joined().sorted { $0.scenario < $1.scenario }
    guard let runs = try runner.runs(of: plan.asking(ordered), regret: []) else { return nil }
    return zip(configurations, asked).map { configuration, asked in
      SettingsAnswer.Result(
        configuration: configuration, policy: plan.policies[configuration].label,
        runs: asked.compactMap { runs[$0.key] })
    }
  }
}
