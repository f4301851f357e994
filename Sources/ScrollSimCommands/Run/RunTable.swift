import ScrollCore
import ScrollDevice
import ScrollPages
import ScrollRunStories
import ScrollSimulation

/// Runs as a table for people: stalls first, hit rate second.
struct RunTable {
  let table: Table

  init(_ rows: [RunRow], hasCache: Bool) {
    let hasNotes = rows.contains { $0.report.death != nil }
    let hasRegret = rows.contains { $0.regret != nil }
    let further = Further.allCases.filter { kind in rows.contains { kind.concerns($0.report) } }
    var columns: [Table.Column] = [
      .left("policy"), .right("budget"), .right("blank s"), .right("hitch ms/s"), .left("band"),
      .right("p50 ms"), .right("p95 ms"), .right("p99 ms"), .right("never"), .right("hit %"),
      .right("byte %"), .right("decode %"), .right("evicted"), .right("peak MiB"),
      .right("decode ms"), .right("wasted ms"),
    ]
    columns += further.map { .right($0.rawValue) }
    if hasRegret { columns += RunRegret.columns }
    var table = Table(hasNotes ? columns + [.left("note")] : columns)
    for row in rows {
      var cells = Self.cells(row, hasCache: hasCache)
      cells += further.map { $0.cell(row.report) }
      if hasRegret { cells += (row.regret ?? RunRegret()).cells }
      table.append(hasNotes ? cells + [Self.note(row.report)] : cells)
    }
    self.table = table
  }

  /// Columns that are there only where some run has something to say in them.
  private enum Further: String, CaseIterable {
    case soft = "soft s"
    case wrong = "wrong s"
    case stale
    case downloaded = "down MiB"
    case failed

    func concerns(_ report: RunReport) -> Bool {
      switch self {
      case .soft: report.stalls.softAreaSeconds > 0
      case .wrong: report.stalls.wrongAreaSeconds > 0
      case .stale: report.requests.stale > 0
      case .downloaded: report.work.bytesDownloaded > 0
      case .failed: report.requests.failed > 0
      }
    }

    func cell(_ report: RunReport) -> String {
      switch self {
      case .soft: NumberText.fixed(report.stalls.softAreaSeconds, decimals: 2)
      case .wrong: NumberText.fixed(report.stalls.wrongAreaSeconds, decimals: 2)
      case .stale: "\(report.requests.stale)"
      case .downloaded:
        NumberText.fixed(ByteCount(report.work.bytesDownloaded).mebibytes, decimals: 1)
      case .failed: "\(report.requests.failed)"
      }
    }
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
    report.death?.text ?? ""
  }

  private static func milliseconds(_ time: SimTime?) -> String {
    NumberText.milliseconds(time ?? .never, decimals: 0)
  }
}
