import ScrollCore
import ScrollPages
import ScrollSweeps

/// The report on one run of a sweep.
struct SingleRunReport {
  private let store: ResultStore
  private let sweep: SweepRecord
  private let name: String

  /// - Parameters:
  ///   - store: has the run.
  ///   - sweep: that asked for it.
  ///   - name: of the store, for messages.
  init(_ store: ResultStore, _ sweep: SweepRecord, called name: String) {
    self.store = store
    self.sweep = sweep
    self.name = name
  }

  /// Writes the report on a run.
  /// - Parameters:
  ///   - key: its key, or the beginning of it.
  ///   - format: how.
  ///   - place: where.
  /// - Throws: `CommandError` if there is no such run, or it cannot be made or written.
  func write(_ key: String, _ format: ReportFormat, to place: ReportPlace) throws {
    let row = try RunChoice(store, sweep, called: name).run(key)
    switch format {
    case .text:
      let text = text(of: row, to: place)
      try place.write { try $0(text) }
    case .csv:
      try place.write(isData: true) { try CSVExport.print({ try $0(row) }, regret: true, to: $0) }
    case .json:
      do {
        try place.write {
          try JSONExport.print(
            sweep, version: ScrollSim.version, { try $0(row) }, regret: true, from: name, to: $0)
        }
      } catch let error as ResultStoreError { throw CommandError(error) }
    case .html:
      let details = RunDetails(sweep)
      let page: String
      do {
        page = try details.page(row, SweepJob(try details.plan(), jobs: 1)).html
      } catch {
        throw CommandError(.badData, "run \(row.run.key) cannot be shown: \(error.sentence)")
      }
      try place.write { try $0(page) }
    case .markdown:
      throw CommandError.usage("one run has no markdown; expected text, html, csv or json")
    }
  }

  /// The verdict on a run, what would help and the longest waits, then its configuration and its
  /// figures; without the former, and with a note, where it cannot be run again.
  private func text(of row: ResultRow, to place: ReportPlace) -> String {
    let details = RunDetails(sweep)
    let configuration = SweepReport.text(of: row, fitting: place.tableWidth, style: place.style)
    do {
      let (section, diagnosis) = try details.told(row, SweepJob(try details.plan(), jobs: 1))
      let verdict = VerdictText(diagnosis, waits: section.waits)
      return verdict.text(fitting: place.tableWidth, style: place.style) + "\n" + configuration
    } catch {
      Output.say("note: the events of the run are missing: \(error.sentence)")
      return configuration
    }
  }
}
