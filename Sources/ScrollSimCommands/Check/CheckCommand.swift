import ArgumentParser
import Foundation
import ScrollCore
import ScrollPages
import ScrollSimulation
import ScrollSweeps

/// The `check` command, a gate for CI: runs the scenarios of a file, and fails if one of its limits
/// is broken.
struct CheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Checks runs against limits; status 1 if one is broken.",
    discussion: #"""
      The file has the settings and conditions to run, as for `scrollsim sweep`, and limits. A \#
      limit is 'hitchRatio <= 5 ms/s' for every run, or {when: {policy: lru}, keep: [stallSeconds \#
      <= 2 s]} for some.

      A limit names one of these figures: 
      """# + LimitNames.figures.map { $0.name }.joined(separator: ", ") + #"""
        .

        A run in which the app is killed breaks every limit. A limit on stall (seconds of \#
        missing screen) tolerates an excess that makes no visible difference: see \#
        --least-percent and --least-frames. With --store, runs are stored and computed once.

        --of checks the setting of a file that `scrollsim emit` wrote. It reads the comment of \#
        the file, and the present values of the constants between its marks. The loader, \#
        policy, budget and prefetcher of that file replace those of the limits file.

        For a broken limit, the command prints the cause that `scrollsim doctor` finds, the \#
        prefetcher, and the command to run next.

        Example:
          scrollsim check Traces/limits.yml --junit limits.xml
          scrollsim emit --for nuke --budget 256MiB --output FeedCache.swift
          scrollsim check --of FeedCache.swift Traces/limits-of-app.yml
        """#)

  @Argument(help: "A file of limits (.yml).", completion: .spec) var limits: String
  @Option(
    name: .customLong("of"),
    help: ArgumentHelp(
      "A file that scrollsim emit wrote, whose setting is checked.", valueName: "file"),
    completion: .file())
  var code: String?
  @Option(
    help: ArgumentHelp("The store of the runs, created if missing.", valueName: "file"),
    completion: .file())
  var store: String?
  @Option(
    help: ArgumentHelp(
      "Also write a report for CI systems, .xml.", valueName: "file"),
    completion: .file(extensions: ["xml"]))
  var junit: String?
  @OptionGroup var programs: AllowExecOption
  @OptionGroup var materiality: MaterialityOptions
  @OptionGroup var again: AgainOption
  @OptionGroup var runner: RunnerOptions
  @OptionGroup var format: FormatOption

  func run() throws {
    var spec: LimitSpec
    var setting: SettingInCode?
    do { spec = try LimitSpec.load(path: limits) } catch { throw CommandError(error) }
    try OutputCheck.require(
      [.store("--store", store), .file("--junit", junit, "xml")],
      reading: [limits, code].compactMap { $0 } + spec.sweep.files)
    if let code {
      let found = try SettingInCode(code)
      Output.say("note: \(found.path) sets \(found.text)")
      spec.replace(found.axes)
      setting = found
    }
    if let junit { try Output.requireRoom(for: junit) }
    let catalogs = programs.catalogs(for: limits)
    let plan = try SweepPlan(spec.sweep, catalogs: catalogs)
    var check: LimitCheck
    do {
      check = try LimitCheck(spec, plan, catalogs: catalogs)
      check.materiality = materiality.materiality
    } catch { throw CommandError(error) }
    let place = try StorePlace(store)
    defer { place.discard() }
    let results = try SweepInput.open(place.path, wait: runner.patience)
    defer { try? results.close() }
    let jobs = runner.jobCount
    try StoreSession(
      results, called: place.path, discarding: place.folder, again: again.again
    )
    .sweep(plan, regret: spec.regret, jobs: jobs)
    var report = JUnitReport(title: plan.title.isEmpty ? limits : plan.title, check.entries)
    do {
      try results.rows(of: plan.key) { row in
        report.add(check.judge(row), of: row)
      }
    } catch let error as ResultStoreError { throw CommandError(error) }
    let record = try? results.sweeps().first { $0.key == plan.key }
    // The store is closed before anything is printed: the reader of a pipe may stop reading.
    try? results.close()
    place.discard()
    if let junit { try Output.write(Array(report.text.utf8), to: junit) }
    let names = RunNames(plan.scenarios.map(\.record))
    let table = CheckTable(check, names)
    try format.print(
      table.table, table.document, caption: plan.title.isEmpty ? nil : plan.title.visible)
    EmptyScrolls.note(on: plan)
    let broken = zip(check.entries, check.tallies).first { $0.1.worst != nil }
    if let (entry, tally) = broken, let worst = tally.worst, let record {
      BrokenRun(plan, worst.row, asked: record)?.say(setting, entry.limit)
    }
    try judge(check, names)
  }

  /// Throws an error for the first broken limit, or prints that every limit is kept.
  /// - Throws: `CommandError` with status 1 for the first limit that is broken.
  private func judge(_ check: LimitCheck, _ names: RunNames) throws(CommandError) {
    let broken = zip(check.entries, check.tallies).filter { $0.1.broken > 0 }
    guard let (entry, tally) = broken.first, let worst = tally.worst else {
      return try confirm(check)
    }
    let others =
      broken.count > 1
      ? "; \(Phrase.count(broken.count - 1, "more limit is", "more limits are")) broken" : ""
    throw CommandError(
      .gateSaidNo,
      "\(entry.place): \(entry.limit) is broken by \(tally.broken) of "
        + "\(Phrase.count(tally.runs, "run")). The worst is \(names.name(worst.row)): "
        + "\(entry.limit.text(worst.verdict))\(others)")
  }
}

extension CheckCommand {
  /// Prints that every limit is kept, unless a limit was not measured in any run.
  /// - Throws: `CommandError` for a limit that no run has a figure for.
  private func confirm(_ check: LimitCheck) throws(CommandError) {
    let limits = zip(check.entries, check.tallies)
    if let (entry, tally) = limits.first(where: { $0.1.unknown == $0.1.runs }) {
      throw CommandError(
        .badData,
        "\(entry.place): none of \(Phrase.digits(tally.runs)) measures \(entry.limit); "
          + "expected a loader with a cache, and for regretMisses 'prefetch: none'")
    }
    let unknown = limits.reduce(0) { $0 + $1.1.unknown }
    Output.say(
      "note: every limit is kept"
        + (unknown > 0 ? ", but not measured in \(Phrase.count(unknown, "case"))" : ""))
  }
}

/// The run that breaks a limit by the most, with the diagnosis of `scrollsim doctor`.
private struct BrokenRun {
  private let asked: RunCase
  private let sentence: String

  /// Examines a run; `nil` if a diagnosis cannot repeat it.
  init?(_ plan: SweepPlan, _ row: RunRow, asked sweep: SweepRecord) {
    let run = plan.runs[row.position]
    guard plan.scenario(of: run).start == .cold else { return nil }
    asked = RunCase(plan, run, asked: sweep)
    guard var diagnosis = try? asked.diagnosed() else { return nil }
    // As many decimals as `doctor` prints.
    if let band = diagnosis.banded() {
      diagnosis.decimals = band.stall.decimals(atMost: diagnosis.decimals)
    }
    sentence = diagnosis.sentence
  }

  /// Prints the cause, the prefetcher and the next command on standard error.
  ///
  /// If a source file was checked, the next command is `advise` for this file, otherwise `doctor`
  /// for the run.
  func say(_ code: SettingInCode?, _ limit: Limit) {
    Output.say("cause: \(sentence)")
    Output.say("prefetch: \(asked.prefetcher.label)")
    var next = asked.doctorLine
    if let code, asked.renditions == nil,
      Catalog<AdvisedLibrary>.advised.entries.contains(where: { $0.name == code.library })
    {
      next = asked.adviceLine(for: code.library, now: code.path, limits: [limit])
    }
    Output.say("next: \(next)")
  }
}

/// The store for the runs of a check: the given one, or one in a temporary folder.
private struct StorePlace {
  let path: String
  /// The folder to be removed; `nil` if the runs are kept.
  let folder: URL?

  init(_ asked: String?) throws(CommandError) {
    if let asked {
      path = asked
      folder = nil
      return
    }
    let temporary = FileManager.default.temporaryDirectory
      .appendingPathComponent("scrollsim-check-\(UUID().uuidString)")
    do {
      try FileManager.default.createDirectory(at: temporary, withIntermediateDirectories: true)
    } catch {
      throw CommandError(
        .cannotCreate, "'\(temporary.path)' cannot be created, for the runs of this check")
    }
    folder = temporary
    path = temporary.appendingPathComponent("check.sqlite").path
  }

  func discard() {
    if let folder { try? FileManager.default.removeItem(at: folder) }
  }
}

extension Limit {
  /// Returns the result as text: `2.4 s, 0.4 s too much`.
  func text(_ verdict: Verdict) -> String {
    switch verdict {
    case .kept: return "kept"
    case .unknown: return "nothing bounds it"
    case .killed(let reason): return "killed: \(reason)"
    case .broken(let value, let excess):
      guard value.isFinite else { return "never" }
      return "\(figure.unit.text(value)), \(figure.unit.text(excess)) \(figure.excessText)"
    }
  }
}

/// Limits in the format of test results for CI systems: a suite for each limit, a test for each
/// run.
///
/// The elements and attributes are those of the Jenkins xunit plug-in's `junit-10.xsd` that CI
/// systems agree on: testsuites, testsuite, testcase, failure, skipped. The report contains no
/// times of day.
struct JUnitReport {
  private struct Suite {
    let name: String
    var tests = 0, failures = 0, skipped = 0
    var cases = ""
  }

  private let title: String
  private let limits: [Limit]
  private var suites: [Suite]

  init(title: String, _ entries: [LimitSpec.Entry]) {
    self.title = title
    limits = entries.map(\.limit)
    suites = entries.map { Suite(name: "\($0.place): \($0.limit)") }
  }

  /// Adds the results of the limits in one run.
  mutating func add(_ findings: [LimitCheck.Finding], of row: RunRow) {
    let scenario = row.scenario
    let group = [
      scenario.trace.name, scenario.layout, scenario.device.name, scenario.network.name,
      scenario.loader, scenario.prefetcher,
    ].joined(separator: " ")
    let name = CheckTable.cache(row).joined(separator: " ")
    for finding in findings {
      let limit = limits[finding.entry]
      suites[finding.entry].tests += 1
      var inner = ""
      switch finding.verdict {
      case .kept: break
      case .unknown:
        suites[finding.entry].skipped += 1
        inner = "<skipped message=\"\(Self.escaped(limit.text(finding.verdict)))\"/>"
      case .broken, .killed:
        suites[finding.entry].failures += 1
        let message = "\(limit): \(limit.text(finding.verdict))"
        inner = "<failure message=\"\(Self.escaped(message))\"/>"
      }
      suites[finding.entry].cases +=
        "    <testcase classname=\"\(Self.escaped(group))\" name=\"\(Self.escaped(name))\""
        + (inner.isEmpty ? "/>\n" : ">\(inner)</testcase>\n")
    }
  }

  /// The document.
  var text: String {
    let (tests, failures, skipped) = suites.reduce((0, 0, 0)) {
      ($0.0 + $1.tests, $0.1 + $1.failures, $0.2 + $1.skipped)
    }
    var text = """
      <?xml version="1.0" encoding="UTF-8"?>
      <testsuites name="\(Self.escaped(title))" tests="\(tests)" failures="\(failures)" \
      skipped="\(skipped)">

      """
    for suite in suites {
      text += """
          <testsuite name="\(Self.escaped(suite.name))" tests="\(suite.tests)" \
        failures="\(suite.failures)" errors="0" skipped="\(suite.skipped)">

        """
      text += suite.cases + "  </testsuite>\n"
    }
    return text + "</testsuites>\n"
  }

  /// Returns a text for an attribute, with visible symbols in place of control characters.
  private static func escaped(_ text: String) -> String { Markup.escaped(text.visible) }
}

/// The names of a check's runs: the trace, the device and the cache, and the other properties in
/// which the runs differ.
struct RunNames {
  private typealias Part = @Sendable (ScenarioRecord) -> String
  private let telling: [Part]

  /// Creates the names.
  /// - Parameter scenarios: The scenarios of all runs.
  init(_ scenarios: [ScenarioRecord]) {
    let parts: [Part] = [
      { $0.layout }, { $0.network.name }, { $0.loader }, { $0.prefetcher },
    ]
    telling = parts.filter { part in Set(scenarios.map(part)).count > 1 }
  }

  /// Returns a name such as `tall-feed, iphone-5, ring:ahead=0.3, lru, 16MiB`.
  func name(_ row: RunRow) -> String {
    let scenario = row.scenario
    let parts = [scenario.trace.name, scenario.device.name] + telling.map { $0(scenario) }
    return (parts + CheckTable.cache(row)).joined(separator: ", ")
  }
}
