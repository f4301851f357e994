import ScrollPages

extension SweepReport {
  /// The times to image, at the budget at which policies differ most.
  ///
  /// A scenario in which all policies have the same times gets a sentence and no picture.
  var timesExhibit: Exhibit? {
    let budget = tellingBudget
    var pictures: [Exhibit.Picture] = []
    var alike: [String] = []
    let all = Array(scenes.indices)
    for scene in widest(all) {
      let rows = timesRows(scene, budget: budget)
      guard !rows.isEmpty else { continue }
      let title = names.title(scene).visible
      let texts = rows.map { $0.times.map { NumberText.milliseconds($0, decimals: 0) } }
      if rows.count > 1, texts.allSatisfy({ $0 == texts[0] }) {
        let times = zip(Self.marks, texts[0]).map { "\($0) \(Self.withUnit($1))" }
        alike.append(
          "On \(title) all \(rows.count) policies are alike: \(times.joined(separator: ", ")).")
        continue
      }
      var table = Table([.left("policy")] + Self.marks.map { .right("\($0) by, ms") })
      for (row, cells) in zip(rows, texts) { table.append([row.name] + cells) }
      let never = rows.filter { !($0.times.last ?? 0).isFinite }.count
      let grid = BarGrid(
        id: "times-\(scene)", title: "Time to image, ms, \(title)",
        summary: "When half, 95 %, 99 % and all appearances had their image"
          + (never == 0
            ? "." : "; with \(never) of \(rows.count) policies some never had one."),
        rows: ChartNames.fitting(rows.map(\.name)), columns: Self.marks,
        cells: zip(rows, texts).map { row, texts in
          zip(row.times, texts).map { BarGrid.Cell(value: $0, text: $1) }
        })
      pictures.append(Exhibit.Picture(drawing: grid.drawing, table: table))
    }
    guard !pictures.isEmpty || !alike.isEmpty else { return nil }
    let place = budget.map { " with \(text(ofBudget: $0)), where policies differ most" } ?? ""
    return Exhibit(
      "times", "Times to image",
      notes: [
        "Nearest-rank percentiles over all appearances of a run\(place)"
          + (seeds.count > 1 ? ", the mean over seeds." : ".")
      ] + alike + drawnNote(of: all), pictures: pictures)
  }

  private static let marks = ["half", "95 %", "99 %", "all"]

  private static func withUnit(_ text: String) -> String {
    text.first?.isNumber == true ? text + " ms" : text
  }

  private func timesRows(_ scene: Int, budget: Int?) -> [(name: String, times: [Double])] {
    ranking(over: [scene]).prefix(Self.rangeLimit).compactMap { standing in
      let cell =
        budget.flatMap { cells[Place(scene: scene, policy: standing.policy, budget: $0)] }
        ?? (standing.name == Self.noCache ? bareCell(scene, standing.policy) : nil)
      return cell.map { (standing.name, $0.timesToImage) }
    }
  }

  private static let rangeLimit = 12

  private func bareCell(_ scene: Int, _ policy: Int) -> ReportCell? {
    budgets.firstIndex(of: nil).flatMap {
      cells[Place(scene: scene, policy: policy, budget: $0)]
    }
  }
}
