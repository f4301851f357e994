package import ScrollCore
package import ScrollResults
import ScrollSimulation

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

  /// Whether the figures are within the limits, which they may be without any cache.
  ///
  /// A budget that gets the app killed keeps nothing.
  package var keepsLimits: Bool { killed == nil && findings.allSatisfy(\.isKept) }

  /// Whether it may be the answer: it keeps the limits, and has room for what the policy needs.
  package var keeps: Bool { keepsLimits && !isTooSmall }

  /// How far it is from being the answer: killed or not, how much is wrong, and by what shares of
  /// the bounds and of the room that the policy needs.
  var distance: [Double] {
    var shares = findings.filter { !$0.isKept }.map {
      $0.excess / ($0.limit.bound > 0 ? $0.limit.bound : 1)
    }
    if let shortage { shares.append(1 - shortage.room / Double(shortage.needed)) }
    return [killed == nil ? 0 : 1, Double(shares.count), shares.reduce(0, +)]
  }
}

extension BudgetTrial {
  /// `blankSeconds 2.31 s, 0.31 s too much; too small: room for 0.5 images, needs 1`.
  package var problemText: String {
    if let killed { return "the app is killed: \(killed)" }
    return (findings.filter { !$0.isKept }.map(\.brokenText) + [shortageText].compactMap { $0 })
      .joined(separator: "; ")
  }

  /// `too small: room for 0.5 images, needs 1`; nil if there is room enough.
  private var shortageText: String? {
    shortage.map { shortage in
      let room = (shortage.room * 10).rounded(.toNearestOrEven) / 10
      return "too small: room for \(room) images, needs \(shortage.needed)"
    }
  }
}
