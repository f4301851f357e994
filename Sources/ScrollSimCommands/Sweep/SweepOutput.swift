import ScrollPages
import ScrollReports
import ScrollResults
import ScrollRunStories
import ScrollSweeps

/// The answer of a sweep as the store has it: a table for people, every run for programs.
struct SweepOutput {
  private let plan: SweepPlan
  private let store: ResultStore

  /// Whether the fewest misses and the least stalls were asked for.
  private let regret: Bool

  init(_ plan: SweepPlan, _ store: ResultStore, regret: Bool) {
    self.plan = plan
    self.store = store
    self.regret = regret
  }

  /// Prints the table for people best first, the runs for programs in the order of the plan.
  func print(_ output: FormatOption) throws {
    switch output.format {
    case .table:
      let table = try table()
      let notes = table.notes.isEmpty ? "" : "\n" + table.notes.joined(separator: "\n") + "\n"
      let text = table.table(regret: regret)
        .text(fitting: output.width, style: .standardOutput)
      try Output.print(
        Terminal.wrapped(table.caption, to: output.width) + "\n\n" + text
          + Terminal.wrapped(notes, to: output.width))
    case .markdown: try Output.print(table().table(regret: regret).markdown())
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

  private func table() throws -> SweepTable {
    var table = SweepTable(plan)
    try rows { table.add($0) }
    if regret, !table.report.hasRegret {
      Output.say(
        "note: no regret in misses: a prefetched image may hit on its first request, so nothing "
          + "bounds them; expected --prefetch none")
    }
    return table
  }
}
