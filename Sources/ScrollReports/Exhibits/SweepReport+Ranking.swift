import ScrollCharts
import ScrollCore
import ScrollPages
import ScrollSimulation

extension SweepReport {
  /// The policies by their stalls, with their costs.
  var rankingExhibit: Exhibit {
    let standings = ranking()
    let styles = styles
    let bars = standings.prefix(Self.barLimit).map { standing in
      BarChart.Bar(
        name: standing.name, style: styles[standing.policy], value: standing.stalls,
        text: seconds(standing.stalls)
          + (standing.deaths > 0 ? ", \(standing.deaths) killed" : ""))
    }
    let picture = Exhibit.Picture(
      drawing: BarChart(
        id: "ranking-bars", title: "Stalls by policy",
        summary: "Missing screen per run, in seconds: the mean over "
          + "\(scope(of: standings))."
          + (leader.map { " \($0)" } ?? ""),
        axis: .fromZero("stalls, s", covering: bars.map(\.value)), bars: Array(bars)
      ).drawing,
      table: stallTable(standings))
    return Exhibit(
      "ranking", "Ranking",
      notes: [
        "Best first: tried everywhere, not killed, or else killed later, with room for what it "
          + "needs, above the budget for at most a tenth of the time, least missing screen, least "
          + "hitch time, highest hit rate. A stall is what was wanted and not on screen, as a "
          + "share of it, over time: blank or another's image, moved away from under a late "
          + "frame, or before the first one. Each figure is the mean over "
          + "\(scope(of: standings)), weighted equally."
      ], pictures: [picture], table: rankingTable(standings))
  }

  /// The best policy, and why a shorter bar is none better; or why none is named.
  private var leader: String? {
    guard let best = contenders().first else { return noWinner?.visible }
    if isAllAlike { return "The policies stall alike." }
    let name = best.name.visible
    let shorter = ranking().filter {
      $0.score.stallNanoseconds < best.score.stallNanoseconds
    }
    guard let first = shorter.first else { return "\(name) stalls least." }
    let others = shorter.count > 1 ? ", and \(shorter.count - 1) more cannot be taken either" : ""
    return "\(name) is the best: \(first.name.visible), which stalls less, \(first.objection)"
      + "\(others)."
  }

  private static let barLimit = 20

  private func scope(of standings: [Standing]) -> String {
    let cells = standings.first?.allCells ?? 0
    return "\(cells) combination\(cells == 1 ? "" : "s") of scenario and budget"
  }

  /// The values of the bars.
  private func stallTable(_ standings: [Standing]) -> Table {
    var table = Table([.left("policy"), Figure.stall.tableColumn])
    let decimals = stallDecimals
    for standing in standings {
      table.append([standing.name, NumberText.fixed(standing.stalls, decimals: decimals)])
    }
    return table
  }

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
        .left("policy"), Figure.stall.tableColumn,
      ] + (isLate ? [Figure.frozen.tableColumn] : []) + [
        Figure.hitchRatio.tableColumn, Figure.hitRate.tableColumn, .right("late or never"),
        Figure.evictedTooEarly.tableColumn, Figure.footprintPeak.tableColumn,
      ] + (hasRegret ? [Figure.regret.tableColumn] : [])
        + (hasStallRegret ? [Figure.stallRegret.tableColumn] : [])
        + (isBold ? [.right("over budget %")] : [])
        + (hasDeaths ? [.right("killed")] : [])
        + (isPartial ? [.right("tried in")] : [])
        + (isSmall ? [.right("budget too small in")] : []))
    let (decimals, frames) = (stallDecimals, leastSeconds(on: Array(scenes.indices)))
    for standing in standings {
      var cells = [
        standing.name, Figure.stall.cell(standing.stalls, decimals: decimals),
      ]
      if isLate { cells.append(standing.frozen.map { Figure.frozen.cell($0) } ?? "-") }
      cells += [
        Figure.hitchRatio.cell(standing.hitches),
        standing.name == Self.noCache ? "-" : Figure.hitRate.cell(standing.hitRate),
        NumberText.fixed(standing.lateImages, decimals: 1),
        Figure.evictedTooEarly.cell(standing.tooEarly, decimals: 1),
        Figure.footprintPeak.cell(standing.peakMemory, decimals: 0),
      ]
      if hasRegret {
        cells.append(standing.regret.map { NumberText.fixed($0, decimals: 1) } ?? "-")
      }
      if hasStallRegret {
        let share = standing.stallRegret?.share(materiality, frames: frames)
        cells.append(share.map { Figure.stallRegret.cell($0) } ?? "-")
      }
      if isBold {
        cells.append(NumberText.fixed(standing.score.overBudgetShare * 100, decimals: 0))
      }
      if hasDeaths { cells.append("\(standing.deaths) of \(standing.runs)") }
      if isPartial { cells.append("\(standing.cells) of \(standing.allCells)") }
      if isSmall {
        cells.append(standing.isTooSmall ? "\(standing.smallCells) of \(standing.cells)" : "-")
      }
      table.append(cells)
    }
    return table
  }
}
