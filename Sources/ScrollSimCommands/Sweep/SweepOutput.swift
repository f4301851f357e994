import ScrollPages
import ScrollSweeps

/// The answer of a sweep as the store has it: a table for people, every run for programs.
struct SweepOutput {
  private let plan: SweepPlan
  private let store: ResultStore

  /// Whether the fewest misses and the least stalls were asked for.
  private let regret: Bool
  /// Whether it says what is advised, and how far that holds.
  private let band: Bool

  init(_ plan: SweepPlan, _ store: ResultStore, regret: Bool, band: Bool = false) {
    self.plan = plan
    self.store = store
    self.regret = regret
    self.band = band
  }

  /// Prints the table for people best first, the runs for programs in the order of the plan.
  func print(_ output: FormatOption) throws {
    switch output.format {
    case .table:
      let table = try table()
      let advice = try banded()?.bandedAdvice ?? []
      let notes = [table.notes, advice].filter { !$0.isEmpty }
        .map { "\n" + $0.joined(separator: "\n") + "\n" }.joined()
      let text = table.table(regret: regret)
        .text(fitting: output.width, style: .standardOutput)
      try Output.print(
        Terminal.wrapped(table.caption, to: output.width) + "\n\n" + text
          + Terminal.wrapped(notes, to: output.width))
    case .markdown:
      let advice = try banded().map { "\n\($0.bandedAdvice.joined(separator: " "))\n" } ?? ""
      try Output.print(table().table(regret: regret).markdown() + advice)
    case .csv: try CSVExport.print(rows, regret: regret, to: Output.printData)
    case .json:
      try JSONExport.print(
        plan.record, version: ScrollSim.version, report: banded()?.document, rows, regret: regret,
        from: store.path, to: Output.print)
    }
  }

  private func rows(_ body: (ResultRow) throws -> Void) throws {
    do { try store.rows(of: plan.key, body) } catch let error as ResultStoreError {
      throw CommandError(error)
    }
  }

  /// The report with the bands of its advice; nil unless they were asked for.
  private func banded() throws -> SweepReport? {
    guard band else { return nil }
    var report = try WholeReport(store, plan.record).report()
    report.bands = AdviceBands(plan).bands(of: report.adviceQuestions)
    return report
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
