import ScrollCore
package import ScrollPages
import ScrollResults

extension SweepReport {
  /// Every run with what it was made of; empty if there are more than `detailLimit`.
  package var runsTable: Table {
    let names = names
    let places = Dictionary(uniqueKeysWithValues: scenes.enumerated().map { ($1.key, $0) })
    let hasSeeds = seeds.count > 1
    var table = Table(
      names.columns.map { .left($0) }
        + [.left("policy"), .right("budget")] + (hasSeeds ? [.right("seed")] : [])
        + [
          .right("stall s"), .right("hit %"), .right("hitch ms/s"), .right("p95 ms"),
          .right("peak MiB"), .left("note"), .left("run"),
        ])
    for row in rows {
      let run = row.run
      table.append(
        names.cells(places[row.scenario.key] ?? 0)
          + [run.label ?? Self.noCache, run.budgetBytes.map { "\(ByteCount($0))" } ?? "-"]
          + (hasSeeds ? ["\(run.seed)"] : [])
          + [
            NumberText.fixed(row.number(.stalls), decimals: 3),
            run.label == nil ? "-" : NumberText.fixed(row.number(.hitRate) * 100, decimals: 1),
            NumberText.fixed(row.number(.hitches), decimals: 2),
            NumberText.milliseconds(row.number(FigureColumn.waits[1]), decimals: 0),
            NumberText.fixed(row.number(.peakMemory) / Double(1 << 20), decimals: 0),
            run.killed.map { "killed: \($0)" } ?? "", "\(run.key)",
          ])
    }
    return table
  }
}
