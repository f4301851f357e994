import ScrollCharts
import ScrollCore
import ScrollPages
import ScrollSimulation

extension SweepReport {
  /// The runs by band: the worst of hitches, hangs and missing screen.
  var hitchesExhibit: Exhibit? {
    let standings = ranking()
    var table = Table(
      [.left("policy")] + PartNames.bands.map { .right("\($0) runs") }
        + [Figure.hitchRatio.tableColumn])
    var bars: [StackedBarChart.Bar] = []
    var good = 0
    for standing in standings {
      var counts = Array(repeating: 0, count: PartNames.bands.count)
      for (place, cell) in cells where place.policy == standing.policy {
        for (index, count) in cell.bands.enumerated() { counts[index] += count }
      }
      good += counts[0]
      let ratio = NumberText.fixed(standing.hitches, decimals: 2)
      if bars.count < Self.bandLimit {
        bars.append(
          StackedBarChart.Bar(
            name: standing.name, values: counts.map(Double.init), text: "\(ratio) ms/s"))
      }
      table.append([standing.name] + counts.map(String.init) + [ratio])
    }
    let chart = StackedBarChart(
      id: "hitches-bands", title: "Runs by band",
      summary: "Good is at most 5 ms/s of hitches, no frame later than 250 ms, at most 5 ms/s of "
        + "missing screen, and not killed. \(good) of \(Words.count(runCount, "run")) "
        + "\(good == 1 ? "is" : "are") good.",
      axis: .fromZero("runs", covering: bars.map { $0.values.reduce(0, +) }), unit: "runs",
      parts: PartNames.bands, bars: bars, styles: [2, 1, 6])
    return Exhibit(
      "hitches", "Bands",
      notes: [
        "The band of a run is the worst of three: hitches (warning above 5 ms/s, critical above "
          + "10), the latest frame (above 250 and 500 ms) and missing screen (above 5 and 10 "
          + "ms/s). A run in which the app was killed is critical. Beside each bar stands the mean "
          + "hitch ratio."
      ] + olderBands, pictures: [Exhibit.Picture(drawing: chart.drawing, table: table)])
  }

  /// That some runs have the band of their hitches alone, where they do.
  private var olderBands: [String] {
    let count = cells.values.reduce(0) { $0 + $1.hitchBandsOnly }
    guard count > 0 else { return [] }
    return [
      "\(Words.count(count, "run is", "runs are")) of older rules and counted by hitches alone."
    ]
  }

  private static let bandLimit = 20
}
