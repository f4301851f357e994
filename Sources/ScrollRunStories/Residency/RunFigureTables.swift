import ScrollCharts
import ScrollCore
import ScrollPages
import ScrollSimulation

/// The figures of one run that explain what it looked like.
struct RunFigureTables {
  private let report: RunReport

  init(_ report: RunReport) { self.report = report }

  /// Stalls first, hit rate second.
  var figures: Table {
    let (stalls, hitches, cache) = (report.stalls, report.hitches, report.cache)
    var table = Table([.left("figure"), .right("value"), .left("unit")])
    func add(_ name: String, _ value: String, _ unit: String) { table.append([name, value, unit]) }
    func fixed(_ value: Double) -> String { NumberText.fixed(value, decimals: 2) }
    add("stall", fixed(stalls.areaSeconds), "s of a full screen")
    add("blank", fixed(stalls.blankAreaSeconds), "s of a full screen")
    add("wrong", fixed(stalls.wrongAreaSeconds), "s of a full screen")
    add("soft", fixed(stalls.softAreaSeconds), "s of a full screen")
    add("late frames", NumberText.count(hitches.count), "of \(NumberText.count(report.frames))")
    add("hitch time", NumberText.milliseconds(hitches.time), "ms")
    add("hitch time ratio", fixed(hitches.timeRatio), "ms/s (\(hitches.band.rawValue))")
    add("worst frame", NumberText.milliseconds(hitches.worst), "ms late")
    add("appearances", NumberText.count(stalls.appearances), "")
    add("images late", NumberText.count(stalls.late), "")
    add("images never shown", NumberText.count(stalls.neverShown), "")
    for (name, time) in [
      ("p50", stalls.timeToImage.p50), ("p95", stalls.timeToImage.p95),
      ("p99", stalls.timeToImage.p99),
    ] {
      add("time to image, \(name)", NumberText.milliseconds(time ?? .never), "ms")
    }
    add("hit rate", NumberText.fixed(report.requests.hitRate * 100, decimals: 1), "%")
    add("removed", NumberText.count(cache.removals.reduce(0, +)), "images")
    add("evicted too early", NumberText.count(cache.evictedTooEarly), "images")
    add("cache peak", NumberText.fixed(ByteCount(cache.peakBytes).mebibytes, decimals: 1), "MiB")
    add(
      "footprint peak", NumberText.fixed(report.memory.peakFootprint.mebibytes, decimals: 1), "MiB")
    return table
  }

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

  /// What late and never shown images waited for; nil where none waited.
  func waits(id: String) -> (drawing: Drawing, table: Table)? {
    let parts = WaitTimes.Kind.allCases.map {
      ($0.words, Double(report.stalls.waits[$0]) / 1e9)
    }
    let total = NumberText.fixed(Double(report.stalls.waits.total) / 1e9, decimals: 2)
    return Self.bar(
      id: id, title: "What they waited for", unit: "s", name: "on screen", text: "\(total) s",
      parts, decimals: 2)
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
