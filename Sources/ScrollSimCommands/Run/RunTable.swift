import ScrollCore
import ScrollDevice
import ScrollReports
import ScrollSimulation

/// Runs as a table for people: stalls first, hit rate second.
struct RunTable {
  let table: Table

  init(_ rows: [RunRow], hasCache: Bool) {
    let hasNotes = rows.contains { $0.report.death != nil }
    let hasRegret = rows.contains { $0.regret != nil }
    var columns: [Table.Column] = [
      .left("policy"), .right("budget"), .right("blank s"), .right("hitch ms/s"), .left("band"),
      .right("p50 ms"), .right("p95 ms"), .right("p99 ms"), .right("never"), .right("hit %"),
      .right("byte %"), .right("decode %"), .right("evicted"), .right("peak MiB"),
      .right("decode ms"), .right("wasted ms"),
    ]
    if hasRegret { columns += RunRegret.columns }
    var table = Table(hasNotes ? columns + [.left("note")] : columns)
    for row in rows {
      var cells = Self.cells(row, hasCache: hasCache)
      if hasRegret { cells += (row.regret ?? RunRegret()).cells }
      table.append(hasNotes ? cells + [Self.note(row.report)] : cells)
    }
    self.table = table
  }

  private static func cells(_ row: RunRow, hasCache: Bool) -> [String] {
    let report = row.report
    let wait = report.stalls.timeToImage
    func percent(_ ratio: Double) -> String {
      hasCache ? NumberText.fixed(ratio * 100, decimals: 1) : "-"
    }
    return [
      row.policy?.text ?? "-", row.budget?.description ?? "-",
      NumberText.fixed(report.stalls.areaSeconds, decimals: 2),
      NumberText.fixed(report.hitches.timeRatio, decimals: 2), report.hitches.band.rawValue,
      milliseconds(wait.p50), milliseconds(wait.p95), milliseconds(wait.p99),
      "\(report.stalls.neverShown)", percent(report.requests.hitRate),
      percent(report.requests.byteHitRate), percent(report.requests.decodeHitRate),
      hasCache ? "\(report.cache.removals.reduce(0, +))" : "-",
      hasCache
        ? NumberText.fixed(ByteCount(report.cache.peakBytes).mebibytes, decimals: 1) : "-",
      NumberText.fixed((report.work.laneDecode + report.work.mainDecode).milliseconds, decimals: 0),
      NumberText.fixed(report.work.wastedDecode.milliseconds, decimals: 0),
    ]
  }

  /// What makes a run a failure.
  private static func note(_ report: RunReport) -> String {
    guard let death = report.death else { return "" }
    let seconds = NumberText.fixed(death.time.seconds, decimals: 1)
    return "killed at \(seconds) s: \(death.reason)"
  }

  private static func milliseconds(_ time: SimTime?) -> String {
    NumberText.milliseconds(time ?? .never, decimals: 0)
  }
}
