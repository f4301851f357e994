package import ScrollCore
package import ScrollSimulation

/// The result of a loader with a prefetcher, a policy and a budget, over all traces and seeds.
package struct JointTrial: LimitedTrial {
  /// The index of the candidate in its space.
  let candidate: Int
  /// The round of the search that requested the trial.
  let step: Int
  /// The labels of the loader and the prefetcher, with the settings that differ from their
  /// defaults.
  package let loader: String, prefetcher: String
  /// The policy's label; `nil` for a loader without a cache.
  package let policy: String?
  /// The budget; `nil` without a cache, or if nothing limits it.
  package let budget: ByteCount?
  /// The budget as requested: `64MiB`, `15%<=768MiB (284.7MiB)`, `none`.
  package let budgetText: String
  package let runs: [RunRecord]
  package let findings: [LimitFinding]
  /// The mean score of the runs, in which each cluster of sessions has the same weight.
  package let score: RunScore
  /// The figures of the runs for the rule.
  let sessions: [ChoiceRule.Session]

  init(
    _ candidate: Int, step: Int, _ planned: PlannedRun, in plan: SweepPlan, runs: [RunRecord],
    isComplete: Bool, limits: [Limit], shares: [ContentKey: Double] = [:],
    _ materiality: Materiality
  ) {
    let judge = RunJudge(
      limits, on: plan.scenario(of: planned).device, by: ChoiceRule(materiality: materiality))
    sessions = runs.map { judge.session($0, share: shares[$0.scenario] ?? 1) }
    let scenario = plan.scenario(of: planned)
    self.candidate = candidate
    self.step = step
    loader = scenario.loader.label
    prefetcher = scenario.prefetcher.label
    policy = plan.policy(of: planned)?.label
    budget = planned.budget
    let rules = plan.budgetRules.filter {
      $0.device.digest == scenario.record.device.digest && $0.budget == planned.budget
    }
    budgetText =
      rules.isEmpty
      ? planned.budget.budgetText
      : "\(rules.map(\.text).joined(separator: " or ")) (\(planned.budget.budgetText))"
    self.runs = runs
    findings = limits.map {
      LimitFinding($0, runs, at: scenario.record.device.refreshRate, materiality)
    }
    var score = RunScore(meanOf: runs.map { RunScore($0) }, shares: sessions.map(\.share))
    score.isComplete = isComplete
    // Too little room for the policy is a warning, no reason against a trial.
    score.tooSmallShare = 0
    self.score = score
  }

  /// The name of the combination: `cached, ring:ahead=2, lru, 64MiB`.
  package var name: String {
    let cache = policy.map { [$0, budgetText] } ?? []
    return ([loader, prefetcher] + cache).joined(separator: ", ")
  }

  /// The parts of the combination with their kinds: `loader cached, prefetcher none, policy lru,
  /// budget 64MiB`.
  package var title: String {
    let cache = policy.map { ["policy \($0)", "budget \(budgetText)"] } ?? []
    return (["loader \(loader)", "prefetcher \(prefetcher)"] + cache).joined(separator: ", ")
  }

  /// The combination as a setting.
  var setting: CacheSetting {
    CacheSetting(
      loader: loader, prefetcher: prefetcher, policy: policy ?? SweepReport.noCache,
      budgetBytes: policy == nil ? nil : budget?.bytes ?? SweepReport.unlimited, rules: [])
  }

  /// Returns the mean of a figure over the runs, in which each cluster of sessions has the same
  /// weight.
  ///
  /// The mean is infinite if the figure is the time of an event that never happened in one of the
  /// runs, and not a number if a run does not have the figure.
  package func mean(_ figure: Figure) -> Double {
    let whole = runs.isEmpty ? 1 : sessions.reduce(0) { $0 + $1.share }
    return zip(runs, sessions).reduce(0) { $0 + $1.1.share * ($1.0.limited(figure) ?? .nan) }
      / whole
  }

  /// The share of the sessions that break a limit.
  var brokenShare: Double {
    let whole = sessions.reduce(0) { $0 + $1.share }
    return whole > 0 ? sessions.reduce(0) { $0 + $1.share * $1.broken } / whole : 0
  }

  /// Returns whether this trial is better than another.
  ///
  /// A trial that keeps the limits comes before one that breaks them, a smaller violation before a
  /// larger one. Trials that are equal in this respect follow their ranking.
  func isBetter(than other: JointTrial) -> Bool {
    let (ours, theirs) = (distance, other.distance)
    if ours != theirs { return ours.lexicographicallyPrecedes(theirs) }
    return score.isBetter(than: other.score)
  }
}

/// The worst value of a limited figure over several runs.
package struct LimitFinding: Sendable {
  package let limit: Limit
  /// The value; infinite for the time of an event that never happened, `nil` if a run does not have
  /// the figure.
  package let value: Double?

  /// A Boolean value that indicates whether every run keeps the limit, as `check` judges it.
  package let isKept: Bool

  init(_ limit: Limit, _ runs: [RunRecord], at refreshRate: Int?, _ materiality: Materiality) {
    self.limit = limit
    isKept = runs.allSatisfy { limit.verdict(on: $0, at: refreshRate, materiality) == .kept }
    let values = runs.compactMap { $0.limited(limit.figure) }
    let worst = limit.figure.better == .more ? values.min() : values.max()
    value = values.count == runs.count ? worst : nil
  }

  /// The excess over the bound, in the figure's unit; zero or less if the limit is kept.
  var excess: Double {
    guard let value else { return .infinity }
    return limit.figure.excess(of: value, over: limit.bound)
  }

  /// The excess as a share of the bound, unless the bound is zero.
  var excessShare: Double { excess / (limit.bound > 0 ? limit.bound : 1) }

  /// The figure with its value: `blankSeconds 2.31 s`.
  var text: String {
    "\(limit.figure.name) \(value.map(limit.figure.unit.text) ?? "unknown")"
  }

  /// The figure with its value and excess: `blankSeconds 2.31 s, 0.31 s too much`.
  var brokenText: String {
    guard excess.isFinite else { return text }
    return "\(text), \(limit.figure.unit.text(excess)) \(limit.figure.excessText)"
  }
}
