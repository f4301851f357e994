import ScrollCharts
import ScrollPages

extension SweepReport {
  /// The times to image, at the budget at which policies differ most.
  var timesExhibit: Exhibit? {
    let budget = tellingBudget
    let styles = styles
    let marks = ["half", "95 %", "99 %", "all"]
    var pictures: [Exhibit.Picture] = []
    for scene in scenesToDraw {
      var rows: [RangeChart.Row] = []
      var table = Table([.left("policy")] + marks.map { .right("\($0) by, ms") })
      for standing in ranking(over: [scene]).prefix(Self.rangeLimit) {
        let cell =
          budget.flatMap { cells[Place(scene: scene, policy: standing.policy, budget: $0)] }
          ?? (standing.name == Self.noCache ? bareCell(scene, standing.policy) : nil)
        guard let times = cell?.timesToImage else { continue }
        rows.append(
          RangeChart.Row(name: standing.name, style: styles[standing.policy], values: times))
        table.append(
          [standing.name] + times.map { NumberText.milliseconds($0, decimals: 0) })
      }
      guard !rows.isEmpty else { continue }
      let title = "Time to image, \(names.title(scene).visible)"
      let never = rows.filter { !($0.values.last?.isFinite ?? true) }.count
      let chart = RangeChart(
        id: "times-\(scene)", title: title,
        summary: "When half, 95 %, 99 % and all appearances had their image"
          + (never == 0 ? "." : "; with \(never) of \(rows.count) policies some never had one."),
        axis: .fromZero("ms after the item became visible", covering: rows.flatMap(\.values)),
        marks: marks, rows: rows)
      pictures.append(Exhibit.Picture(drawing: chart.drawing, table: table))
    }
    guard !pictures.isEmpty else { return nil }
    let place = budget.map { " with \(text(ofBudget: $0)), where policies differ most" } ?? ""
    return Exhibit(
      "times", "Times to image",
      notes: [
        "Nearest-rank percentiles over all appearances of a run\(place)"
          + (seeds.count > 1 ? ", the mean over seeds." : ".")
      ] + drawnNote, pictures: pictures)
  }

  private static let rangeLimit = 12

  private func bareCell(_ scene: Int, _ policy: Int) -> ReportCell? {
    budgets.firstIndex(of: nil).flatMap {
      cells[Place(scene: scene, policy: policy, budget: $0)]
    }
  }
}
