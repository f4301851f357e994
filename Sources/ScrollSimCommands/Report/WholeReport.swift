import ScrollPages
import ScrollSimulation
import ScrollSweeps

/// The report on all runs of a sweep.
struct WholeReport {
  private let store: ResultStore
  private let sweep: SweepRecord
  private let details: Int
  /// From where on a difference matters.
  var materiality = Materiality.standard
  /// What the user has now, as typed.
  var baseline: String?
  /// Who the users are; nil if not given.
  var population: Population?
  /// Whether it says how far what is advised holds.
  var isBanded = false
  /// Whether a simulation can be tried on its page.
  var isInteractive = false

  /// - Parameters:
  ///   - store: has the runs.
  ///   - sweep: that asked for them.
  ///   - details: how many runs a page shows in detail, at most.
  init(_ store: ResultStore, _ sweep: SweepRecord, details: Int = WholeReport.fewDetails) {
    self.store = store
    self.sweep = sweep
    self.details = details
  }

  /// How many runs a page shows in detail, unless it is asked for more.
  static let fewDetails = 4

  static let made = "scrollsim \(ScrollSim.version), model version \(ModelVersion.current)"

  func write(_ format: ReportFormat, to place: ReportPlace) throws {
    switch format {
    case .text:
      let text = try report().text(
        width: place.width, fitting: place.tableWidth, style: place.style)
      try place.write { try $0(text) }
    case .markdown:
      let text = try report().markdown()
      try place.write { try $0(text) }
    case .html:
      let page = try page()
      try place.write { try $0(page) }
    case .csv: try place.write(isData: true) { try CSVExport.print(rows, regret: true, to: $0) }
    case .json:
      let document = try report().document
      try place.write {
        try JSONExport.print(
          sweep, version: ScrollSim.version, report: document, rows, regret: true,
          from: store.path, to: $0)
      }
    }
  }

  private func rows(_ body: (ResultRow) throws -> Void) throws {
    do { try store.rows(of: sweep.key, body) } catch let error as ResultStoreError {
      throw CommandError(error)
    }
  }

  func report() throws -> SweepReport {
    let comparable = try comparable()
    var report = SweepReport(sweep, comparing: comparable)
    report.materiality = materiality
    do { report.rules = try store.budgetRules(of: sweep.key) } catch { throw CommandError(error) }
    var study = population.map {
      var study = PopulationStudy($0, rules: report.rules)
      study.materiality = materiality
      return study
    }
    try rows {
      report.add($0)
      if comparable?.contains($0) ?? true { study?.add($0) }
    }
    if report.runCount == 0 { study = nil }
    if let baseline, report.runCount > 0 {
      report.baseline = try BaselineInput(baseline, in: report).baseline()
    }
    do throws(PopulationProblem) {
      report.population = try study?.answer(against: report.baseline)
    } catch {
      throw CommandError(.badData, "\(error)")
    }
    if isBanded { report.bands = try AdviceBands.bands(of: report) }
    return report
  }

  private func comparable() throws -> ComparableRuns? {
    do { return try ComparableRuns(sweep, in: store) } catch let error as ResultStoreError {
      throw CommandError(error)
    }
  }

  private func page() throws -> String {
    let report = try report()
    let runs = sections(of: report)
    guard isInteractive else { return report.page(runs: runs, made: Self.made).html }
    let studio = try ReportStudio(report, sweep)
    return report.page(
      runs: runs, studio: studio.section, policy: studio.policy, style: ReportStudio.style,
      made: Self.made
    ).html
  }

  /// The content of the page for the runs so far.
  ///
  /// - Parameter isComplete: whether that is all of them. Before, none is shown in detail, which
  ///   takes longer than all the rest.
  /// - Returns: the content of the report's page, without its frame.
  /// - Throws: `CommandError` if the store cannot be read.
  func content(isComplete: Bool) throws -> Markup {
    let report = try report()
    return report.content(runs: isComplete ? sections(of: report) : [], made: Self.made)
  }

  private func sections(of report: SweepReport) -> [Markup] {
    RunDetails(sweep).sections(report.tellingRuns(atMost: details))
  }
}
