import ScrollCharts
import ScrollCore
import ScrollPages
import ScrollSimulation

/// Bars that split the stalls of one run by reason and by what was waited for.
struct StallCharts {
  private let report: RunReport

  init(_ report: RunReport) { self.report = report }

  /// Why images were late or never shown; nil where every image was there at once.
  func absences(id: String) -> (drawing: Drawing, table: Table)? {
    let parts = AbsenceReason.allCases.map {
      ($0.words, Double(report.stalls.absences(because: $0)))
    }
    let total = NumberText.count(report.stalls.absences.reduce(0, +))
    return Self.bar(
      id: id, title: "Why images were absent", unit: "images", name: "late or never",
      text: total, parts, decimals: 0)
  }

  /// The waits of late and never shown images; nil where none waited.
  func waits(id: String) -> (drawing: Drawing, table: Table)? {
    let parts = WaitTimes.Kind.allCases.map {
      ($0.words, Double(report.stalls.waits[$0]) / 1e9)
    }
    let total = NumberText.fixed(Double(report.stalls.waits.total) / 1e9, decimals: 2)
    return Self.bar(
      id: id, title: "What late images waited for", unit: "s", name: "on screen",
      text: "\(total) s", parts, decimals: 2)
  }

  private static func bar(
    id: String, title: String, unit: String, name: String, text: String,
    _ parts: [(name: String, value: Double)], decimals: Int
  ) -> (Drawing, Table)? {
    let parts = parts.filter { $0.value > 0 }
    guard let most = parts.max(by: { $0.value < $1.value }) else { return nil }
    let sum = parts.reduce(0) { $0 + $1.value }
    var table = Table([.left(title.lowercased()), .right(unit), .right("%")])
    for part in parts {
      table.append([
        part.name, NumberText.fixed(part.value, decimals: decimals),
        NumberText.fixed(part.value / sum * 100, decimals: 1),
      ])
    }
    let drawing = StackedBarChart(
      id: id, title: title,
      summary: "\(text) in all; most of it: \(most.name) "
        + "(\(NumberText.percent(most.value / sum, decimals: 0))).",
      axis: .fromZero(unit, covering: [sum]), unit: unit, parts: parts.map(\.name),
      bars: [StackedBarChart.Bar(name: name, values: parts.map(\.value), text: text)]
    ).drawing
    return (drawing, table)
  }
}
