import ScrollCore
import ScrollPages
import ScrollSimulation
import ScrollSweeps

/// Smallest budgets as comma-separated values: a line each, figures unrounded.
///
/// Where no budget with room enough meets the limits the smallest is empty, and the figures are
/// those of the one that came nearest. A figure that never came is empty. `cost` is what the
/// loader tells its cache that an image costs: the budget is a sum of that.
enum TuneBudgetCSV {
  static func table(_ limits: [Limit], _ answers: [BudgetAnswer]) -> Table {
    let columns = [
      "trace", "trace_digest", "layout", "device", "network", "loader", "prefetcher", "policy",
      "seeds", "smallest_budget_bytes", "next_smaller_bytes", "broken_again_bytes", "shown_bytes",
      "shown_killed", "shown_too_small", "shown_over_budget_share", "cost",
    ]
    var table = Table(
      (columns + limits.map(\.figure.name) + ["tried", "tuning", "answer"]).map { .left($0) })
    for answer in answers {
      let scenario = answer.scenario
      let asked = [
        scenario.trace.path, scenario.trace.digest, scenario.layout, scenario.device.name,
        scenario.network.name, scenario.loader, scenario.prefetcher, answer.policy,
        answer.seeds.map(String.init).joined(separator: " "),
      ]
      let found = [
        bytes([answer.smallest]), bytes([answer.below]), bytes(answer.brokenAgain),
        bytes([answer.shown]), answer.shown.killed ?? "", "\(answer.shown.isTooSmall)",
        "\(answer.shown.overBudgetShare)", scenario.cost.rawValue,
      ]
      let figures = answer.shown.findings.map { finding in
        finding.value.flatMap { $0.isFinite ? "\($0)" : nil } ?? ""
      }
      table.append(
        asked + found + figures + ["\(answer.trials.count)", "\(answer.key)", answer.sentence])
    }
    return table
  }

  private static func bytes(_ trials: [BudgetTrial?]) -> String {
    trials.compactMap { $0.map { "\($0.budget.bytes)" } }.joined(separator: " ")
  }
}
