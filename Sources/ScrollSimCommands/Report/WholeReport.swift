import Foundation
import ScrollCore
import ScrollDevice
import ScrollPages
import ScrollSimulation
import ScrollSweeps
import ScrollTraces

/// The report on all runs of a sweep.
struct WholeReport {
  private let store: ResultStore
  private let sweep: SweepRecord
  private let details: Int
  /// The smallest difference worth reporting.
  var materiality = Materiality.standard
  /// The user's current settings, as typed.
  var baseline: String?
  /// The population of users; `nil` if not given.
  var population: Population?
  /// A Boolean value that indicates whether recommendations have confidence bands.
  var isBanded = false
  /// A Boolean value that indicates whether the page includes a simulation.
  var isInteractive = false
  /// The files that may be read again for the sweep; `nil` for all files, if the sweep is the
  /// user's own.
  var files: StoredFiles?

  /// Creates a report.
  /// - Parameters:
  ///   - store: The store with the runs.
  ///   - sweep: The sweep of the runs.
  ///   - details: The maximum number of runs that a page shows in detail.
  init(_ store: ResultStore, _ sweep: SweepRecord, details: Int = WholeReport.fewDetails) {
    self.store = store
    self.sweep = sweep
    self.details = details
  }

  /// The default number of runs that a page shows in detail.
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

  private func rows(_ body: (RunRow) throws -> Void) throws {
    do { try store.rows(of: sweep.key, body) } catch let error as ResultStoreError {
      throw CommandError(error)
    }
  }

  func report() throws -> SweepReport {
    let comparable = try comparable()
    var report: SweepReport
    do {
      report = SweepReport(
        sweep, comparing: comparable, sessions: try store.traces(of: sweep.key))
      report.rules = try store.budgetRules(of: sweep.key)
    } catch { throw CommandError(error) }
    report.materiality = materiality
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
      if let study { try report.add(study) }
    } catch {
      throw CommandError(.badData, "\(error)")
    }
    if isBanded { report.bands = try AdviceBands.bands(of: report, RunDetails(sweep, files)) }
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
    let studio = try ReportStudio(report, RunDetails(sweep, files))
    return report.page(
      runs: runs, studio: studio.section, policy: studio.policy, style: ReportStudio.style,
      made: Self.made
    ).html
  }

  /// Returns the content of the page for the runs so far.
  ///
  /// - Parameter isComplete: `true` if these are all runs. Until then no run is shown in detail,
  ///   because details take longer than all other parts.
  /// - Returns: the content of the report's page, without its frame.
  /// - Throws: `CommandError` if the store cannot be read.
  func content(isComplete: Bool) throws -> Markup {
    let report = try report()
    return report.content(runs: isComplete ? sections(of: report) : [], made: Self.made)
  }

  private func sections(of report: SweepReport) -> [Markup] {
    RunDetails(sweep, files).sections(report.detailedRuns(atMost: details))
  }
}

// Single parts of the report.

extension WholeReport {
  /// Writes one picture of the page as a separate file.
  /// - Throws: `CommandError` if the page has no such picture.
  func draw(_ id: String, to place: ReportPlace) throws {
    let exhibits = try report().exhibits
    guard let drawing = exhibits.lazy.compactMap({ $0.picture(id) }).first else {
      let known = exhibits.flatMap { $0.pictures.map(\.drawing.id) }
      throw CommandError.usage("the page has no picture '\(id)'; \(Self.expected(known))")
    }
    try place.write { try $0(drawing.file) }
  }

  /// Writes one table of the report.
  /// - Throws: `CommandError` if the report has no such table, and for a format without tables.
  func writeTable(_ id: String, _ format: ReportFormat, to place: ReportPlace) throws {
    let exhibits = try report().exhibits
    guard let found = exhibits.lazy.compactMap({ $0.table(id) }).first else {
      let known = exhibits.flatMap { $0.tables.map(\.id) }
      throw CommandError.usage("the report has no table '\(id)'; \(Self.expected(known))")
    }
    let text: String
    switch format {
    case .text: text = found.text(fitting: place.tableWidth, style: place.style)
    case .markdown: text = found.markdown()
    case .csv: text = found.csv()
    case .html, .json:
      throw CommandError.usage(
        "--table supports text, markdown and csv, not \(format.rawValue)")
    }
    try place.write(isData: format == .csv) { try $0(text) }
  }

  private static func expected(_ ids: [String]) -> String {
    ids.isEmpty ? "without a run there is none" : "expected one of \(ids.joined(separator: ", "))"
  }
}

/// The user's current settings, as typed: the names of settings in the sweep, or the name of a
/// library.
///
/// `--baseline nuke` is a library with its defaults: its own policy and budget on each device, and
/// no prefetching. `--baseline 'lru, 64MiB'` is a row of the sweep, which needs a value for every
/// axis with several values. `policy=lru budget=64MiB` and the text of the row in the report have
/// the same meaning.
final class BaselineInput {
  private let text: String
  private let report: SweepReport

  init(_ text: String, in report: SweepReport) {
    self.text = text
    self.report = report
  }

  /// Returns the baseline.
  /// - Throws: `CommandError` for a word that the sweep does not have, for an axis without a value,
  ///   and for a library that the sweep has not run with its defaults.
  func baseline() throws(CommandError) -> Baseline {
    var baseline = Baseline(text)
    let words = words
    for word in words { try read(word, into: &baseline) }
    if words.count == 1, let loader = baseline.loader { try addOwn(loader, to: &baseline) }
    try requireAll(baseline)
    try requireRuns(baseline)
    return baseline
  }

  /// The words without the names of axes: `lru` for `policy=lru` and for `policy lru`.
  private var words: [String] {
    let axes = ["loader", "prefetcher", "prefetch", "policy", "budget"]
    return text.split { $0 == "," || $0.isWhitespace }.map(String.init)
      .filter { !axes.contains($0) }
      .map { word in
        let axis = axes.first { word.hasPrefix("\($0)=") }
        return axis.map { String(word.dropFirst($0.count + 1)) } ?? word
      }
  }

  private func read(_ word: String, into baseline: inout Baseline) throws(CommandError) {
    if let loader = try Self.find(word, among: loaders) {
      baseline.loader = loader
    } else if let prefetcher = try Self.find(word, among: prefetchers) {
      baseline.prefetcher = prefetcher
    } else if let policy = try Self.find(word, among: report.policyNames) {
      baseline.policy = policy
    } else if let budgets = budgets(word) {
      baseline.budgets = budgets
    } else {
      let known = loaders + prefetchers + report.policyNames + report.sizeTexts
      throw CommandError.usage(
        "--baseline: the sweep has no '\(word)'; expected some of its loaders, prefetchers, "
          + "policies and budgets: \(Phrase.list(known, atMost: 12))")
    }
  }

  private var loaders: [String] { Set(report.scenes.map(\.loader)).sorted() }
  private var prefetchers: [String] { Set(report.scenes.map(\.prefetcher)).sorted() }

  /// Returns the value that equals the word, or the only value with the same name and at least the
  /// same settings; `nil` if there is none.
  private static func find(
    _ word: String, among values: [String]
  ) throws(CommandError) -> String? {
    if values.contains(word) { return word }
    let parts = word.split(separator: ":")
    let found = values.filter { value in
      let own = value.split(separator: ":")
      return own.first == parts.first && parts.allSatisfy { own.contains($0) }
    }
    guard found.count < 2 else {
      throw .usage(
        "--baseline: '\(word)' is ambiguous: \(Phrase.list(found, atMost: 6)); expected one "
          + "of them"
      )
    }
    return found.first
  }

  /// Returns the budgets that a word means: a budget rule of the sweep, or a size.
  private func budgets(_ word: String) -> Baseline.Budgets? {
    let devices = report.rules.filter { $0.rule == word }
    guard devices.isEmpty else {
      return .byDevice(
        Dictionary(devices.map { ($0.device.name, $0.bytes) }, uniquingKeysWith: { $1 }))
    }
    return ByteCount(parsing: word).map { .bytes($0.bytes) }
  }

  /// Adds a loader's default cache to a baseline.
  private func addOwn(_ loader: String, to baseline: inout Baseline) throws(CommandError) {
    let name = loader.split(separator: ":").first.map(String.init) ?? loader
    guard let entry = ScrollSim.catalogs.loaders.entries.first(where: { $0.name == name }) else {
      return
    }
    baseline.policy = entry.ownPolicy
    // A library prefetches nothing until an app requests it.
    if Set(report.scenes.map(\.prefetcher)).count > 1 { baseline.prefetcher = "none" }
    var budgets: [String: Int?] = [:]
    for scene in report.scenes where budgets[scene.device.name] == nil {
      // The name comes from the store, which may contain any path.
      guard let device = try? DeviceCatalog.builtIn.choose(scene.device.name).entry else {
        continue
      }
      budgets[scene.device.name] = .some(entry.ownBudget(on: device)?.bytes)
    }
    baseline.budgets = .byDevice(budgets)
  }

  /// Throws an error if the baseline has no value for an axis with several values, because it could
  /// mean several rows.
  private func requireAll(_ baseline: Baseline) throws(CommandError) {
    let axes: [(name: String, isNamed: Bool, levels: [String])] = [
      ("loader", baseline.loader != nil, loaders),
      ("prefetcher", baseline.prefetcher != nil, prefetchers),
      ("policy", baseline.policy != nil, report.policyNames),
      ("budget", baseline.budgets != nil, report.sizeTexts),
    ]
    let open = axes.filter { !$0.isNamed && $0.levels.count > 1 }
    guard !open.isEmpty else { return }
    let levels = open.map { axis in
      let texts = axis.levels.map { ShortSettings(axis.levels).text($0) }
      return "one of \(Phrase.list(texts, atMost: 8))"
    }
    throw .usage(
      "--baseline '\(text)' does not name the \(Phrase.list(open.map(\.name), atMost: 4)); "
        + "expected, in addition, \(levels.joined(separator: ", and "))")
  }

  private func requireRuns(_ baseline: Baseline) throws(CommandError) {
    guard !report.hasRuns(of: baseline) else { return }
    throw CommandError.usage(
      "--baseline: the sweep has no run of '\(text)'; expected a policy and "
        + "budget of the sweep; to compare with another, add it to the axes of the sweep"
        + (text.split { !$0.isLetter }.contains("own")
          ? " ('own' is the library's default budget)" : ""))
  }
}

/// The confidence bands of a report's recommendations.
///
/// For the bands, the runs are repeated in draws. Each draw varies the figures of the devices
/// within their errors.
struct AdviceBands {
  private struct Item {
    let question: Int, draw: Int
  }

  private let plan: SweepPlan

  init(_ plan: SweepPlan) { self.plan = plan }

  /// Returns the bands of a report, whose runs are repeated from the spec of its sweep.
  ///
  /// If the report has no recommendations, returns no bands and prints a note.
  /// - Throws: `CommandError` if the runs of the sweep cannot be repeated.
  static func bands(
    of report: SweepReport, _ details: RunDetails
  ) throws(CommandError) -> [AdviceBand] {
    let questions = report.adviceQuestions
    guard !questions.isEmpty else {
      Output.say("note: no error band, because there is no advice")
      return []
    }
    let plan: SweepPlan
    do { plan = try details.plan() } catch {
      throw CommandError(
        .badData, "the runs of the advice cannot be repeated: \(error.sentence)")
    }
    return AdviceBands(plan).bands(of: questions)
  }

  /// Returns one band for each question.
  /// - Parameter questions: The questions of a report on the plan's sweep.
  /// - Returns: the bands, in the same order.
  /// - Complexity: 64 times that of the runs of the questions.
  func bands(of questions: [AdviceQuestion]) -> [AdviceBand] {
    let planned = Dictionary(
      plan.runs.map { ($0.key, $0) }, uniquingKeysWith: { first, _ in first })
    let runs = questions.map { $0.runs.compactMap { planned[$0] } }
    let items = questions.indices.flatMap { question in
      (0..<ScenarioDraw.count).map { Item(question: question, draw: $0) }
    }
    let drawn = ParallelMap.run(items, progress: "draw") { item in
      let drawn = DrawnStalls(item.draw, of: runs[item.question], in: plan)
      return AdviceBand.Draw(drawn.stalls, causes: drawn.causes)
    }
    return questions.enumerated().map { index, question in
      let start = index * ScenarioDraw.count
      return AdviceBand(question, Array(drawn[start..<start + ScenarioDraw.count]))
    }
  }
}
