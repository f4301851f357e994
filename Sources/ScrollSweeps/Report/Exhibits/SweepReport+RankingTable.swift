import ScrollPages
import ScrollSimulation

extension SweepReport {
  /// The ranking as a table.
  func rankingTable(_ standings: [Standing]) -> Table {
    let hasRegret = standings.contains { $0.regret != nil }
    let hasStallRegret = standings.contains { $0.stallRegret != nil }
    let hasDeaths = standings.contains { $0.deaths > 0 }
    let isBold = standings.contains { !$0.keepsBudget }
    let isPartial = standings.contains { !$0.isComplete }
    let isLate = standings.contains { $0.frozen != 0 }
    let isSmall = standings.contains(where: \.isTooSmall)
    var table = Table(
      [
        .left("policy")
      ] + stallColumns + (isLate ? [Figure.frozen.tableColumn] : []) + [
        Figure.hitchRatio.tableColumn, Figure.hitRate.tableColumn, .right("late or never"),
        Figure.evictedTooEarly.tableColumn, Figure.footprintPeak.tableColumn,
      ] + (hasRegret ? [Figure.regret.tableColumn] : [])
        + (hasStallRegret ? [Figure.stallRegret.tableColumn] : [])
        + (isBold ? [.right("over budget %")] : [])
        + (hasDeaths ? [.right("killed")] : [])
        + (isPartial ? [.right("tried in")] : [])
        + (isSmall ? [.right("budget too small in")] : []))
    let (decimals, frames) = (stallDecimals, leastSeconds(on: Array(scenes.indices)))
    let late = NumberText.decimals(ofCounts: standings.map(\.lateImages))
    let early = NumberText.decimals(ofCounts: standings.map(\.tooEarly))
    let all = combinations
    let misses = NumberText.decimals(ofCounts: standings.compactMap(\.regret))
    for standing in standings {
      var cells = [standing.name] + stallCells(standing, decimals: decimals)
      if isLate { cells.append(standing.frozen.map { Figure.frozen.cell($0) } ?? "-") }
      cells += [
        Figure.hitchRatio.cell(standing.hitches),
        standing.name == Self.noCache ? "-" : Figure.hitRate.cell(standing.hitRate),
        NumberText.fixed(standing.lateImages, decimals: late),
        Figure.evictedTooEarly.cell(standing.tooEarly, decimals: early),
        Figure.footprintPeak.cell(standing.peakMemory, decimals: 0),
      ]
      if hasRegret {
        cells.append(standing.regret.map { NumberText.fixed($0, decimals: misses) } ?? "-")
      }
      if hasStallRegret {
        let share = standing.stallRegret?.share(materiality, frames: frames)
        cells.append(share.map { Figure.stallRegret.cell($0) } ?? "-")
      }
      if isBold {
        cells.append(NumberText.fixed(standing.score.overBudgetShare * 100, decimals: 0))
      }
      if hasDeaths { cells.append("\(standing.deaths) of \(standing.runs)") }
      if isPartial { cells.append("\(standing.cells) of \(all)") }
      if isSmall {
        cells.append(standing.isTooSmall ? "\(standing.smallCells) of \(standing.cells)" : "-")
      }
      table.append(cells)
    }
    return table
  }

  /// The stalls of all, or device by device.
  private var stallColumns: [Table.Column] {
    guard splitsRanking else { return [Figure.stall.tableColumn] }
    return devices.map { .right("\(Figure.stall.header) \($0.name)").keeping(.key) }
  }

  private func stallCells(_ standing: Standing, decimals: Int) -> [String] {
    let found =
      splitsRanking
      ? devices.map { device in
        ranking(over: device.scenes).first { $0.policy == standing.policy }?.livingStalls
      } : [standing.livingStalls]
    return found.map { $0.map { Figure.stall.cell($0, decimals: decimals) } ?? "-" }
  }
}
