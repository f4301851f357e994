package import ScrollCore
import ScrollSimulation

/// What came of a budget, all seeds together.
package struct BudgetTrial: LimitedTrial {
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
}
