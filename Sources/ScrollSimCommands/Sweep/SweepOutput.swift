import ScrollCore
import ScrollPages
import ScrollResults
import ScrollRunStories
import ScrollSweeps

/// The answer of a sweep as the store has it: a table for people, every run for programs.
struct SweepOutput {
  private let plan: SweepPlan
  private let store: ResultStore

  /// Whether the fewest possible misses were asked for.
  private let regret: Bool

  init(_ plan: SweepPlan, _ store: ResultStore, regret: Bool) {
    self.plan = plan
    self.store = store
    self.regret = regret
  }

  /// Prints the runs in the order of the plan; the table for people has a row per policy.
  func print(_ format: OutputFormat) throws {
    switch format {
    case .table:
      let summary = try summary()
      try Output.print(
        caption(summary) + "\n\n" + summary.table.text(style: .standardOutput))
    case .markdown: try Output.print(summary().table.markdown())
    case .csv: try CSVExport.print(rows, regret: regret)
    case .json: try JSONExport.print(plan.record, rows, regret: regret, from: store.path)
    }
  }

  private func rows(_ body: (ResultRow) throws -> Void) throws {
    do { try store.rows(of: plan.key, body) } catch let error as ResultStoreError {
      throw CommandError(error)
    }
  }

  private func summary() throws -> SweepSummary {
    var summary = SweepSummary(regret: regret)
    try rows { summary.add($0) }
    if regret, !summary.hasRegret {
      Output.say(
        "note: no regret: what is fetched ahead may hit the first time it is asked for, so nothing "
          + "bounds its misses; --prefetch none has one")
    }
    return summary
  }

  /// What was asked, and what of it is made up or estimated.
  private func caption(_ summary: SweepSummary) -> String {
    var lines = plan.title.isEmpty ? [] : [plan.title.visible]
    lines.append(
      "\(Words.count(plan.runs.count, "run")); best first by blank and wrong area in seconds"
        + (summary.hasSeeds ? ", mean and standard deviation over seeds" : ""))
    lines += summary.common
    return lines.joined(separator: "\n")
  }
}
