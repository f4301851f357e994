import ScrollCharts
import ScrollPages

extension SweepReport {
  /// The reasons for which images were absent when they were requested.
  var absencesExhibit: Exhibit? {
    parts(
      "absences", "Why images were absent", names: PartNames.absences.map(\.1),
      unit: "images", decimals: 1, scale: 1, total: "images per run", figure: \.absences,
      note:
        "Images that came late or never, by the last event that had removed or delayed them: the "
        + "mean per run. A better policy or a larger budget would have kept the evicted ones; only "
        + "prefetching brings those in time that had not been requested before.")
  }

  /// The kinds of work that images waited for.
  var waitsExhibit: Exhibit? {
    parts(
      "waits", "What images waited for", names: PartNames.waits.map(\.1), unit: "s", decimals: 2,
      scale: 0.001, total: "seconds per run", figure: \.waits,
      note:
        "The time that visible items waited for their image, by the resource that it waited for "
        + "or used: the sum over the items of a run, mean per run.")
  }

  private func parts(
    _ id: String, _ heading: String, names: [String], unit: String, decimals: Int, scale: Double,
    total: String, figure: (ReportCell) -> [Double], note: String
  ) -> Exhibit? {
    let all = ranking()
    var pictures: [Exhibit.Picture] = []
    // The same parts on every device, so that they have the same colors.
    let present = names.indices.filter { part in
      cells.values.contains { figure($0)[part] > 0 }
    }
    for (index, device) in devices.prefix(Self.drawnScenes).enumerated() {
      let standings = ranking(over: device.scenes).prefix(Self.stackLimit)
      let values = standings.map { standing in
        means(of: standing.policy, over: device.scenes, figure, count: names.count)
          .map { $0 * scale }
      }
      guard !present.isEmpty else { continue }
      pictures.append(
        picture(
          "\(id)-\(index)", "\(heading), \(device.name.visible)", standings.map(\.name),
          values.map { row in present.map { row[$0] } }, names: present.map { names[$0] },
          unit: unit, decimals: decimals, total: total))
    }
    guard !pictures.isEmpty else { return nil }
    let left = all.count - Self.stackLimit
    let more =
      left > 0 ? ["The charts show the \(Self.stackLimit) best policies on each device."] : []
    return Exhibit(id, heading, notes: [note] + more, pictures: pictures)
  }

  private static let stackLimit = 12

  private func picture(
    _ id: String, _ title: String, _ rows: [String], _ values: [[Double]], names: [String],
    unit: String, decimals: Int, total: String
  ) -> Exhibit.Picture {
    var table = Table([.left("policy")] + names.map { .right($0) } + [.right("all")])
    let sums = values.map { $0.reduce(0, +) }
    let bars = zip(zip(rows, values), sums).map { row, sum in
      StackedBarChart.Bar(
        name: row.0, values: row.1,
        text: "\(NumberText.fixed(sum, decimals: decimals)) \(unit)")
    }
    for (bar, sum) in zip(bars, sums) {
      table.append(
        [bar.name] + bar.values.map { NumberText.fixed($0, decimals: decimals) }
          + [NumberText.fixed(sum, decimals: decimals)])
    }
    let whole = values.reduce(Array(repeating: 0.0, count: names.count)) {
      zip($0, $1).map(+)
    }
    let most = whole.indices.max { whole[$0] < whole[$1] } ?? 0
    let share = whole[most] / max(whole.reduce(0, +), .leastNormalMagnitude)
    let chart = StackedBarChart(
      id: id, title: title,
      summary: "The largest part, \(NumberText.percent(share, decimals: 0)) over all policies: "
        + "\(names[most]).",
      axis: .fromZero(total, covering: sums), unit: unit, parts: names, bars: bars)
    return Exhibit.Picture(drawing: chart.drawing, table: table)
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
