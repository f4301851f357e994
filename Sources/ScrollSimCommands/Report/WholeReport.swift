import ScrollReports
import ScrollResults
import ScrollSimulation
import ScrollSweeps

/// The report on all runs of a sweep.
struct WholeReport {
  private let store: ResultStore
  private let sweep: SweepRecord
  private let details: Int

  /// - Parameters:
  ///   - store: has the runs.
  ///   - sweep: that asked for them.
  ///   - details: how many runs a page shows in detail, at most.
  init(_ store: ResultStore, _ sweep: SweepRecord, details: Int) {
    self.store = store
    self.sweep = sweep
    self.details = details
  }

  static let made = "scrollsim \(ScrollSim.version), model version \(ModelVersion.current)"

  func write(_ format: ReportFormat, to place: ReportPlace) throws {
    switch format {
    case .text:
      let text = try report().text(width: place.width, style: place.style)
      try place.write { try $0(text) }
    case .markdown:
      let text = try report().markdown()
      try place.write { try $0(text) }
    case .html:
      let page = try page()
      try place.write { try $0(page) }
    case .csv: try place.write { try CSVExport.print(rows, regret: true, to: $0) }
    case .json:
      let document = try report().document
      try place.write { try JSONExport.print(sweep, report: document, rows, regret: true, to: $0) }
    }
  }

  private func rows(_ body: (ResultRow) throws -> Void) throws {
    do { try store.rows(of: sweep.key, body) } catch let error as ResultStoreError {
      throw CommandError(error)
    }
  }

  private func report() throws -> SweepReport {
    var report = SweepReport(sweep)
    try rows { report.add($0) }
    return report
  }

  private func page() throws -> String {
    let report = try report()
    let runs = RunDetails(sweep).sections(report.tellingRuns(atMost: details))
    return report.page(runs: runs, made: Self.made).html
  }
}
