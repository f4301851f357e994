import ScrollCore
import ScrollPages
import ScrollSimulation

/// The stalls of one run by reason and by what was waited for: a bar for each, with its name.
struct StallCharts {
  private let report: RunReport

  init(_ report: RunReport) { self.report = report }

  /// Why images were late or never shown; nil where every image was there at once.
  func absences(id: String) -> (drawing: Drawing, table: Table)? {
    let parts = AbsenceReason.allCases.map {
      ($0.shortName, Double(report.stalls.absences(because: $0)))
    }
    let total = NumberText.count(report.stalls.absences.reduce(0, +))
    return Self.bars(
      id: id, title: "Why images were absent", unit: "images", text: total, parts, decimals: 0)
  }

  /// The waits of late and never shown images; nil where none waited.
  func waits(id: String) -> (drawing: Drawing, table: Table)? {
    let parts = WaitTimes.Kind.allCases.map {
      ($0.shortName, Double(report.stalls.waits[$0]) / 1e9)
    }
    let total = NumberText.fixed(Double(report.stalls.waits.total) / 1e9, decimals: 2)
    return Self.bars(
      id: id, title: "What late images waited for", unit: "s", text: "\(total) s", parts,
      decimals: 2)
  }

  private static func bars(
    id: String, title: String, unit: String, text: String,
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
    let drawing = BarChart(
      id: id, title: title,
      summary: "\(text) in all; most of it: \(most.name) "
        + "(\(NumberText.percent(most.value / sum, decimals: 0))).",
      axis: .fromZero(unit, covering: parts.map(\.value)),
      bars: parts.map {
        BarChart.Bar(
          name: $0.name, style: nil, value: $0.value,
          text: NumberText.fixed($0.value, decimals: decimals))
      }
    ).drawing
    return (drawing, table)
  }
}
