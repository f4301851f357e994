import ArgumentParser
import Foundation
import ScrollCore
import ScrollPages
import ScrollSimulation
import ScrollSweeps

/// A gate for CI: runs the scenarios of a file, and fails when one of its limits is broken.
struct CheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Checks runs against limits; status 1 if one breaks.",
    discussion: #"""
      The file is a sweep with limits: axes as for `scrollsim sweep`, and under limits \#
      'hitchRatio <= 5 ms/s' for every run, or \#
      {when: {policy: lru}, keep: [stallSeconds <= 2 s]} for some. Figures: \#

      """# + LimitNames.figures.map { $0.name }.joined(separator: ", ") + #"""
        .

        A killed run breaks every limit. A limit on seconds of missing screen that is broken by less \#
        than matters (--least-percent, --least-frames) is kept. With --store the runs are stored and computed once.

        Example:
          scrollsim check Traces/limits.yml --junit limits.xml
        """#)

  @Argument(help: "A file of limits (.yml).", completion: .spec) var limits: String
  @Option(
    help: ArgumentHelp("The store of the runs, made if there is none.", valueName: "file"),
    completion: .file())
  var store: String?
  @Option(
    help: ArgumentHelp(
      "Also write a report for CI systems, .xml.", valueName: "file"),
    completion: .file(extensions: ["xml"]))
  var junit: String?
  @OptionGroup var materiality: MaterialityOptions
  @OptionGroup var again: AgainOption
  @OptionGroup var runner: RunnerOptions
  @OptionGroup var format: FormatOption

  func run() throws {
    let spec: LimitSpec
    do { spec = try LimitSpec.load(path: limits) } catch { throw CommandError(error) }
    try OutputCheck(reading: [limits] + spec.sweep.files + (store.map(ResultStore.files) ?? []))
      .require("--junit", junit)
    let plan = try SweepInput.plan(spec.sweep)
    var check: LimitCheck
    do {
      check = try LimitCheck(spec, plan, catalogs: ScrollSim.catalogs)
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
    .sweep(SweepJob(plan, regret: spec.regret, jobs: jobs), jobs: jobs)
    var report = JUnitReport(title: plan.title.isEmpty ? limits : plan.title, check.entries)
    do {
      try results.rows(of: plan.key) { row in
        report.add(check.judge(row), of: row)
      }
    } catch let error as ResultStoreError { throw CommandError(error) }
    // Before anything is printed: the reader of a pipe may stop reading.
    try? results.close()
    place.discard()
    if let junit { try Output.write(Array(report.text.utf8), to: junit) }
    let names = RunNames(plan.scenarios.map(\.record))
    let table = CheckTable(check, names)
    try format.print(
      table.table, table.document, caption: plan.title.isEmpty ? nil : plan.title.visible)
    try judge(check, names)
  }

  /// - Throws: `CommandError` with status 1 for the first limit that is broken.
  private func judge(_ check: LimitCheck, _ names: RunNames) throws(CommandError) {
    let broken = zip(check.entries, check.tallies).filter { $0.1.broken > 0 }
    guard let (entry, tally) = broken.first, let worst = tally.worst else {
      return try confirm(check)
    }
    let others =
      broken.count > 1
      ? "; \(Words.count(broken.count - 1, "more limit is", "more limits are")) broken" : ""
    throw CommandError(
      .gateSaidNo,
      "\(entry.place): \(entry.limit) is broken by \(tally.broken) of \(Words.count(tally.runs, "run")), most "
        + "by \(names.name(worst.row)): \(entry.limit.text(worst.verdict))\(others)")
  }
}

extension CheckCommand {
  /// Says that every limit is kept, if it was measured at all.
  /// - Throws: `CommandError` for a limit that no run has a figure for.
  private func confirm(_ check: LimitCheck) throws(CommandError) {
    let limits = zip(check.entries, check.tallies)
    if let (entry, tally) = limits.first(where: { $0.1.unknown == $0.1.runs }) {
      throw CommandError(
        .badData,
        "\(entry.place): no run measures \(entry.limit) (of \(Words.digits(tally.runs))); expected a "
          + "loader with a cache, and for regretMisses 'prefetch: none'")
    }
    let unknown = limits.reduce(0) { $0 + $1.1.unknown }
    Output.say(
      "note: every limit is kept"
        + (unknown > 0 ? ", but not measured in \(Words.count(unknown, "case"))" : ""))
  }
}

/// Where the runs of a check are kept: where it was asked for, or in a folder that goes away.
private struct StorePlace {
  let path: String
  /// To be removed; nil if the runs are kept.
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
        .cannotCreate, "'\(temporary.path)' cannot be made, for the runs of this check")
    }
    folder = temporary
    path = temporary.appendingPathComponent("check.sqlite").path
  }

  func discard() {
    if let folder { try? FileManager.default.removeItem(at: folder) }
  }
}

extension Limit {
  /// The result in words: `2.4 s, 0.4 s too much`.
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
