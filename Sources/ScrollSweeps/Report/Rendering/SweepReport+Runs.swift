import ScrollCore
package import ScrollPages
import ScrollSimulation

extension SweepReport {
  /// Every run with its configuration; empty if there are more than `detailLimit`.
  package var runsTable: Table {
    let names = SceneNames(rows.map(\.scenario))
    let hasSeeds = Set(rows.map(\.run.seed)).count > 1
    let figures: [Figure] = [
      .stall, .frozen, .hitchRatio, .hitRate, .times[1], .footprintPeak,
    ]
    var columns = names.columns.map { Table.Column.left($0) }
    columns += [.left("policy"), .right("budget")] + (hasSeeds ? [.right("seed")] : [])
    columns += figures.map { $0.tableColumn } + [.left("note"), .left("run")]
    var table = Table(columns)
    for (place, row) in rows.enumerated() {
      let run = row.run
      table.append(
        names.cells(place)
          + [run.label ?? Self.noCache, run.budgetText]
          + (hasSeeds ? ["\(run.seed)"] : [])
          + [
            Figure.stall.cell(run.number(.stall), decimals: 3),
            run.value(.frozen) == .null ? "-" : Figure.frozen.cell(run.number(.frozen)),
            Figure.hitchRatio.cell(run.number(.hitchRatio)),
            run.label == nil ? "-" : Figure.hitRate.cell(run.number(.hitRate)),
            Figure.times[1].cell(run.number(.times[1])),
            Figure.footprintPeak.cell(run.number(.footprintPeak), decimals: 0),
            run.killed.map { "killed: \($0)" } ?? "", "\(run.key)",
          ])
    }
    return table
  }
}
