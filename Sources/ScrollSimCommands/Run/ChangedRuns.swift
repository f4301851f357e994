import ScrollCaching
import ScrollCore
import ScrollDevice
import ScrollPages
import ScrollSimulation
import ScrollSweeps
import ScrollTraces

/// A run, and variants of it whose settings change at some moment.
///
/// The part before a change is simulated once. Each variant continues a copy of the run from that
/// time.
struct ChangedRuns {
  /// The settings that change at a moment.
  private struct Change {
    let text: String
    let time: SimTime
    let changes: [RunChange]
  }

  private let asked: RunRequest
  private let changes: [Change]

  /// Parses changes such as `at=30s budget=32MiB`.
  /// - Throws: `CommandError` for a text that does not describe a change, and for a change that
  ///   this run does not support.
  init(_ texts: [String], of asked: RunRequest) throws(CommandError) {
    try asked.requireOneRun(orElse: "--change", "continues one run")
    self.asked = asked
    var changes: [Change] = []
    for text in texts { changes.append(try Self.parse(text, asked)) }
    self.changes = changes
  }

  private static func parse(
    _ text: String, _ asked: RunRequest
  ) throws(CommandError) -> Change {
    var (time, changes): (SimTime?, [RunChange]) = (nil, [])
    for part in text.split(separator: " ") {
      let sides = part.split(separator: "=", maxSplits: 1).map(String.init)
      guard sides.count == 2 else { throw unknown(text) }
      if sides[0] == "at" {
        time = try Moment.parse(sides[1], option: "--change at")
      } else {
        changes.append(try change(sides[0], to: sides[1], text, asked))
      }
    }
    guard let time, !changes.isEmpty else { throw unknown(text) }
    guard time <= asked.trace.duration else {
      throw .usage(
        "--change '\(text)' comes after the end of the scroll; expected a time of at most "
          + "\(NumberText.fixed(asked.trace.duration.seconds, decimals: 1))s")
    }
    return Change(text: text, time: time, changes: changes)
  }

  private static func unknown(_ text: String) -> CommandError {
    .usage(
      "--change '\(text)' is no change; expected a time and a budget, prefetch or network, like "
        + "'at=30s budget=32MiB'")
  }

  private static func change(
    _ name: String, to value: String, _ text: String, _ asked: RunRequest
  ) throws(CommandError) -> RunChange {
    if ["budget", "prefetch"].contains(name), !asked.hasCache {
      throw .usage("--change '\(text)': loader '\(asked.loader.text)' has no cache")
    }
    switch name {
    case "budget": return .budget(try budget(value, text, asked))
    case "prefetch":
      do {
        let choice = try ScrollSim.catalogs.prefetchers.choose(value)
        return .prefetcher(choice.entry.prefetcher(choice.settings))
      } catch { throw .usage("--change '\(text)': \(error)") }
    case "network": return .network(try NetworkInput.find(value))
    case "policy":
      throw .usage(
        "--change '\(text)': a cache keeps its policy during a run; expected budget, prefetch or "
          + "network, or --policy A,B to compare policies from the start")
    default:
      let names = ["at", "budget", "prefetch", "network"]
      let hint =
        NameMatch.suggestion(for: name, among: names).map { "did you mean '\($0)'?" }
        ?? "expected \(Phrase.list(names))"
      throw .usage("--change '\(text)': it has no setting '\(name)'; \(hint)")
    }
  }

  private static func budget(
    _ value: String, _ text: String, _ asked: RunRequest
  ) throws(CommandError) -> ByteCount? {
    let list: BudgetList
    do { list = try BudgetList(parsing: value) } catch {
      throw .usage("--change '\(text)': \(error)")
    }
    if let problem = list.missingUnit(below: asked.trace.catalog.smallestImage) {
      throw .usage("--change '\(text)': \(problem)")
    }
    guard list.entries.count == 1, let entry = list.entries.first else {
      throw .usage("--change '\(text)' has several budgets; expected one, or --change for each")
    }
    let device = asked.scenario.device
    let budget = entry.budget(own: asked.loader.entry.ownBudget(on: device), on: device)
    if budget == nil, let need = asked.policies[0].needForBudget {
      throw .usage("--change '\(text)': no limit, but \(need); expected a size")
    }
    return budget
  }

  /// Makes the run and its variants.
  /// - Returns: the reports, that of the unchanged run first.
  func reports(_ prepared: PreparedScenario, seed: UInt64) -> [RunReport] {
    let run = LiveRun(
      prepared, asked.policies[0], budget: asked.budgets[0], seed: seed, log: nil,
      isRepeatable: true)
    var reports = [RunReport](repeating: RunReport(), count: changes.count)
    for index in changes.indices.sorted(by: { changes[$0].time < changes[$1].time }) {
      // As an event of the trace, a change comes before the frame at its time.
      run.advance(to: changes[index].time - SimTime(nanoseconds: 1))
      let copy = run.copy()
      for change in changes[index].changes { copy.change(change) }
      copy.finish()
      reports[index] = copy.report()
    }
    run.finish()
    return [run.report()] + reports
  }
}

/// The output of `run --change`.
extension ChangedRuns {
  private static let figures =
    [Figure.stall, .frozen, .hitchRatio, .band] + Figure.times.prefix(3) + [.neverShown]
    + ["hitRate", "removals", "cachePeakBytes", "footprintPeakBytes"].map { FigureCatalog[$0] }

  private struct Document: Encodable {
    struct Run: Encodable {
      /// The change as typed; null for the unchanged run.
      @OrNull var change: String?
      @OrNull var killed: RunDocument.Killed?
      let figures: [String: FigureValue]
    }

    let run: RunDocument.Head
    @OrNull var policy: String?
    let budget: String
    let runs: [Run]
  }

  /// Prints the figures of the whole runs, the unchanged one first.
  func print(_ reports: [RunReport], _ output: FormatOption) throws {
    let texts = [nil] + changes.map { Optional($0.text) }
    let policy = asked.hasCache ? asked.policies[0].label : nil
    let budget = asked.hasCache ? asked.budgets[0].budgetText : "-"
    typealias Row = (text: String?, report: RunReport)
    var columns = [Column<Row>(.left("change").keeping(.key)) { $0.text ?? "none" }]
    for figure in Self.figures {
      columns.append(Column(figure.tableColumn) { figure.cell(figure.value(of: $0.report)) })
    }
    if reports.contains(where: { $0.death != nil }) {
      columns.append(Column(.prose("note")) { $0.report.death?.text ?? "" })
    }
    try output.print(
      Table(columns, of: zip(texts, reports).map { (text: $0, report: $1) }),
      Document(
        run: RunDocument.Head(asked), policy: policy, budget: budget,
        runs: zip(texts, reports).map { text, report in
          Document.Run(
            change: text, killed: report.death.map(RunDocument.Killed.init),
            figures: Dictionary(
              uniqueKeysWithValues: FigureCatalog.ofReports.map { ($0.name, $0.value(of: report)) })
          )
        }),
      caption: policy.map { "\(asked.caption)\npolicy \($0), budget \(budget)" } ?? asked.caption)
  }
}
