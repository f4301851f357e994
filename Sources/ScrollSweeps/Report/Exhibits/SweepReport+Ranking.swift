import ScrollCore
import ScrollPages
import ScrollSimulation

extension SweepReport {
  /// The policies by their stalls, with their costs.
  var rankingExhibit: Exhibit {
    let relative = relativeStalls
    let standings = ranking()
    return Exhibit(
      "ranking", "Ranking",
      notes: [
        "Best first: tried everywhere, not killed, or else killed later, with room for what it "
          + "needs, above the budget for at most a tenth of the time, least missing screen, least "
          + "hitch time, highest hit rate. A stall is what was wanted and not on screen, as a "
          + "share of it, over time: blank or another's image, moved away from under a late "
          + "frame, or before the first one. Each figure is the mean over "
          + "\(scope(of: standings)), weighted equally."
          + (splitsRanking
            ? " Devices count alike: the order goes by stalls in percent of the mean on each." : "")
      ], pictures: [picture(standings, relative)], table: rankingTable(standings))
  }

  /// A bar for each policy: its stalls, of several devices in percent of the mean on each.
  private func picture(
    _ standings: [Standing], _ relative: [Int: Double]
  ) -> Exhibit.Picture {
    let styles = styles
    let drawn = standings.prefix(Self.barLimit)
    let bars = zip(drawn, ChartNames.fitting(drawn.map(\.name))).map { standing, name in
      let value = splitsRanking ? relative[standing.policy] : standing.livingStalls
      let text = value.map {
        splitsRanking ? "\(NumberText.fixed($0, decimals: 0)) %" : seconds($0)
      }
      return BarChart.Bar(
        name: name, style: styles[standing.policy], value: value ?? 0,
        text: (text ?? "") + (standing.deaths > 0 ? " \(standing.deaths) killed" : ""))
    }
    return Exhibit.Picture(
      drawing: BarChart(
        id: "ranking-bars", title: "Stalls by policy",
        summary: "Missing screen per run, "
          + (splitsRanking ? "in percent of the mean on each device" : "in seconds")
          + ": the mean over \(scope(of: standings)). \(leader(of: standings, relative))",
        axis: .fromZero(
          splitsRanking ? "stalls, % of the mean on each device" : "stalls, s",
          covering: bars.map(\.value)),
        bars: bars
      ).drawing,
      table: stallTable(standings, relative))
  }

  /// The best policy, and why a shorter bar is none better; or why none is named.
  private func leader(of standings: [Standing], _ relative: [Int: Double]) -> String {
    let names = Set(contenders().map(\.policy))
    guard let best = standings.first(where: { names.contains($0.policy) }) else {
      return noWinner?.visible ?? ""
    }
    if isAllAlike { return "The policies stall alike." }
    func stalls(_ standing: Standing) -> Double {
      splitsRanking ? relative[standing.policy] ?? .infinity : standing.stalls
    }
    let name = best.name.visible
    let shorter = standings.filter { stalls($0) < stalls(best) }
    guard let first = shorter.first else { return "\(name) stalls least." }
    let others = shorter.count > 1 ? ", and \(shorter.count - 1) more cannot be taken either" : ""
    return "\(name) is the best: \(first.name.visible), which stalls less, \(first.objection)"
      + "\(others)."
  }

  private static let barLimit = 20

  private func scope(of standings: [Standing]) -> String {
    let isWhole = standings.allSatisfy(\.isComplete)
    let cells = isWhole ? standings.first?.allCells ?? 0 : combinations
    let text = "\(Words.count(cells, "combination")) of scenario and budget"
    return isWhole ? text : "those of the \(text) in which it was tried"
  }

  /// The scenarios with every budget that something was tried with in them, no cache among these.
  var combinations: Int { Set(cells.keys.map { [$0.scene, $0.budget] }).count }

  /// The values of the bars.
  private func stallTable(_ standings: [Standing], _ relative: [Int: Double]) -> Table {
    var table = Table([
      .left("policy"), splitsRanking ? .right("% of the mean") : Figure.stall.tableColumn,
    ])
    let decimals = splitsRanking ? 1 : stallDecimals
    for standing in standings {
      let value = splitsRanking ? relative[standing.policy] : standing.livingStalls
      table.append([
        standing.name, value.map { NumberText.fixed($0, decimals: decimals) } ?? "-",
      ])
    }
    return table
  }
}
