package import ScrollCore
package import ScrollResults
import ScrollSimulation

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

/// What came of a budget, all seeds together.
package struct BudgetTrial: Sendable {
  package let budget: ByteCount
  /// When it was asked for: 0 for the candidates, then one more with every halving.
  package let step: Int
  /// In the order of the seeds.
  package let runs: [RunRecord]
  /// In the order of the limits.
  package let findings: [LimitFinding]

  init(_ budget: ByteCount, step: Int, runs: [RunRecord], limits: [Limit]) {
    self.budget = budget
    self.step = step
    self.runs = runs
    findings = limits.map { LimitFinding($0, runs) }
  }

  /// Why the device killed the app with one of the seeds; nil if it never did.
  package var killed: String? { runs.lazy.compactMap(\.killed).first }

  /// For how many images it has room and how many the policy needs; nil if that is enough.
  package var shortage: (room: Double, needed: Int)? { runs.lazy.compactMap(\.shortage).first }

  /// Whether it is too small for the policy to be what its name says.
  package var isTooSmall: Bool { shortage != nil }

  /// The share of the time in which the cache held more than the budget: the worst of the seeds.
  package var overBudgetShare: Double {
    runs.map { RunScore($0).overBudgetShare }.filter(\.isFinite).max() ?? 0
  }

  /// Whether the cache held more for at most a tenth of the time with every seed.
  package var keepsBudget: Bool { overBudgetShare <= RunScore.budgetTolerance }

  /// A budget that gets the app killed keeps nothing.
  package var keeps: Bool { killed == nil && findings.allSatisfy(\.isKept) }

  /// How far it is from keeping the limits: killed or not, how many are broken, and their excess
  /// as a share of the bounds.
  var distance: [Double] {
    let broken = findings.filter { !$0.isKept }
    let shares = broken.map { $0.excess / ($0.limit.bound > 0 ? $0.limit.bound : 1) }
    return [killed == nil ? 0 : 1, Double(broken.count), shares.reduce(0, +)]
  }
}
