import ArgumentParser
import ScrollCaching
import ScrollCore
import ScrollDevice
import ScrollLayout
import ScrollPages
import ScrollSimulation
import ScrollSweeps
import ScrollTraces

/// The `run` command simulates one scroll on one device with one loader, for each combination of
/// policies and budgets.
struct RunCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run",
    abstract: "Simulates a scroll and reports its stalls.",
    discussion: #"""
      Stall is the missing part of the screen, added up over time: 1 s is a blank screen for 1 \#
      s. A hitch is the delay of a late frame. Policies and budgets (cache limits) are lists, \#
      and every pair is a run.

      The best run comes first. Runs in which the app survives, or survives longer, come before \#
      others. Next come runs with a large enough budget: it holds the images that the policy \#
      needs. The cache exceeds it at most 10 % of the time. The table marks the other runs. \#
      Then less stall, less hitch time and a higher hit rate decide. The column 'rating' rates a \#
      run as good, warning or critical, by its hitches, its latest frame and its missing screen.

      Example:
        scrollsim run Traces/photo-grid.scroll \
          --policy lru,distance,sieve --budget 32MiB,128MiB --device iphone-5

      --regret compares each run with the optimum. Regret in misses is the number of misses above \#
      a lower bound for the same requests (see `scrollsim bounds`). It needs --prefetch none, \#
      because a prefetched image may hit on its first request. Stall regret is 0 % for the best \#
      stall found (reached) and 100 % for lru. The search for the best stall tries the policies \#
      that always keep the budget, and one that knows the future. The table also has a lower bound \#
      on the stall with this budget (proven).

      --timeline draws one run in Chrome's trace-event format: the main thread, every decode \#
      lane, flash and every connection, cache and footprint, hitches and warnings. Open it in \#
      ui.perfetto.dev or chrome://tracing.

      --html writes a page about one run. It shows the result, the changes that would help (as \#
      in `scrollsim doctor`) and the worst stalls. A map shows when each image was cached, \#
      loading, visible or blank. The page needs no other files.

      --band estimates how much the errors of the device's figures change the results. It repeats \#
      every run 64 times, each time with device figures that are drawn within their stated errors \#
      and the spread of decode times. All runs use the same draws.

      --change continues one run with another setting from some moment on, as in an app that \#
      lowers its cache limit or that loses Wi-Fi. It prints the figures of the whole run with and \#
      without the change. Budget, prefetch and network can change; the option can be repeated.

      --measured compares one run with a measurement on a device. The measurement is a CSV file \#
      of figures, of late frames or of blank screens.

      Example:
        scrollsim run Traces/photo-grid.scroll --policy distance --budget 32MiB \
          --device iphone-5 --html run.html
      """#)

  @OptionGroup var options: RunOptions
  @Flag(help: "Add the fewest possible misses, the best stall found, and the regret of each run.")
  var regret = false
  @Flag(
    help: ArgumentHelp(
      "Add the error band of each figure: its range within the errors of the device's "
        + "figures."))
  var band = false
  @Flag(help: "Verify that all figures add up; exit status 1 if not.") var check = false
  @Option(
    help: ArgumentHelp(
      "Also write a timeline for Perfetto, .json; needs a single run.", valueName: "file"),
    completion: .file(extensions: ["json"]))
  var timeline: String?
  @Option(
    help: ArgumentHelp(
      "Also write a page with a map of the run and its stalls, .html; needs a single run.",
      valueName: "file"), completion: .file(extensions: ["html"]))
  var html: String?
  @Option(
    help: ArgumentHelp(
      "Compare the single run with a measurement: a CSV file with the columns name,value,unit or "
        + "t_ms,late_ms or t_ms,blank.", valueName: "file"), completion: .file(extensions: ["csv"]))
  var measured: String?
  @Option(
    help: ArgumentHelp(
      "Also continue the single run with another setting from a moment on: 'at=30s "
        + "budget=32MiB'; budget, prefetch or network.", valueName: "change"))
  var change: [String] = []
  @OptionGroup var output: FormatOption

  func run() throws {
    guard !band || output.format != .csv else {
      throw CommandError.usage(
        "--band prints a second table, which CSV cannot hold; expected --format table, "
          + "markdown or json")
    }
    try OutputCheck.require(
      [.file("--timeline", timeline, "json"), .file("--html", html, "html")],
      reading: options.files + [measured])
    let beside = try measured.map { path throws(CommandError) in try RunMeasured(path) }
    let asked = try options.load()
    if !change.isEmpty { return try continued(asked) }
    for (option, path) in [("--timeline", timeline), ("--html", html)] where path != nil {
      try asked.requireOneRun(orElse: option, "draws one run")
    }
    if beside != nil { try asked.requireOneRun(orElse: "--measured", "compares one run") }
    let plan = try asked.plan(seed: options.seed)
    let job = SweepJob(plan, regret: regret ? .all : [], jobs: 1)
    if let beside { return try beside.print(asked, job, output) }
    let runs = timeline == nil && html == nil ? made(job) : [try drawn(asked, job)]
    let bands = band ? RunBandText(runs, of: plan) : nil
    switch output.format {
    case .csv:
      try CSVExport.print(
        { row in for run in runs { try row(run.row) } }, regret: regret, to: Output.printData)
    case .json:
      try JSONExport.print(
        runs.map { ($0.row, $0.report) }, head: RunDocument.Head(asked, bands), regret: regret,
        to: Output.print)
    case .markdown:
      let table = RunTable(runs, regret: regret, isOwn: asked.isOwn).table
      try Output.print(table.markdown())
      if let bands {
        try Output.print("\n\(bands.sentences.joined(separator: " "))\n\n\(bands.table.markdown())")
      }
    case .table:
      let table = table(runs, asked).text(fitting: output.width, style: .standardOutput)
      try Output.print("\(Terminal.wrapped(asked.caption, to: output.width))\n\n\(table)")
      if let bands {
        let text = Terminal.wrapped(bands.sentences.joined(separator: "\n"), to: output.width)
        let table = bands.table.text(fitting: output.width, style: .standardOutput)
        try Output.print("\n\(text)\n\n\(table)")
      }
    }
    if check { try RunCheck.require(runs) }
    EmptyScrolls.note(on: plan)
    if let reason = missingRegret(asked.scenario) { Output.say("note: \(reason)") }
    let budgets = runs.compactMap { $0.row.run.policy == nil ? nil : $0.row.run.budgetBytes }
    if let note = ScreenNote.text(budgets, job.prepared(plan.runs[0])) {
      Output.say("note: \(note)")
    }
    if let note = PrefetchNote.text(runs) { Output.say("note: \(note)") }
  }

  /// Returns a table of the runs, with a bar for each if the terminal is wide enough.
  private func table(_ runs: [CompletedRun], _ asked: RunRequest) -> Table {
    let table = RunTable(runs, regret: regret, isOwn: asked.isOwn).table
    guard let width = Terminal.width else { return table }
    return TerminalBars(runs.map { $0.row.run.number(.stall) }, header: "stalls")
      .beside(table, width: width)
  }

  /// Returns the reason why the requested regret cannot be computed; `nil` if it can.
  private func missingRegret(_ scenario: Scenario) -> String? {
    guard regret else { return nil }
    guard scenario.loader.cache else { return "no regret: this loader has no cache" }
    guard scenario.prefetcher == .none else {
      return "no regret in misses, because a prefetched image may hit on its first request; "
        + "expected --prefetch none"
    }
    return nil
  }

  /// Makes a single run, and writes the requested files that show its events.
  private func drawn(_ asked: RunRequest, _ job: SweepJob) throws(CommandError) -> CompletedRun {
    let prepared = job.prepared(job.plan.runs[0])
    if timeline != nil {
      try TimelineExport.requireRoom(for: prepared.scenario, of: options.trace)
    }
    let log = RunLog()
    let made = job.made(0, log: log)
    try log.requireWhole(of: options.trace)
    if let timeline {
      let export = TimelineExport(log, of: prepared)
      try Output.write(to: timeline) { file throws(CommandError) in
        try export.write { piece throws(CommandError) in try file.write(piece) }
      }
    }
    if let html {
      let diagnosis = try RunCase(asked, options).diagnosed(withBound: true)
      let page = RunPage(made, RunPicture(log, of: prepared), diagnosis).html
      try Output.write(to: html) { file throws(CommandError) in try file.write(page) }
    }
    return made
  }

  /// Prints the run with and without the changes.
  private func continued(_ asked: RunRequest) throws {
    guard !regret, !band, !check, timeline == nil, html == nil, measured == nil else {
      throw CommandError.usage(
        "--change prints its own table; expected no --regret, --band, --check, --timeline, --html "
          + "or --measured beside it")
    }
    let runs = try ChangedRuns(change, of: asked)
    try runs.print(
      runs.reports(PreparedScenario(asked.scenario), seed: options.seed), output)
  }

  /// Makes every run of the plan, and returns them best first.
  private func made(_ job: SweepJob) -> [CompletedRun] {
    let runs = ParallelMap.run(Array(job.plan.runs.indices), progress: "run") { job.made($0) }
    return Ranking.bestFirst(runs) { RunScore($0.row.run) }
  }
}

/// The check that the figures of runs add up, for example that every request has exactly one
/// outcome.
enum RunCheck {
  /// Checks runs.
  /// - Throws: the first law that a run breaks, with exit status 1.
  static func require(_ runs: [CompletedRun]) throws(CommandError) {
    for run in runs {
      guard let law = run.report.brokenLaws.first else { continue }
      let policy = run.row.run.label.map { ", policy \($0)" } ?? ""
      let budget = run.row.run.policy == nil ? "" : ", budget \(run.row.run.budgetText)"
      throw CommandError(.gateSaidNo, "--check\(policy)\(budget): \(law)")
    }
    Output.say("note: all figures add up in \(Phrase.count(runs.count, "run"))")
  }
}

/// Runs as a table for people: stalls first, hit rate second.
struct RunTable {
  /// The figures of every table; figures of a cache are `-` without one.
  private static let figures: [Figure] =
    [.stall, .frozen, .hitchRatio, .band] + Figure.times.prefix(3) + [.neverShown] + ofCaches
    + ["decodeMilliseconds", "wastedDecodeMilliseconds"].map { FigureCatalog[$0] }

  private static let ofCaches = [
    "hitRate", "byteHitRate", "decodeHitRate", "removals", "cachePeakBytes",
  ].map { FigureCatalog[$0] }

  /// Figures that are in the table only if they are above zero in some run.
  private static let further = [
    "softSeconds", "wrongSeconds", "stale", "bytesDownloaded", "requestsFailed",
  ].map { FigureCatalog[$0] }

  let table: Table

  /// Creates a table.
  /// - Parameters:
  ///   - runs: The runs, best first.
  ///   - regret: `true` if the table includes the regret.
  ///   - isOwn: Returns `true` if a run has its loader's own policy and limit.
  init(_ runs: [CompletedRun], regret: Bool, isOwn: (CompletedRun) -> Bool = { _ in false }) {
    let notes = runs.map { Self.notes($0, isOwn: isOwn($0)) }
    let further = Self.further.filter { figure in
      runs.contains { figure.value(of: $0.report).number ?? 0 > 0 }
    }
    typealias Noted = (run: CompletedRun, note: String)
    var columns: [Column<Noted>] = [
      Column(.left("policy")) { $0.run.row.run.label ?? "-" },
      Column(.right("budget").keeping(.key)) { $0.run.budgetText },
    ]
    for figure in Self.figures + further {
      columns.append(Column(figure.tableColumn) { Self.cell(figure, $0.run) })
    }
    for figure in regret ? FigureCatalog.regretColumns : [] {
      columns.append(
        Column(figure.tableColumn) { figure.cell($0.run.row.run.value(figure) ?? .null) })
    }
    if notes.contains(where: { !$0.isEmpty }) { columns.append(Column(.prose("note")) { $0.note }) }
    table = Table(columns, of: zip(runs, notes).map { (run: $0, note: $1) })
  }

  /// Returns notes that are necessary to interpret the run's figures.
  private static func notes(_ run: CompletedRun, isOwn: Bool) -> String {
    let shortage = run.row.run.shortage.map {
      "budget too small: holds \(NumberText.fixed($0.room, decimals: 1)) images, needs \($0.needed)"
    }
    let own = isOwn ? "the loader's default cache" : nil
    let excess = RunScore(run.report).excessText
    return [run.report.death?.text, shortage, excess, own].compactMap { $0 }
      .joined(separator: "; ")
  }

  private static func cell(_ figure: Figure, _ run: CompletedRun) -> String {
    guard run.row.run.policy != nil || !ofCaches.contains(where: { $0.name == figure.name })
    else { return "-" }
    return figure.cell(figure.value(of: run.report))
  }
}

/// Measurements on a device, compared with the requested run.
struct RunMeasured {
  private let path: String
  private let file: MeasuredFile
  /// The figures of the file that have values.
  private let figures: [(line: MeasuredFile.Figure, figure: Figure, value: Double)]

  /// Reads the file.
  /// - Throws: `CommandError` for a file that cannot be used.
  init(_ path: String) throws(CommandError) {
    self.path = path
    do {
      file = try MeasuredFile.load(path)
      figures = try Self.figures(of: file, path)
    } catch {
      throw CommandError(error)
    }
  }

  /// Makes the run and prints the comparison.
  func print(_ asked: RunRequest, _ job: SweepJob, _ output: FormatOption) throws {
    try requirePossibleValues(in: asked.trace.motion.duration.seconds)
    let log: RunLog? = figures.isEmpty ? RunLog() : nil
    let run = log.map { job.made(0, log: $0) } ?? job.made(0)
    try log?.requireWhole(of: asked.path)
    let comparison = comparison(run, log)
    switch output.format {
    case .csv: try Output.printData(comparison.table(isRounded: false).csv())
    case .json: try Output.print(JSONDocument.text(document(asked, run, comparison)))
    case .markdown: try Output.print(comparison.table(isRounded: true).markdown())
    case .table:
      let text = comparison.table(isRounded: true).text(
        fitting: output.width, style: .standardOutput)
      let notes = (comparison.sentences + [Self.caution]).map {
        Terminal.wrapped("note: \($0)", to: output.width)
      }
      let caption = Terminal.wrapped(
        "\(asked.caption)\n\(CheckTable.name(run.row)), beside \(path)", to: output.width)
      try Output.print("\(caption)\n\n\(text)\n\(notes.joined(separator: "\n"))\n")
    }
  }

  private static let caution =
    "the prediction holds for this trace, device profile and loader; measure the same scroll "
    + "to compare them"

  private func comparison(_ run: CompletedRun, _ log: RunLog?) -> MeasuredComparison {
    switch (file, log) {
    case (.late(let moments), let log?):
      LateFrames(log, measured: moments.map { ($0.time, $0.value) }).comparison
    case (.blank(let moments), let log?):
      BlankTimes(log, measured: moments.map { ($0.time, $0.value) }).comparison
    default:
      MeasuredComparison(
        figures.map { _, figure, value in
          MeasuredComparison.Line(
            figure, predicted: figure.value(of: run.report).number ?? .nan, measured: value)
        })
    }
  }

  /// Throws an error for values that are impossible in a scroll of this length.
  ///
  /// Probably they are in another unit.
  /// - Parameter duration: The length of the scroll in seconds. A real device may scroll for up to
  ///   twice this time.
  /// - Throws: `CommandError` for the first such value.
  private func requirePossibleValues(in duration: Double) throws(CommandError) {
    for (line, figure, value) in figures {
      let limit: Double? =
        switch figure.unit {
        case .ratio: 1
        case .millisecondsPerSecond: 1000
        case .seconds where !["durationSeconds", "energySeconds"].contains(figure.name):
          2 * duration
        case .milliseconds where figure.name.lowercased().hasSuffix("hitchmilliseconds"):
          2000 * duration
        default: nil
        }
      guard let limit, value > limit else { continue }
      let unit = MeasuredUnit.names(of: figure).first ?? ""
      throw CommandError(
        TraceError(
          file: path, line: line.line, subject: .field("value"),
          found: .text(ClippedText("\(line.value)")),
          expected:
            "a \(figure.name) of at most \(NumberText.fixed(limit, decimals: 0)) \(unit), "
            + (figure.unit == .seconds || figure.unit == .milliseconds
              ? "twice the scroll's \(NumberText.fixed(duration, decimals: 1)) s"
              : "the most that is possible") + "; is '\(line.unit)' the right unit?"))
    }
  }

  /// Returns the figures that a file names, with values in the units of the figures.
  private static func figures(
    of file: MeasuredFile, _ path: String
  ) throws(TraceError) -> [(line: MeasuredFile.Figure, figure: Figure, value: Double)] {
    guard case .figures(let measured) = file else { return [] }
    let known = FigureCatalog.ofReports.filter { $0.unit != .word }
    let names = known.map(\.name)
    var figures: [(line: MeasuredFile.Figure, figure: Figure, value: Double)] = []
    for line in measured {
      func wrong(_ field: String, _ found: String, _ expected: String) -> TraceError {
        TraceError(
          file: path, line: line.line, subject: .field(field), found: .text(ClippedText(found)),
          expected: expected)
      }
      guard let name = NameMatch.find(line.name, in: names),
        let figure = known.first(where: { $0.name == name })
      else {
        let near = NameMatch.suggestion(for: line.name, among: names)
        throw wrong(
          "name", line.name,
          near.map { "a figure, perhaps \($0)" } ?? "a figure of `run`, like hitchRatio")
      }
      guard let unit = MeasuredUnit(line.unit, of: figure) else {
        let units = MeasuredUnit.names(of: figure).filter { !$0.isEmpty }
        throw wrong("unit", line.unit, "for \(name) one of \(units.joined(separator: ", "))")
      }
      figures.append((line, figure, unit.value(line.value)))
    }
    return figures
  }

  private struct Document: Encodable {
    struct Line: Encodable {
      let name: String, unit: String
      @FiniteOrNull var predicted: Double?
      let measured: Double
    }

    let run: RunDocument.Head
    @OrNull var policy: String?
    let budget: String
    let measured: String
    let figures: [Line]
    let sentences: [String]
  }

  private func document(
    _ asked: RunRequest, _ run: CompletedRun, _ comparison: MeasuredComparison
  ) -> Document {
    Document(
      run: RunDocument.Head(asked), policy: run.row.run.label, budget: run.row.run.budgetText,
      measured: path,
      figures: comparison.lines.map {
        Document.Line(
          name: $0.name, unit: $0.unit, predicted: $0.predicted, measured: $0.measured)
      }, sentences: comparison.sentences)
  }
}
