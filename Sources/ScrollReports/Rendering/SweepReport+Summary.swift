package import ScrollPages
package import ScrollResults
import ScrollSimulation

extension SweepReport {
  /// The runs in the order of `summaryRows`: a column for each budget.
  ///
  /// - Parameters:
  ///   - regret: whether the table has the regret.
  ///   - note: what else is to be known of a policy in a scenario, if anything.
  /// - Returns: the table, without a column for notes if there are none.
  package func summaryTable(
    regret: Bool, note: (ScenarioRecord, String) -> String? = { _, _ in nil }
  ) -> Table {
    let names = names
    let budgets = budgets.indices.sorted { (self.budgets[$0] ?? 0) < (self.budgets[$1] ?? 0) }
    let labels = budgets.map { text(ofBudget: $0) }
    func columns(_ figure: Figure) -> [Table.Column] {
      labels.map { .right("\(figure.header) \($0)") }
    }
    let rows = summaryRows
    let notes = rows.map { row in
      [row.standing.score.excessText, note(scenes[row.scene], row.standing.name)].compactMap { $0 }
        .joined(separator: "; ")
    }
    let hasNotes = notes.contains { !$0.isEmpty }
    let isMissed = regret && hasRegret
    let isStalled = regret && self.cells.values.contains { $0.knownStalls.count > 0 }
    var table = Table(
      names.columns.map { .left($0).keeping(.key) } + [.left("policy").keeping(.key)]
        + columns(.stall).enumerated().map { $0 == 0 ? $1.keeping(.key) : $1 }
        + (hasLateFrames ? [worst(.frozen), worst(.hitchRatio)] : [])
        + columns(.hitRate)
        + (isMissed ? columns(.regret) : []) + (isStalled ? columns(.stallRegret) : [])
        + (hasNotes ? [.prose("note")] : []))
    for (row, note) in zip(rows, notes) {
      let cells = budgets.map {
        self.cells[Place(scene: row.scene, policy: row.standing.policy, budget: $0)]
      }
      let hits = zip(cells, budgets).map { cell, budget in
        self.budgets[budget] == nil ? "-" : cell?.hitRate.text(decimals: 1, scale: 100) ?? "-"
      }
      table.append(
        names.cells(row.scene) + [row.standing.name] + cells.map(Self.stalls)
          + (hasLateFrames ? [Self.frozen(cells), Self.hitches(cells)] : []) + hits
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

  private static func stalls(_ cell: ReportCell?) -> String {
    guard let cell else { return "-" }
    return cell.stalls.text(decimals: 2)
      + (cell.deaths == 0 ? "" : cell.deaths == cell.runs ? " killed" : " some killed")
      + (cell.shortage == nil ? "" : " too small")
  }

  /// Whether some frame of some run was late.
  private var hasLateFrames: Bool { cells.values.contains { $0.frozen.mean > 0 } }

  /// The column for a figure's worst over the budgets, which rarely change it.
  private func worst(_ figure: Figure) -> Table.Column {
    .right(budgets.count > 1 ? "worst \(figure.header)" : figure.header)
  }

  private static func frozen(_ cells: [ReportCell?]) -> String {
    let known = cells.compactMap { $0 }.filter { $0.frozen.count == $0.runs }.map { $0.frozen }
    let worst = known.max { $0.mean < $1.mean }
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
