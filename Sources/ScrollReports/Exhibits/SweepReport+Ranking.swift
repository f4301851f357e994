import ScrollCharts
import ScrollCore
import ScrollPages
import ScrollSimulation

extension SweepReport {
  /// The policies by their stalls, with their costs.
  var rankingExhibit: Exhibit {
    let standings = ranking()
    let places = splitsRanking ? devices.map { ($0.name, $0.scenes) } : [("", nil)]
    let pictures = places.enumerated().map { index, place in
      picture(index, on: place.0, ranking(over: place.1))
    }
    return Exhibit(
      "ranking", "Ranking",
      notes: [
        "Best first: tried everywhere, not killed, or else killed later, with room for what it "
          + "needs, above the budget for at most a tenth of the time, least missing screen, least "
          + "hitch time, highest hit rate. A stall is what was wanted and not on screen, as a "
          + "share of it, over time: blank or another's image, moved away from under a late "
          + "frame, or before the first one. Each figure is the mean over "
          + "\(scope(of: standings)), weighted equally."
      ], pictures: pictures, table: rankingTable(standings))
  }

  /// A bar for each policy, on one device or on the only one.
  private func picture(
    _ index: Int, on device: String, _ standings: [Standing]
  ) -> Exhibit.Picture {
    let styles = styles
    let bars = standings.prefix(Self.barLimit).map { standing in
      BarChart.Bar(
        name: standing.name, style: styles[standing.policy], value: standing.livingStalls ?? 0,
        text: (standing.livingStalls.map { seconds($0) } ?? "")
          + (standing.deaths > 0 ? " \(standing.deaths) killed" : ""))
    }
    return Exhibit.Picture(
      drawing: BarChart(
        id: device.isEmpty ? "ranking-bars" : "ranking-bars-\(index)",
        title: "Stalls by policy" + (device.isEmpty ? "" : ", \(device)"),
        summary: "Missing screen per run, in seconds: the mean over "
          + "\(scope(of: standings))\(device.isEmpty ? "" : " on \(device)")."
          + (device.isEmpty ? leader.map { " \($0)" } ?? "" : ""),
        axis: .fromZero("stalls, s", covering: bars.map(\.value)), bars: Array(bars)
      ).drawing,
      table: stallTable(standings))
  }

  /// Whether each device has its own stalls: a mean over devices would be that of the slowest.
  var splitsRanking: Bool { (2...Self.splitLimit).contains(devices.count) }

  private static let splitLimit = 6

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
      table.append([
        standing.name,
        standing.livingStalls.map { NumberText.fixed($0, decimals: decimals) } ?? "-",
      ])
    }
    return table
  }
}
