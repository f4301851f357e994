import ScrollCore
import ScrollPages
import ScrollSimulation

extension SweepReport {
  /// The runs by band: the worst of hitches, hangs and missing screen.
  ///
  /// Policies that have equally many runs in every band get a sentence and no picture.
  var hitchesExhibit: Exhibit? {
    let standings = ranking()
    var table = Table(
      [.left("policy")] + PartNames.bands.map { .right("\($0) runs") }
        + [Figure.hitchRatio.tableColumn])
    let counts = standings.map { bandCounts(of: $0.policy) }
    for (standing, counts) in zip(standings, counts) {
      table.append(
        [standing.name] + counts.map(String.init) + [Figure.hitchRatio.cell(standing.hitches)])
    }
    let good = counts.reduce(0) { $0 + $1[0] }
    let limits =
      "The band of a run is the worst of three: hitches (warning above 5 ms/s, critical above "
      + "10), the latest frame (above 250 and 500 ms) and missing screen (above 5 and 10 "
      + "ms/s). A run in which the app was killed is critical."
    let whole = "\(good) of \(Words.count(runCount, "run")) \(good == 1 ? "is" : "are") good."
    if standings.count > 1, counts.allSatisfy({ $0 == counts[0] }) {
      let alike = zip(PartNames.bands, counts[0]).filter { $0.1 > 0 }
        .map { "\($0.1) \($0.0)" }
      return Exhibit(
        "hitches", "Bands",
        notes: [
          "Each of the \(standings.count) policies has \(Words.list(alike)) runs.", limits,
        ] + olderBands)
    }
    let shown = zip(standings, counts).prefix(Self.bandLimit)
    let grid = BarGrid(
      id: "hitches-bands", title: "Runs by band", summary: whole,
      rows: ChartNames.fitting(shown.map { $0.0.name }),
      columns: PartNames.bands,
      cells: shown.map { $0.1.map { BarGrid.Cell(value: Double($0), text: "\($0)") } })
    return Exhibit(
      "hitches", "Bands", notes: [limits] + olderBands,
      pictures: [Exhibit.Picture(drawing: grid.drawing, table: table)])
  }

  /// How many runs of a policy are in each band.
  private func bandCounts(of policy: Int) -> [Int] {
    places().filter { $0.0.policy == policy }
      .reduce(Array(repeating: 0, count: PartNames.bands.count)) { sums, place in
        zip(sums, place.1.bands).map(+)
      }
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
