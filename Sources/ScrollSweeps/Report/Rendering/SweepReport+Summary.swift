import ScrollCore
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
    let rows = summaryRows.map { row in
      let notes = [row.standing.score.excessText, note(scenes[row.scene], row.standing.name)]
      return SummaryLine(row: row, note: notes.compactMap { $0 }.joined(separator: "; "))
    }
    let budgets = BudgetColumns(self, rows.map(\.place))
    var columns =
      names.columns.enumerated().map { place, name in
        Column<SummaryLine>(.left(name).keeping(.key)) { names.cells($0.row.scene)[place] }
      }
      + [Column(.left("policy").keeping(.key)) { $0.row.standing.name }] + budgets.budget
    if rows.contains(where: { $0.row.mean != nil }) {
      columns.append(
        Column(.right("mean \(Figure.stall.header)").keeping(.key)) { Self.mean(of: $0.row) })
      columns += budgets.columns(.stall, Self.stalls)
    } else {
      columns += budgets.columns(.stall, first: .key, Self.stalls)
    }
    // The worst over the budgets, which rarely change it.
    for figure in hasLateFrames ? [Figure.frozen, .hitchRatio] : [] {
      let head = self.budgets.count > 1 ? "worst \(figure.header)" : figure.header
      columns.append(
        Column(.right(head)) { line in
          let worst = budgets.cells(line.place).compactMap { $0 }
            .max { $0[figure].mean < $1[figure].mean }
          return worst?.text(figure) ?? "-"
        })
    }
    columns += budgets.columns(.hitRate, keeping: .detail) { line, cell in
      line.row.standing.name == Self.noCache ? "-" : cell.text(.hitRate, decimals: 1)
    }
    if regret, hasRegret {
      columns += budgets.columns(.regret) { _, cell in cell.text(.regret, decimals: 0) }
    }
    if regret, cells.values.contains(where: { $0.knownStalls.count > 0 }) {
      columns += budgets.columns(.stallRegret) { _, cell in
        StallRegret([cell])?.share().map { Figure.stallRegret.cell($0) } ?? "-"
      }
    }
    if rows.contains(where: { !$0.note.isEmpty }) {
      columns.append(Column(.prose("note")) { $0.note })
    }
    return Table(columns, of: rows)
  }

  /// A policy in a scenario, with what else is to be known of it.
  struct SummaryLine {
    let row: SummaryRow
    let note: String

    var place: (scene: Int, policy: Int) { row.place }
  }

  /// Whether the misses of some run have a bound.
  package var hasRegret: Bool { cells.values.contains { $0[.regret].count > 0 } }

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

  private static func stalls(_: SummaryLine, _ cell: ReportCell) -> String {
    cell.text(.stall, decimals: 2)
      + objection(cell.deaths, of: cell.runs, isTooSmall: cell.shortage != nil)
  }

  /// Whether some frame of some run was late.
  private var hasLateFrames: Bool { cells.values.contains { $0[.frozen].mean > 0 } }
}

extension SweepReport {
  /// The conditions that ranked rows must share.
  private struct Conditions: Hashable {
    let trace: String, layout: String
    let device: ContentKey, network: ContentKey

    init(_ scene: ScenarioRecord) {
      trace = scene.trace.digest
      layout = scene.layout
      device = scene.device.digest
      network = scene.network.digest
    }
  }

  /// A policy in a scenario.
  struct SummaryRow {
    let scene: Int
    let standing: Standing
    /// Its stalls over the budgets at which it is compared, if these are several.
    var mean: Double?

    var place: (scene: Int, policy: Int) { (scene, standing.policy) }
  }

  /// Every policy of every scenario: those on the same trace, layout, device and network together,
  /// best first whatever their loaders, prefetchers and settings are.
  ///
  /// Rows are compared at the budgets that all of their group have that have a cache; where there
  /// is none, each at its own. Groups, and what is equally good in them, stand in the order asked;
  /// equally good policies of one scenario are ordered by name.
  var summaryRows: [SummaryRow] {
    summaryGroups.flatMap { group in
      let shared = sharedBudgets(of: group)
      let told = group.map { row in
        var row = row
        let compared = shared.isEmpty ? budgets(of: row) : shared
        if compared.count > 1 { row.mean = score(of: row, at: shared).stallSeconds }
        return row
      }
      return Ranking.bestFirst(told) { score(of: $0, at: shared) }
    }
  }

  private var summaryGroups: [[SummaryRow]] {
    var groups: [[SummaryRow]] = []
    var places: [Conditions: Int] = [:]
    for (index, scene) in scenes.enumerated() {
      let conditions = Conditions(scene)
      let place = places[conditions] ?? groups.count
      if place == groups.count { groups.append([]) }
      places[conditions] = place
      groups[place] += ranking(over: [index]).map { SummaryRow(scene: index, standing: $0) }
    }
    return groups
  }

  /// The budgets of a row, by their places; empty without a cache.
  private func budgets(of row: SummaryRow) -> Set<Int> {
    Set(
      budgets.indices.filter {
        budgets[$0] != nil
          && cells[Place(scene: row.scene, policy: row.standing.policy, budget: $0)] != nil
      })
  }

  private func sharedBudgets(of group: [SummaryRow]) -> Set<Int> {
    let all = group.map { budgets(of: $0) }.filter { !$0.isEmpty }
    return all.dropFirst().reduce(all.first ?? []) { $0.intersection($1) }
  }

  /// Returns the score that ranks a row.
  ///
  /// Kills, exceeded and too small budgets count at every budget, the other figures at shared budgets.
  private func score(of row: SummaryRow, at shared: Set<Int>) -> RunScore {
    let compared = shared.sorted().compactMap {
      cells[Place(scene: row.scene, policy: row.standing.policy, budget: $0)]
    }
    let whole = row.standing.score
    var score = compared.isEmpty ? whole : RunScore(meanOf: compared.map { $0.score })
    score.killedShare = whole.killedShare
    score.livedSeconds = whole.livedSeconds
    score.overBudgetShare = whole.overBudgetShare
    score.tooSmallShare = whole.tooSmallShare
    score.isComplete = true
    return score
  }

  /// That order in words: `for each trace and device best first by stall (mean over budgets)`.
  package var summaryOrder: String {
    let conditions: Set = ["trace", "layout", "device", "network"]
    let varied = names.columns.filter { conditions.contains($0) }
    return (varied.isEmpty ? "" : "for each \(Words.list(varied)) ") + "best first by stall"
      + comparison
  }

  /// At which budgets rows are compared, where that is not plain.
  private var comparison: String {
    var (isMean, isPartial, isApart, isSingle) = (false, false, false, true)
    for group in summaryGroups {
      let shared = sharedBudgets(of: group)
      let rest = group.map { budgets(of: $0) }.filter { !$0.isEmpty && $0 != shared }
      if shared.count > 1 { isMean = true }
      if group.contains(where: { budgets(of: $0).count > 1 }) { isSingle = false }
      if !rest.isEmpty { if shared.isEmpty { isApart = true } else { isPartial = true } }
    }
    if isApart, isSingle { return " (each at its own budget)" }
    if isApart { return " (rows without a budget in common: the mean of each over its own)" }
    if isPartial { return " (at the budgets that all rows have)" }
    return isMean ? " (mean over budgets)" : ""
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
  var budget: [Column<SweepReport.SummaryLine>] {
    guard budgets == nil else { return [] }
    return [
      Column(.right("budget")) { [report] line in
        report.tried(line.place).map { report.text(ofBudget: $0) }.joined()
      }
    ]
  }

  /// The columns of a figure.
  /// - Parameters:
  ///   - figure: it gives the header.
  ///   - first: how long the first of them stays in a narrow table; as the others if nil.
  ///   - priority: how long the others stay.
  ///   - text: what a row has in a cell that was tried.
  /// - Returns: one for each budget, or one beside the row's own budget.
  func columns(
    _ figure: Figure, first: Table.Column.Priority? = nil,
    keeping priority: Table.Column.Priority = .usual,
    _ text: @escaping (SweepReport.SummaryLine, ReportCell) -> String
  ) -> [Column<SweepReport.SummaryLine>] {
    (budgets.map { $0.map { Optional($0) } } ?? [nil]).enumerated().map { place, budget in
      let name = budget.map { " \(report.text(ofBudget: $0))" } ?? ""
      let head = Table.Column.right(figure.header + name)
      return Column(head.keeping(place == 0 ? first ?? priority : priority)) { [self] line in
        cells(line.place)[place].map { text(line, $0) } ?? "-"
      }
    }
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
