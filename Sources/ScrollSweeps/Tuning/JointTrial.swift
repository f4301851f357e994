package import ScrollCore
package import ScrollSimulation

/// What came of a loader with a prefetcher, a policy and a budget, with all traces and seeds.
package struct JointTrial: LimitedTrial {
  /// The place of the candidate in its space.
  let candidate: Int
  /// When it was asked for.
  let step: Int
  /// With the settings that are not their own.
  package let loader: String, prefetcher: String
  /// Nil for a loader without a cache.
  package let policy: String?
  /// Nil without a cache, and where nothing limits it.
  package let budget: ByteCount?
  /// The same as it was asked for: `64MiB`, `15%<=768MiB (284.7MiB)`, `none`.
  package let budgetText: String
  package let runs: [RunRecord]
  package let findings: [LimitFinding]
  /// The mean over the runs.
  package let score: RunScore

  init(
    _ candidate: Int, step: Int, _ planned: PlannedRun, in plan: SweepPlan, runs: [RunRecord],
    isComplete: Bool, limits: [Limit]
  ) {
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
    findings = limits.map { LimitFinding($0, runs) }
    var score = RunScore(meanOf: runs.map { RunScore($0) })
    score.isComplete = isComplete
    self.score = score
  }

  /// `cached, ring:ahead=2, lru, 64MiB`.
  package var name: String {
    let cache = policy.map { [$0, budgetText] } ?? []
    return ([loader, prefetcher] + cache).joined(separator: ", ")
  }

  /// The mean of a figure over the runs; infinite if it never came in one, not a number if a run
  /// does not have it.
  package func mean(_ figure: Figure) -> Double {
    runs.reduce(0) { $0 + ($1.limited(figure) ?? .nan) } / Double(max(1, runs.count))
  }

  /// The mean over the runs of the frames' part of the smallest difference that matters.
  func leastSeconds(_ materiality: Materiality, at refreshRate: Double) -> Double {
    runs.reduce(0) {
      $0 + materiality.leastSeconds(over: $1.number(.duration), at: refreshRate)
    } / Double(max(1, runs.count))
  }

  /// Whether it is to be preferred: first what keeps the limits, then what breaks them by less,
  /// and of equals what is ranked before.
  ///
  /// K. Deb, "An efficient constraint handling method for genetic algorithms", Computer Methods in
  /// Applied Mechanics and Engineering 186, 2000, doi:10.1016/S0045-7825(99)00389-8.
  func isBetter(than other: JointTrial) -> Bool {
    let (ours, theirs) = (distance, other.distance)
    if ours != theirs { return ours.lexicographicallyPrecedes(theirs) }
    return score.isBetter(than: other.score)
  }
}

/// What a limited figure comes to over several seeds: the worst of them.
package struct LimitFinding: Sendable {
  package let limit: Limit
  /// Infinite for what never came; nil where a run does not have the figure.
  package let value: Double?

  init(_ limit: Limit, _ runs: [RunRecord]) {
    self.limit = limit
    let values = runs.compactMap { $0.limited(limit.figure) }
    let worst = limit.figure.better == .more ? values.min() : values.max()
    value = values.count == runs.count ? worst : nil
  }

  /// How far beyond the bound, in the figure's unit; zero or less if it is kept.
  package var excess: Double {
    guard let value else { return .infinity }
    return limit.figure.excess(of: value, over: limit.bound)
  }

  /// The same as a share of the bound, where that is not zero.
  var excessShare: Double { excess / (limit.bound > 0 ? limit.bound : 1) }

  package var isKept: Bool { excess <= 0 }

  /// `blankSeconds 2.31 s`.
  package var text: String {
    "\(limit.figure.name) \(value.map(limit.figure.unit.text) ?? "unknown")"
  }

  /// `blankSeconds 2.31 s, 0.31 s too much`.
  package var brokenText: String {
    guard excess.isFinite else { return text }
    return "\(text), \(limit.figure.unit.text(excess)) \(limit.figure.excessText)"
  }
}
