import ScrollCore
import ScrollPages
import ScrollSimulation
import ScrollSweeps

/// Runs as a table for people: stalls first, hit rate second.
struct RunTable {
  /// The figures of every table; those of a cache are `-` without one.
  private static let figures: [Figure] =
    [.stall, .frozen, .hitchRatio, .band] + Figure.times.prefix(3) + [.neverShown] + ofCaches
    + ["decodeMilliseconds", "wastedDecodeMilliseconds"].map { FigureCatalog[$0] }

  private static let ofCaches = [
    "hitRate", "byteHitRate", "decodeHitRate", "removals", "cachePeakBytes",
  ].map { FigureCatalog[$0] }

  /// Figures that are there only where they are not zero in some run.
  private static let further = [
    "softSeconds", "wrongSeconds", "stale", "bytesDownloaded", "requestsFailed",
  ].map { FigureCatalog[$0] }

  let table: Table

  /// - Parameters:
  ///   - runs: best first.
  ///   - regret: whether the table has the regret.
  ///   - isOwn: whether a run has the policy and the limit that its loader comes with.
  init(_ runs: [MadeRun], regret: Bool, isOwn: (MadeRun) -> Bool = { _ in false }) {
    let notes = runs.map { Self.notes($0, isOwn: isOwn($0)) }
    let hasNotes = notes.contains { !$0.isEmpty }
    let further = Self.further.filter { figure in
      runs.contains { figure.value(of: $0.report).number ?? 0 > 0 }
    }
    let figures = Self.figures + further
    let regrets: [Figure] = regret ? FigureCatalog.regretColumns : []
    var table = Table(
      [.left("policy"), .right("budget").keeping(.key)]
        + (figures + regrets).map { $0.tableColumn } + (hasNotes ? [.prose("note")] : []))
    for (run, note) in zip(runs, notes) {
      let record = run.row.run
      table.append(
        [record.label ?? "-", Self.budget(run)]
          + figures.map { Self.cell($0, run) }
          + regrets.map { $0.cell(record.value($0) ?? .null) }
          + (hasNotes ? [note] : []))
    }
    self.table = table
  }

  private static func budget(_ run: MadeRun) -> String {
    run.row.run.budgetBytes.map { run.row.scenario.text(ofBudget: ByteCount($0)) }
      ?? run.row.run.budgetText
  }

  /// What must be known of a run to read its figures.
  private static func notes(_ run: MadeRun, isOwn: Bool) -> String {
    let shortage = run.row.run.shortage.map {
      "too small: room for \(NumberText.fixed($0.room, decimals: 1)) images, needs \($0.needed)"
    }
    let own = isOwn ? "the loader's own cache" : nil
    let excess = RunScore(run.report).excessText
    return [run.report.death?.text, shortage, excess, own].compactMap { $0 }
      .joined(separator: "; ")
  }

  private static func cell(_ figure: Figure, _ run: MadeRun) -> String {
    guard run.row.run.policy != nil || !ofCaches.contains(where: { $0.name == figure.name })
    else { return "-" }
    return figure.cell(figure.value(of: run.report))
  }
}
