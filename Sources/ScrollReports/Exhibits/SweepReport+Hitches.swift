import ScrollCharts
import ScrollPages

extension SweepReport {
  /// The runs by hitch band.
  var hitchesExhibit: Exhibit? {
    let standings = ranking()
    var table = Table(
      [.left("policy")] + PartNames.bands.map { .right("\($0) runs") } + [.right("ms/s")])
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
      id: "hitches-bands", title: "Runs by hitch band",
      summary: "Good is up to 5 ms of hitches per second of scrolling, warning up to 10, critical "
        + "above. \(good) of \(runCount) runs are good.",
      axis: .fromZero("runs", covering: bars.map { $0.values.reduce(0, +) }), unit: "runs",
      parts: PartNames.bands, bars: bars, styles: [2, 1, 6])
    return Exhibit(
      "hitches", "Hitches",
      notes: [
        "The bands are Apple's for animation hitches. Beside each bar stands the mean hitch ratio."
      ], pictures: [Exhibit.Picture(drawing: chart.drawing, table: table)])
  }

  private static let bandLimit = 20
}
