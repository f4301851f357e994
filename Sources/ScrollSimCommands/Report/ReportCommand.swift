import ArgumentParser
import Foundation
import ScrollCore
import ScrollPages
import ScrollSweeps

/// The `report` command: the results of a sweep as a page, a text, or data.
struct ReportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "report",
    abstract: "Reports a sweep: the best choice and its cost.",
    discussion: #"""
      Formats: text, markdown, html (one file with pictures, tables and every run), csv (a line \#
      per run), json (the report and every run). Without --format, the ending of --output \#
      decides (.html, .md, .csv, .json); the default is text.

      Example:
        scrollsim sweep Traces/demo.yml --store demo.sqlite
        scrollsim report demo.sqlite
        scrollsim report demo.sqlite --band
        scrollsim report demo.sqlite --baseline 'lru, 64MiB' --output demo.html
        scrollsim report demo.sqlite --table effects --format csv
        scrollsim report demo.sqlite --population Traces/users.yml
        scrollsim report demo.sqlite --picture ranking-bars --output stalls.svg
        scrollsim report demo.sqlite --interactive --output demo.html

      The page shows the runs of the best and the worst policy on each device in detail. For \#
      that, scrollsim repeats these runs. It looks for the traces of the sweep relative to the \#
      current folder. It reads only unchanged files: those in the store's folder or below it, and \#
      those named with --read. --run KEY shows another run; a unique prefix of its key suffices.

      --band estimates how much the errors of the devices' figures change the advice. It repeats \#
      the runs of the advised setting and its reference 64 times, each time with device figures \#
      that are drawn within their stated errors. All runs use the same draws.

      --interactive puts the studio (`scrollsim studio`) into the page, with up to four of the \#
      scrolls and the advised settings. The reader can change budget, policies and devices \#
      there.
      """#)

  @Argument(help: "The results of a sweep.", completion: .file()) var store: String
  @Option(help: "The format.") var format: ReportFormat?
  @Option(
    help: ArgumentHelp("A file to write instead of printing.", valueName: "file"),
    completion: .file())
  var output: String?
  @Option(
    help: ArgumentHelp(
      "A sweep of the store: a key prefix or the title (default: the latest).",
      valueName: "key"))
  var sweep: String?
  @Flag(help: "Report the replays of the store, not its sweeps.") var replays = false
  @Option(name: .customLong("run"), help: ArgumentHelp("Show one run in detail.", valueName: "key"))
  var runKey: String?
  @Option(
    help: ArgumentHelp(
      "Write only one picture of the page, as SVG: its id, like ranking-bars.",
      valueName: "id"))
  var picture: String?
  @Option(
    help: ArgumentHelp(
      "Write only one table of the report: its id, like effects (text, markdown or csv).",
      valueName: "id"))
  var table: String?
  @Option(
    help: ArgumentHelp(
      "Your current setting, for comparison: a library with its defaults (nuke), or a policy and "
        + "budget of the sweep ('lru, 64MiB').",
      valueName: "row"))
  var baseline: String?
  @Option(
    help: ArgumentHelp(
      "Your users: a file with shares of devices, networks and sessions (.yml).",
      valueName: "file"),
    completion: .file(extensions: ["yml", "yaml"]))
  var population: String?
  @Flag(
    help: ArgumentHelp(
      "Add the error band of the advice: its range within the errors of the devices' "
        + "figures."))
  var band = false
  @Flag(help: "Put an interactive simulation into the page.") var interactive = false
  @OptionGroup var materiality: MaterialityOptions
  @OptionGroup var reading: ReadOption
  @Option(
    help: ArgumentHelp("The largest number of runs that the page shows in detail.", valueName: "n"))
  var details = WholeReport.fewDetails
  @Option(
    help: ArgumentHelp("Seconds to wait for a locked store.", valueName: "seconds"))
  var wait = 10
  @OptionGroup var wide: WideOption

  func validate() throws {
    guard (0...100).contains(details) else {
      throw ValidationError("--details \(details) is out of range; expected 0 to 100")
    }
    guard (0...86_400).contains(wait) else {
      throw ValidationError("--wait \(wait) is out of range; expected 0 to 86400 seconds")
    }
  }

  func run() throws {
    try requireWhole()
    try requireAdvice()
    try requirePage()
    try requireOneKind()
    let results = try SweepInput.openMade(store, wait: .seconds(wait))
    defer { try? results.close() }
    if try isAboutReplays(results) { return try reportReplays(results) }
    let asked = try SweepChoice(results, called: store).sweep(sweep)
    let asks = try? SweepSpec.parse(asked.spec, file: StoredFiles.question)
    try OutputCheck.require(
      [.file("--output", output, picture.map { _ in "svg" })],
      reading: ResultStore.files(store) + (asks?.files ?? []) + [population])
    let place = ReportPlace(output, isWide: wide.wide)
    let files = try StoredFiles(results, naming: reading.paths)
    if let runKey {
      return try SingleRunReport(results, asked, files, called: store)
        .write(runKey, writtenFormat(), to: place)
    }
    var report = WholeReport(results, asked, details: details)
    report.materiality = materiality.materiality
    report.baseline = baseline
    report.isBanded = band
    report.isInteractive = interactive
    report.files = files
    if let population {
      do { report.population = try Population.load(path: population) } catch {
        throw CommandError(error)
      }
    }
    if let table { return try report.writeTable(table, writtenFormat(), to: place) }
    if let picture { return try report.draw(picture, to: place) }
    try report.write(writtenFormat(), to: place)
  }

  func writtenFormat() throws(CommandError) -> ReportFormat {
    if let format { return format }
    return try ReportFormat(path: output)
  }
}

// The options that exclude each other.

extension ReportCommand {
  /// Throws an error for `--run` with an option of the whole report.
  func requireWhole() throws(CommandError) {
    guard runKey != nil else { return }
    let others: [(option: String, isGiven: Bool)] = [
      ("--picture", picture != nil), ("--table", table != nil), ("--baseline", baseline != nil),
      ("--population", population != nil),
    ]
    if let other = others.first(where: { $0.isGiven }) {
      throw .usage("\(other.option) applies to the whole report; expected no --run")
    }
  }

  /// Throws an error for `--band` if the report gives no recommendations.
  func requireAdvice() throws(CommandError) {
    guard band else { return }
    let others: [(option: String, isGiven: Bool)] = [
      ("--run", runKey != nil), ("--picture", picture != nil), ("--table", table != nil),
    ]
    if let other = others.first(where: { $0.isGiven }) {
      throw .usage(
        "--band applies to the advice of a whole report; expected it without \(other.option)")
    }
    guard try writtenFormat() != .csv else {
      throw .usage(
        "--band applies to advice, but csv is a list of runs; expected text, markdown, html "
          + "or json")
    }
  }

  /// Throws an error for a simulation if the output is not a page.
  func requirePage() throws(CommandError) {
    guard interactive else { return }
    let others: [(option: String, isGiven: Bool)] = [
      ("--run", runKey != nil), ("--picture", picture != nil), ("--table", table != nil),
      ("--replays", replays),
    ]
    if let other = others.first(where: { $0.isGiven }) {
      throw .usage(
        "--interactive applies to the page of a whole report; expected it without \(other.option)")
    }
    let format = try writtenFormat()
    guard format == .html else {
      throw .usage(
        "--interactive needs a page, not \(format.rawValue); expected --format html, or "
          + "--output with .html")
    }
  }
}

extension ReportCommand {
  /// Throws an error for a picture in another format than SVG, and for a format that the name of the
  /// output contradicts.
  func requireOneKind() throws(CommandError) {
    if picture != nil {
      let others: [(option: String, isGiven: Bool)] = [
        ("--table", table != nil), ("--format", format != nil),
      ]
      if let other = others.first(where: { $0.isGiven }) {
        throw .usage("--picture writes one SVG file; expected it without \(other.option)")
      }
      return
    }
    // Any format is text, so that its file may be called .txt.
    guard let format, let output, let named = try? ReportFormat(path: output),
      ![format, .text].contains(named)
    else { return }
    throw .usage(
      "--format \(format.rawValue) contradicts --output '\(output)', whose name is that of "
        + "\(named.rawValue); expected one of them")
  }
}

// A store of replays, which has no sweep.

extension ReportCommand {
  /// Returns a Boolean value that indicates whether the report is about the replays of the store.
  ///
  /// This is so if the options request it, or if the store has only replays.
  func isAboutReplays(_ results: ResultStore) throws(CommandError) -> Bool {
    guard !replays else { return true }
    guard sweep == nil else { return false }
    do throws(ResultStoreError) {
      guard try results.sweeps().isEmpty else { return false }
      return try !results.replays().isEmpty
    } catch {
      throw CommandError(error)
    }
  }

  func reportReplays(_ results: ResultStore) throws {
    let others: [(option: String, value: String?)] = [
      ("--sweep", sweep), ("--run", runKey), ("--baseline", baseline), ("--table", table),
      ("--population", population), ("--band", band ? "" : nil),
      ("--interactive", interactive ? "" : nil),
    ]
    if let other = others.first(where: { $0.value != nil }) {
      throw CommandError.usage(
        "\(other.option) applies to sweeps, but '\(store)' is read for its replays; expected "
          + "it without"
      )
    }
    try OutputCheck.require(
      [.file("--output", output, picture.map { _ in "svg" })], reading: ResultStore.files(store))
    let report = try StoredReplays(results, called: store)
    let place = ReportPlace(output, isWide: wide.wide)
    if let picture { return try report.draw(picture, to: place) }
    try report.write(writtenFormat(), to: place)
  }
}

/// The report on one run of a sweep.
struct SingleRunReport {
  private let store: ResultStore
  private let sweep: SweepRecord
  private let files: StoredFiles
  private let name: String

  /// Creates a report.
  /// - Parameters:
  ///   - store: The store with the run.
  ///   - sweep: The sweep of the run.
  ///   - files: The files that the report may read.
  ///   - name: The name of the store, for messages.
  init(_ store: ResultStore, _ sweep: SweepRecord, _ files: StoredFiles, called name: String) {
    self.store = store
    self.sweep = sweep
    self.files = files
    self.name = name
  }

  /// Writes the report on a run.
  /// - Parameters:
  ///   - key: The run's key, or a prefix of it.
  ///   - format: The format.
  ///   - place: The destination.
  /// - Throws: `CommandError` if there is no such run, or if the report cannot be made or written.
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
      let details = RunDetails(sweep, files)
      let page: String
      do {
        page = try details.page(row, SweepJob(try details.plan(), jobs: 1)).html
      } catch {
        throw CommandError(.badData, "run \(row.run.key) cannot be shown: \(error.sentence)")
      }
      try place.write { try $0(page) }
    case .markdown:
      throw CommandError.usage("--run does not support markdown; expected text, html, csv or json")
    }
  }

  /// Returns the text about a run: the verdict, the changes that would help and the longest waits,
  /// then the configuration and the figures.
  ///
  /// If the run cannot be repeated, a note replaces the verdict, the changes and the waits.
  private func text(of row: RunRow, to place: ReportPlace) -> String {
    let details = RunDetails(sweep, files)
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

/// The verdict on one run for a terminal: its quality, the changes that would help, the longest
/// waits.
final class VerdictText {
  private static let (mostLevers, mostWaits) = (3, 3)
  private static let widest = 100

  private let diagnosis: Diagnosis
  private let waits: [String]

  /// Creates a text.
  /// - Parameters:
  ///   - diagnosis: The diagnosis of the run.
  ///   - waits: The longest waits, a sentence each, the worst first.
  init(_ diagnosis: Diagnosis, waits: [String]) {
    self.diagnosis = diagnosis
    self.waits = waits
  }

  /// Returns the text.
  /// - Parameters:
  ///   - tableWidth: The width of a terminal; nil for the full width of the tables.
  ///   - style: The style, which determines whether bands have colors.
  /// - Returns: lines, with a line break at the end.
  func text(fitting tableWidth: Int?, style: TerminalStyle) -> String {
    let width = min(tableWidth ?? Self.widest, Self.widest)
    let verdict = RunVerdict(diagnosis)
    var parts = [
      TextLines.wrapped(verdict.headline.visible, to: width)
        + TextLines.wrapped(verdict.sentence.visible, to: width)
    ]
    let levers = Array(diagnosis.bestLevers.prefix(Self.mostLevers))
    if !levers.isEmpty {
      parts.append(
        "What to change\n"
          + DoctorTable(diagnosis).table(of: levers).text(fitting: tableWidth, style: style))
    }
    if !waits.isEmpty {
      parts.append(
        "The longest waits\n"
          + waits.prefix(Self.mostWaits).map { TextLines.wrapped($0.visible, to: width) }.joined())
    }
    return parts.joined(separator: "\n")
  }
}

/// The report on the replays of a store.
struct StoredReplays {
  private let replays: [ReplayRecord]
  private let report: ReplayReport

  /// Creates a report.
  /// - Parameters:
  ///   - store: The store with the replays.
  ///   - name: The name of the store, for messages.
  /// - Throws: `CommandError` if the store has no replays or cannot be read.
  init(_ store: ResultStore, called name: String) throws(CommandError) {
    do { replays = try store.replays() } catch { throw CommandError(error) }
    guard !replays.isEmpty else {
      throw CommandError(
        .badData,
        "'\(name)' has no replays; expected a store of scrollsim replay --store")
    }
    report = ReplayReport(replays)
  }

  /// Writes the report, or every replay as data.
  func write(_ format: ReportFormat, to place: ReportPlace) throws {
    let text: String
    switch format {
    case .text: text = report.text(fitting: place.tableWidth, style: place.style)
    case .markdown: text = report.markdown
    case .html: text = report.page(made: WholeReport.made).html
    case .csv: text = ReplayExport.table(replays).csv()
    case .json: text = try JSONDocument.text(replays.map(ReplayExport.init))
    }
    try place.write(isData: format == .csv || format == .json) { try $0(text) }
  }

  /// Writes one picture of the page as a separate file.
  /// - Throws: `CommandError` if the page has no such picture.
  func draw(_ id: String, to place: ReportPlace) throws {
    let drawings = report.exhibits.flatMap { $0.pictures.map(\.drawing) }
    guard let drawing = drawings.first(where: { $0.id == id }) else {
      let known = drawings.map(\.id).joined(separator: ", ")
      throw CommandError.usage(
        "the page has no picture '\(id)'; expected one of \(known.isEmpty ? "none" : known)")
    }
    try place.write { try $0(drawing.file) }
  }
}

/// A replay in JSON and CSV.
struct ReplayExport: Encodable {
  let trace: String, traceDigest: String, policy: String, unit: String
  let capacity: Int
  let share: String?
  let seed: Int?
  let warmUp: Int, requests: Int, misses: Int, bytesRequested: Int, bytesMissed: Int
  let missRatio: Double
  let bound: String?
  let leastMisses: Int?, leastBytesMissed: Int?
  let note: String?, key: String

  init(_ record: ReplayRecord) {
    trace = record.stream.path
    traceDigest = "\(record.stream.digest)"
    policy = record.label
    unit = record.unit
    capacity = record.capacity
    share = record.share
    seed = record.seed
    warmUp = record.warmUp
    requests = record.requests
    misses = record.misses
    bytesRequested = record.bytesRequested
    bytesMissed = record.bytesMissed
    missRatio = record.missRatio
    bound = record.bound?.name
    leastMisses = record.bound?.misses
    leastBytesMissed = record.bound?.bytes
    note = record.note
    key = "\(record.key)"
  }

  static func table(_ records: [ReplayRecord]) -> Table {
    var table = Table([
      .left("trace"), .left("trace_digest"), .left("policy"), .left("unit"), .right("capacity"),
      .right("share"), .right("seed"), .right("warm_up"), .right("requests"), .right("misses"),
      .right("bytes_requested"), .right("bytes_missed"), .left("bound"), .right("least_misses"),
      .right("least_bytes"), .left("note"), .left("key"),
    ])
    for record in records {
      let replay = ReplayExport(record)
      func number(_ value: Int?) -> String { value.map { "\($0)" } ?? "" }
      table.append([
        replay.trace, replay.traceDigest, replay.policy, replay.unit, number(replay.capacity),
        replay.share ?? "", number(replay.seed), number(replay.warmUp), number(replay.requests),
        number(replay.misses), number(replay.bytesRequested), number(replay.bytesMissed),
        replay.bound ?? "", number(replay.leastMisses), number(replay.leastBytesMissed),
        replay.note ?? "", replay.key,
      ])
    }
    return table
  }
}
