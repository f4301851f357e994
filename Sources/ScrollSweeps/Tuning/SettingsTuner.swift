import ScrollCaching
import ScrollCore
import ScrollSimulation

/// A tuner that finds the best settings of a policy over all scenarios, budgets and seeds of a
/// plan.
///
/// The tuner ranks settings as it ranks runs (`Ranking`), by their means over the instances. Of
/// those that were tried on all instances, `ChoiceRule` chooses. The keys of the runs with the
/// original settings decide which instances the first rungs have: this is as good as a random draw,
/// and the same on every machine.
package struct SettingsTuner: Sendable {
  /// The score of some settings on some instances.
  package struct Score: Sendable {
    /// The number of runs in which the device killed the app.
    package let killed: Int
    /// The mean score of the runs, in which each cluster of sessions has the same weight.
    package let mean: RunScore
    /// A Boolean value that indicates whether a budget has too little room for the policy in some
    /// run, which is a warning and no reason against the settings.
    package let isTooSmall: Bool

    init(_ runs: [RunRecord], shares: [ContentKey: Double]) {
      killed = runs.count { $0.killed != nil }
      var mean = RunScore(
        meanOf: runs.map { RunScore($0) }, shares: runs.map { shares[$0.scenario] ?? 1 })
      isTooSmall = mean.isTooSmall
      mean.tooSmallShare = 0
      self.mean = mean
    }
  }

  package let plan: SweepPlan
  private let question: String
  /// The runs with the original settings, in the order in which rungs take instances.
  private let instances: [PlannedRun]
  private let settings: Int

  /// Creates a tuner.
  /// - Parameters:
  ///   - spec: the scenarios, budgets and seeds, and the one policy.
  ///   - space: the settings to search, and their values.
  ///   - samples: the number of combinations to try; all if `nil`.
  ///   - catalogs: the loaders, prefetchers and policies to choose from.
  /// - Throws: `SweepError` for a spec that makes no plan, more than one policy or none, and
  ///   settings that the policy cannot have.
  package init(
    _ spec: SweepSpec, space: [SweepGrid.SettingAxis], samples: Int?, catalogs: SweepCatalogs
  ) throws(SweepError) {
    let base = try SweepPlan(spec, catalogs: catalogs)
    if let run = base.runs.first(where: { !$0.hasCache }) {
      throw SweepError(
        .usage,
        "loader '\(base.scenario(of: run).record.loader)' has no cache, so policies have no "
          + "effect; expected a loader with a cache")
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

  /// Runs the search, and stores the answer with its evidence.
  /// - Parameter runner: the runner that makes the runs.
  /// - Returns: the best settings; `nil` after an interruption.
  /// - Throws: `ResultStoreError`; the runs that were made stay in the store.
  package func answer(_ runner: TrialRunner) throws(ResultStoreError) -> SettingsAnswer? {
    var halving = SuccessiveHalving(configurations: settings, instances: instances.count)
    var rungs: [SettingsAnswer.Rung] = []
    while let rung = halving.rung {
      guard
        let scored = try scored(rung.configurations, instances: rung.instances, runner)
      else { return nil }
      var ranking = Ranking.bestFirst(scored) { $0.score.mean }
      if rung.instances == instances.count {
        let choice = ChoiceRule().choice(among: ranking.map(candidate(of:)))
        ranking.insert(ranking.remove(at: choice), at: 0)
      }
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
      rungs: rungs, best: best, standard: standard,
      isBetter: ChoiceRule().prefers(candidate(of: best), to: candidate(of: standard)),
      question: question,
      space: plan.policyTexts, instances: instances.map(\.key))
    try runner.keep(answer.record, answer.trialRecords)
    return answer
  }

  /// Returns the figures of some settings over their runs; a change is a setting that differs from
  /// the original ones.
  private func candidate(of result: SettingsAnswer.Result) -> ChoiceRule.Candidate {
    let original = plan.policies[settings].label.split(separator: ":")
    let devices = Dictionary(
      plan.scenarios.map { ($0.record.key, $0.record.device) }, uniquingKeysWith: { $1 })
    let shares = plan.sessionShares
    let sessions = result.runs.compactMap { run in
      devices[run.scenario].map {
        RunJudge(on: $0, by: ChoiceRule()).session(run, share: shares[run.scenario] ?? 1)
      }
    }
    return ChoiceRule().candidate(
      sessions, changes: result.policy.split(separator: ":").count { !original.contains($0) })
  }

  /// Returns the results of some settings on the first instances.
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
    // Runs of one scenario follow each other, so that it is prepared once.
    let ordered = asked.joined().sorted { $0.scenario < $1.scenario }
    guard let runs = try runner.runs(of: plan.asking(ordered), regret: []) else { return nil }
    let shares = plan.sessionShares
    return zip(configurations, asked).map { configuration, asked in
      SettingsAnswer.Result(
        configuration: configuration, policy: plan.policies[configuration].label,
        runs: asked.compactMap { runs[$0.key] }, shares: shares)
    }
  }
}

/// A search for the best of many configurations that tries most of them on few instances.
///
/// The first rung tries all configurations on a few instances. The better half advances to a rung
/// with twice as many instances, and so on, until the last rung has all instances. The best
/// configuration of the last rung wins. A configuration that is eliminated early may have been the
/// best on all instances. A full search makes a run for each configuration on each instance. Here
/// each rung costs about as many runs as the first, and the number of rungs grows with the
/// logarithm of the number of configurations.
///
/// K. Jamieson, A. Talwalkar, "Non-stochastic best arm identification and hyperparameter
/// optimization", AISTATS 2016 (Proceedings of Machine Learning Research 51), for the halving. The
/// paper divides a given effort equally among its rungs and ends with one configuration. Here the
/// last rung has all instances, and each rung before it has half as many, rounded up. Rungs take
/// the first instances, so that no run is made twice.
///
///     var halving = SuccessiveHalving(configurations: 64, instances: 24)
///     while let rung = halving.rung {
///       let stalls = rung.configurations.map { stalls($0, on: 0..<rung.instances) }
///       halving.finish(bestFirst: rung.configurations.sorted { stalls[$0] < stalls[$1] })
///     }
///     halving.winner
package struct SuccessiveHalving: Sendable {
  /// The configurations and instances to try together.
  package struct Rung: Equatable, Sendable {
    /// The configurations, in ascending order.
    package let configurations: [Int]
    /// The number of instances; the rung takes the first ones.
    package let instances: Int
  }

  /// The current rung; `nil` once there is a winner.
  package private(set) var rung: Rung?
  /// The best configuration on all instances; `nil` before it is known.
  package private(set) var winner: Int?
  /// The numbers of instances of the rungs after this one.
  private var later: [Int]

  /// Creates a search.
  /// - Precondition: there is a configuration and an instance.
  package init(configurations: Int, instances: Int) {
    precondition(configurations > 0, "there is no configuration")
    precondition(instances > 0, "there is no instance")
    var sizes = [instances]
    var left = configurations
    // The last rung has at least two configurations.
    while left > 2, sizes[0] > 1 {
      sizes.insert((sizes[0] + 1) / 2, at: 0)
      left = (left + 1) / 2
    }
    rung = Rung(configurations: Array(0..<configurations), instances: sizes[0])
    later = Array(sizes.dropFirst())
  }

  /// Records the ranking of a rung, and begins the next rung.
  /// - Parameter best: the rung's configurations, the best first.
  /// - Returns: the configurations that advance, or the one that won.
  /// - Precondition: there is a rung, and `best` has each of its configurations once.
  @discardableResult
  package mutating func finish(bestFirst best: [Int]) -> [Int] {
    guard let rung else { preconditionFailure("the search is over") }
    precondition(
      best.sorted() == rung.configurations,
      "\(best) are not the configurations \(rung.configurations)")
    guard let instances = later.first else {
      self.rung = nil
      winner = best[0]
      return [best[0]]
    }
    later.removeFirst()
    let half = best.prefix((best.count + 1) / 2).sorted()
    self.rung = Rung(configurations: half, instances: instances)
    return half
  }
}

/// The combinations of a policy's settings that a search can choose from.
struct SettingSpace {
  /// The largest number of combinations, which no practical search reaches.
  static let limit = 100_000

  private let base: Choice<PolicyDescriptor>
  private let catalog: PolicyCatalog
  private let axes: [(setting: String, values: [SweepValue])]
  /// The number of combinations.
  let count: Int

  /// Creates a space.
  /// - Parameters:
  ///   - axes: the settings and their values, as written by the user.
  ///   - base: the policy, with the settings that stay fixed.
  ///   - catalog: the policies.
  /// - Throws: `SweepError` for a setting of another policy, a fixed setting, a setting that occurs
  ///   twice, and values that a setting cannot have.
  init(
    _ axes: [SweepGrid.SettingAxis], of base: Choice<PolicyDescriptor>, in catalog: PolicyCatalog
  ) throws(SweepError) {
    var ranges: [(setting: String, values: [SweepValue])] = []
    for axis in axes {
      let first = axis.values.first ?? SweepValue("", place: "--space")
      guard axis.owner == base.entry.name else {
        throw first.wrong(
          "'\(axis.name)' is not a setting of '\(base.entry.name)'; expected a setting of "
            + "the searched policy")
      }
      guard !base.given.contains(axis.setting), !ranges.contains(where: { $0.0 == axis.setting })
      else { throw first.wrong("'\(axis.name)' is also set elsewhere; expected it once") }
      guard let setting = base.entry.settings.first(where: { $0.name == axis.setting }) else {
        let known = base.entry.settings.map(\.name)
        throw first.wrong(
          SettingError.unknownSetting(axis.setting, owner: axis.owner, known: known))
      }
      let values = try SettingRange(axis.values, of: setting).values
      for value in values {
        do {
          _ = try catalog.choose(base.text, adding: [(axis.setting, value.text)])
        } catch { throw value.wrong(error) }
      }
      ranges.append((axis.setting, values))
    }
    self.base = base
    self.catalog = catalog
    self.axes = ranges
    count = ranges.reduce(1) { product, axis in
      let (product, overflows) = product.multipliedReportingOverflow(by: axis.values.count)
      return overflows ? .max : product
    }
  }

  /// Returns some of the combinations, or all, in their order: the last setting changes fastest.
  /// - Parameters:
  ///   - samples: the number of combinations; all if `nil` or if there are fewer.
  ///   - seed: the seed of the random choice.
  /// - Returns: the policy with each of these settings.
  /// - Throws: `SweepError` if there are too many combinations.
  func choices(samples: Int?, seed: Int) throws(SweepError) -> [Choice<PolicyDescriptor>] {
    guard min(samples ?? count, count) <= Self.limit else {
      throw SweepError(
        .usage,
        "--space has more than \(Self.limit) combinations; expected fewer, or --samples N")
    }
    var choices: [Choice<PolicyDescriptor>] = []
    for index in Self.indices(of: count, samples: samples, seed: seed) {
      var rest = index
      var settings: [(name: String, value: String)] = []
      for axis in axes.reversed() {
        settings.insert((axis.setting, axis.values[rest % axis.values.count].text), at: 0)
        rest /= axis.values.count
      }
      do { choices.append(try catalog.choose(base.text, adding: settings)) } catch {
        throw SweepError(.usage, "--space \(error)")
      }
    }
    return choices
  }

  /// Returns indices that are drawn without replacement.
  ///
  /// R. W. Floyd in J. Bentley, "Programming pearls: a sample of brilliance", Communications of the
  /// ACM 30(9), 1987, doi:10.1145/30401.315746.
  static func indices(of count: Int, samples: Int?, seed: Int) -> [Int] {
    guard let samples, samples < count else { return Array(0..<count) }
    var random = SeededRandom(seed: UInt64(seed))
    var drawn: Set<Int> = []
    for bound in (count - samples)..<count {
      let index = random.below(bound + 1)
      drawn.insert(drawn.contains(index) ? bound : index)
    }
    return drawn.sorted()
  }
}
