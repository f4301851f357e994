import ScrollCore
import ScrollPages
import ScrollReports
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
      let report = try report()
      let table = report.summaryTable(regret: regret)
      try Output.print(caption(report) + "\n\n" + table.text(style: .standardOutput))
    case .markdown: try Output.print(report().summaryTable(regret: regret).markdown())
    case .csv: try CSVExport.print(rows, regret: regret, to: Output.printData)
    case .json:
      try JSONExport.print(
        plan.record, version: ScrollSim.version, rows, regret: regret, from: store.path,
        to: Output.print)
    }
  }

  private func rows(_ body: (ResultRow) throws -> Void) throws {
    do { try store.rows(of: plan.key, body) } catch let error as ResultStoreError {
      throw CommandError(error)
    }
  }

  private func report() throws -> SweepReport {
    var report = SweepReport(plan.record)
    try rows { report.add($0) }
    if regret, !report.hasRegret {
      Output.say(
        "note: no regret: a prefetched image may hit on its first request, so nothing "
          + "bounds the misses; expected --prefetch none")
    }
    return report
  }

  /// The sweep, and the parts of it that are synthetic or estimated.
  private func caption(_ report: SweepReport) -> String {
    var lines = plan.title.isEmpty ? [] : [plan.title.visible]
    lines.append(
      "\(Words.count(plan.runs.count, "run")); best first by stall, the seconds of missing screen"
        + (report.hasSeeds ? ", mean and standard deviation over seeds" : ""))
    lines += report.common
    return lines.joined(separator: "\n")
  }
}
