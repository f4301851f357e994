import ScrollPages

extension SweepReport {
  /// The reasons for which images were absent when they were requested.
  var absencesExhibit: Exhibit? {
    parts(
      "absences", "Why images were absent", names: PartNames.absences.map(\.1),
      unit: "images", scale: 1, figure: \.absences,
      note:
        "Images that came late or never, by the last event that had removed or delayed them: the "
        + "mean per run. A better policy or a larger budget would have kept the evicted ones; only "
        + "prefetching brings those in time that had not been requested before.")
  }

  /// The kinds of work that images waited for.
  var waitsExhibit: Exhibit? {
    parts(
      "waits", "What images waited for", names: PartNames.waits.map(\.1), unit: "s",
      scale: 0.001, figure: \.waits,
      note:
        "The time that visible items waited for their image, by the resource that it waited for "
        + "or used: the sum over the items of a run, mean per run.")
  }

  private func parts(
    _ id: String, _ heading: String, names: [String], unit: String, scale: Double,
    figure: (ReportCell) -> [Double], note: String
  ) -> Exhibit? {
    let all = ranking()
    var pictures: [Exhibit.Picture] = []
    // The same parts on every device, so that the same columns stand side by side.
    let present = names.indices.filter { part in
      cells.values.contains { figure($0)[part] > 0 }
    }
    guard !present.isEmpty else { return nil }
    for (index, device) in devices.prefix(Self.drawnDevices).enumerated() {
      let standings = ranking(over: device.scenes).prefix(Self.stackLimit)
      let values = standings.map { standing in
        means(of: standing.policy, over: device.scenes, figure, count: names.count)
          .map { $0 * scale }
      }
      pictures.append(
        picture(
          "\(id)-\(index)", "\(heading), \(device.name.visible)", standings.map(\.name),
          values.map { row in present.map { row[$0] } }, names: present.map { names[$0] },
          unit: unit))
    }
    let left = all.count - Self.stackLimit
    let more =
      left > 0 ? ["The charts show the \(Self.stackLimit) best policies on each device."] : []
    return Exhibit(id, heading, notes: [note] + more, pictures: pictures)
  }

  private static let stackLimit = 12

  private func picture(
    _ id: String, _ title: String, _ rows: [String], _ values: [[Double]], names: [String],
    unit: String
  ) -> Exhibit.Picture {
    let most = values.joined().max() ?? 0
    let decimals = most >= 100 ? 0 : most >= 10 ? 1 : 2
    func text(_ value: Double) -> String {
      // What rounds to nothing without being nothing says so.
      let least = NumberText.fixed(value, decimals: decimals)
      guard value > 0, least.allSatisfy({ "0.".contains($0) }) else { return least }
      return "<" + (decimals == 0 ? "1" : "0." + String(repeating: "0", count: decimals - 1) + "1")
    }
    let columns = names + (names.count > 1 ? ["all"] : [])
    var table = Table([.left("policy")] + columns.map { .right("\($0), \(unit)") })
    let sums = values.map { $0.reduce(0, +) }
    let cells = zip(values, sums).map { row, sum in
      row.map { BarGrid.Cell(value: $0, text: text($0)) }
        + (names.count > 1 ? [BarGrid.Cell(value: sum, text: text(sum))] : [])
    }
    for (name, row) in zip(rows, cells) { table.append([name] + row.map(\.text)) }
    let grid = BarGrid(
      id: id, title: "\(title), \(unit) per run", summary: Self.summary(names, values),
      rows: ChartNames.fitting(rows), columns: columns, cells: cells)
    return Exhibit.Picture(drawing: grid.drawing, table: table)
  }

  /// The largest part of all policies together.
  private static func summary(_ names: [String], _ values: [[Double]]) -> String {
    let whole = values.reduce(Array(repeating: 0.0, count: names.count)) { zip($0, $1).map(+) }
    let sum = whole.reduce(0, +)
    guard sum > 0, let most = whole.indices.max(by: { whole[$0] < whole[$1] }) else {
      return "Nothing here."
    }
    guard names.count > 1 else { return "All of it: \(names[most])." }
    return "The largest part, \(NumberText.percent(whole[most] / sum, decimals: 0)) over all "
      + "policies: \(names[most])."
  }

  /// The mean per run of a policy, each cell counting once.
  func means(
    of policy: Int, over scenes: [Int]? = nil, _ figure: (ReportCell) -> [Double], count: Int
  ) -> [Double] {
    var (sums, number) = (Array(repeating: 0.0, count: count), 0)
    for (place, cell) in places(in: scenes) where place.policy == policy {
      number += 1
      for (index, value) in figure(cell).enumerated() { sums[index] += value / Double(cell.runs) }
    }
    return sums.map { $0 / Double(max(1, number)) }
  }
}
