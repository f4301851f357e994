package import ScrollPages
import ScrollSimulation

extension SweepReport {
  /// The runs in the order of `summaryRows`: a column for each budget, and one for the mean that
  /// decides over their order; where each row has one budget of its own, a column that says which.
  ///
  /// - Parameters:
  ///   - regret: whether the table has the regret.
  ///   - note: what else is to be known of a policy in a scenario, if anything.
  /// - Returns: the table, without a column for notes if there are none.
  package func summaryTable(
    regret: Bool, note: (ScenarioRecord, String) -> String? = { _, _ in nil }
  ) -> Table {
    let names = names
    let rows = summaryRows
    let columns = BudgetColumns(self, rows.map(\.place))
    let notes = rows.map { row in
      [row.standing.score.excessText, note(scenes[row.scene], row.standing.name)].compactMap { $0 }
        .joined(separator: "; ")
    }
    let hasNotes = notes.contains { !$0.isEmpty }
    let isMissed = regret && hasRegret
    let isStalled = regret && self.cells.values.contains { $0.knownStalls.count > 0 }
    let hasMeans = rows.contains { $0.mean != nil }
    let stalls = columns.heads(.stall)
    var table = Table(
      names.columns.map { .left($0).keeping(.key) } + [.left("policy").keeping(.key)]
        + columns.budget
        + (hasMeans
          ? [.right("mean \(Figure.stall.header)").keeping(.key)] + stalls
          : stalls.prefix(1).map { $0.keeping(.key) } + stalls.dropFirst())
        + (hasLateFrames ? [worst(.frozen), worst(.hitchRatio)] : [])
        + columns.heads(.hitRate).map { $0.keeping(.detail) }
        + (isMissed ? columns.heads(.regret) : [])
        + (isStalled ? columns.heads(.stallRegret) : []) + (hasNotes ? [.prose("note")] : []))
    for (row, note) in zip(rows, notes) {
      let cells = columns.cells(row.place)
      table.append(
        names.cells(row.scene) + [row.standing.name] + columns.budget(row.place)
          + (hasMeans ? [Self.mean(of: row)] : []) + cells.map(Self.stalls)
          + (hasLateFrames ? [Self.frozen(cells), Self.hitches(cells)] : [])
          + cells.map { row.standing.name == Self.noCache ? "-" : Self.hitRate($0) }
          + (isMissed ? cells.map(Self.regret) : [])
          + (isStalled ? cells.map(Self.stallRegret) : [])
          + (hasNotes ? [note] : []))
    }
    return table
  }

  /// Whether the misses of some run have a bound.
  package var hasRegret: Bool { cells.values.contains { $0.regret.count > 0 } }

  /// Whether runs differ in their seed alone.
  var hasSeeds: Bool { seeds.count > 1 }

  /// What a cell is the mean and the standard deviation over, `sessions and seeds`; nil where it is one run.
  package var spreadWords: String? {
    let hasSessions = sessions.count > Set(scenes.map(\.trace.path)).count
    let parts = (hasSessions ? ["sessions"] : []) + (hasSeeds ? ["seeds"] : [])
    return parts.isEmpty ? nil : parts.joined(separator: " and ")
  }

  /// The settings that all runs share and the origin of traces and profiles, as lines for people.
  package var common: [String] {
    let names = names
    return [names.shared, names.sources].filter { !$0.isEmpty }
      + [shortages, budgetUnits].compactMap { $0 }
  }

  /// What decides over the place of a row, with what puts it after the others.
  private static func mean(of row: SummaryRow) -> String {
    guard let mean = row.mean else { return "-" }
    let standing = row.standing
    return NumberText.fixed(mean, decimals: 2)
      + objection(standing.deaths, of: standing.runs, isTooSmall: standing.isTooSmall)
  }

  private static func objection(_ deaths: Int, of runs: Int, isTooSmall: Bool) -> String {
    (deaths == 0 ? "" : deaths == runs ? " killed" : " some killed")
      + (isTooSmall ? " too small" : "")
  }

  private static func stalls(_ cell: ReportCell?) -> String {
    guard let cell else { return "-" }
    return cell.stalls.text(decimals: 2)
      + objection(cell.deaths, of: cell.runs, isTooSmall: cell.shortage != nil)
  }

  /// Whether some frame of some run was late.
  private var hasLateFrames: Bool { cells.values.contains { $0.frozen.mean > 0 } }

  /// The column for a figure's worst over the budgets, which rarely change it.
  private func worst(_ figure: Figure) -> Table.Column {
    .right(budgets.count > 1 ? "worst \(figure.header)" : figure.header)
  }

  private static func hitRate(_ cell: ReportCell?) -> String {
    cell?.hitRate.text(decimals: 1, scale: 100) ?? "-"
  }

  private static func frozen(_ cells: [ReportCell?]) -> String {
    let worst = cells.compactMap { $0?.frozen }.max { $0.mean < $1.mean }
    return worst?.text(decimals: Figure.frozen.decimals) ?? "-"
  }

  private static func hitches(_ cells: [ReportCell?]) -> String {
    let worst = cells.compactMap { $0?.hitches }.max { $0.mean < $1.mean }
    return worst?.text(decimals: Figure.hitchRatio.decimals) ?? "-"
  }

  private static func regret(_ cell: ReportCell?) -> String {
    guard let cell, cell.regret.count > 0 else { return "-" }
    return cell.regret.text(decimals: 0)
  }

  private static func stallRegret(_ cell: ReportCell?) -> String {
    cell.flatMap { StallRegret([$0])?.share() }.map { Figure.stallRegret.cell($0) } ?? "-"
  }
}

/// The columns of a figure in a table of rows that have several budgets: one for each budget, or a
/// single one beside the row's budget where no row has more than one.
final class BudgetColumns {
  private let report: SweepReport
  /// By their places, the smallest first; nil where each row has its own.
  private let budgets: [Int]?

  /// - Parameters:
  ///   - report: whose cells.
  ///   - rows: their scenes and policies.
  init(_ report: SweepReport, _ rows: [(scene: Int, policy: Int)]) {
    self.report = report
    let all = report.budgets.indices.sorted {
      (report.budgets[$0] ?? 0) < (report.budgets[$1] ?? 0)
    }
    let isOwn = all.count > 1 && rows.allSatisfy { report.tried($0).count == 1 }
    budgets = isOwn ? nil : all
  }

  /// Which budget a row has; no column where the others say it.
  var budget: [Table.Column] { budgets == nil ? [.right("budget")] : [] }

  func budget(_ row: (scene: Int, policy: Int)) -> [String] {
    budgets == nil ? report.tried(row).map { report.text(ofBudget: $0) } : []
  }

  func heads(_ figure: Figure) -> [Table.Column] {
    guard let budgets else { return [.right(figure.header)] }
    return budgets.map { .right("\(figure.header) \(report.text(ofBudget: $0))") }
  }

  /// The cells of a row; nil where a budget was not tried.
  func cells(_ row: (scene: Int, policy: Int)) -> [ReportCell?] {
    (budgets ?? report.tried(row)).map { budget in
      report.cells[
        SweepReport.Place(scene: row.scene, policy: row.policy, budget: budget)]
    }
  }
}

extension SweepReport {
  /// The budgets, and no cache, with which a policy was tried in a scene, by their places.
  fileprivate func tried(_ row: (scene: Int, policy: Int)) -> [Int] {
    budgets.indices.filter {
      cells[Place(scene: row.scene, policy: row.policy, budget: $0)] != nil
    }
  }
}
