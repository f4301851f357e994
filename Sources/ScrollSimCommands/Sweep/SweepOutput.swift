import ScrollReports
import ScrollResults
import ScrollSweeps

/// The answer of a sweep as the store has it: a table for people, every run for programs.
struct SweepOutput {
  private let plan: SweepPlan
  private let store: ResultStore

  init(_ plan: SweepPlan, _ store: ResultStore) {
    self.plan = plan
    self.store = store
  }

  /// Prints the runs in the order of the plan; the table for people has a row per policy.
  func print(_ format: OutputFormat) throws {
    switch format {
    case .table:
      let summary = try summary()
      try Output.print(
        caption(summary) + "\n\n" + summary.table.text(style: .standardOutput))
    case .markdown: try Output.print(summary().table.markdown())
    case .csv: try CSVExport.print(rows)
    case .json: try JSONExport.print(plan, rows)
    }
  }

  private func rows(_ body: (ResultRow) throws -> Void) throws {
    do { try store.rows(of: plan.key, body) } catch let error as ResultStoreError {
      throw CommandError(error)
    }
  }

  private func summary() throws -> SweepSummary {
    var summary = SweepSummary()
    try rows { summary.add($0) }
    return summary
  }

  /// What was asked, and what of it is made up or estimated.
  private func caption(_ summary: SweepSummary) -> String {
    var lines = plan.title.isEmpty ? [] : [plan.title]
    lines.append(
      "\(NumberText.count(plan.runs.count)) runs; best first by blank and wrong area in seconds"
        + (summary.hasSeeds ? ", mean and standard deviation over seeds" : ""))
    lines += summary.common
    return lines.joined(separator: "\n")
  }
}
