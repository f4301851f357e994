import ScrollCore
import ScrollPages
import ScrollSimulation
import ScrollSweeps

/// The results of a sweep in a store: a table for people, every run for programs.
struct SweepOutput {
  private let plan: SweepPlan
  private let store: ResultStore

  /// A Boolean value that indicates whether the lower bounds of misses and stalls were requested.
  private let regret: Bool
  /// A Boolean value that indicates whether recommendations with confidence bands are printed.
  private let band: Bool

  init(_ plan: SweepPlan, _ store: ResultStore, regret: Bool, band: Bool = false) {
    self.plan = plan
    self.store = store
    self.regret = regret
    self.band = band
  }

  /// Prints a table, the best run first, or for other formats the runs in the order of the plan.
  func print(_ output: FormatOption) throws {
    switch output.format {
    case .table:
      let table = try table()
      let advice = try banded()?.bandedAdvice ?? []
      let notes = [table.notes, advice].filter { !$0.isEmpty }
        .map { "\n" + $0.joined(separator: "\n") + "\n" }.joined()
      let text = table.table(regret: regret)
        .text(fitting: output.width, style: .standardOutput)
      try Output.print(
        Terminal.wrapped(table.caption, to: output.width) + "\n\n" + text
          + Terminal.wrapped(notes, to: output.width))
    case .markdown:
      let advice = try banded().map { "\n\($0.bandedAdvice.joined(separator: " "))\n" } ?? ""
      try Output.print(table().table(regret: regret).markdown() + advice)
    case .csv: try CSVExport.print(rows, regret: regret, to: Output.printData)
    case .json:
      try JSONExport.print(
        plan.record, version: ScrollSim.version, report: banded()?.document, rows, regret: regret,
        from: store.path, to: Output.print)
    }
  }

  private func rows(_ body: (RunRow) throws -> Void) throws {
    do { try store.rows(of: plan.key, body) } catch let error as ResultStoreError {
      throw CommandError(error)
    }
  }

  /// Returns the report with the bands of its recommendations; `nil` unless bands were requested.
  private func banded() throws -> SweepReport? {
    guard band else { return nil }
    var report = try WholeReport(store, plan.record).report()
    report.bands = AdviceBands(plan).bands(of: report.adviceQuestions)
    return report
  }

  private func table() throws -> SweepTable {
    var table = SweepTable(plan)
    try rows { table.add($0) }
    if regret, !table.report.hasRegret {
      Output.say(
        "note: no regret in misses, because a prefetched image may hit on its first request; "
          + "expected --prefetch none")
    }
    return table
  }
}

/// A sweep as a table for people, with a row for each policy.
///
/// Under the same conditions, the best policy is first.
struct SweepTable {
  private let plan: SweepPlan
  private(set) var report: SweepReport
  private var deaths = SweepDeaths()
  private var ownCaches = DefaultCaches()

  /// Creates a table without rows.
  init(_ plan: SweepPlan) {
    self.plan = plan
    report = SweepReport(plan.record, sessions: plan.traces)
  }

  /// Adds a run of the plan.
  mutating func add(_ row: RunRow) {
    report.add(row)
    deaths.add(row)
    ownCaches.add(row, of: plan)
  }

  /// Returns the table, with notes on the rows that have a loader's default cache.
  ///
  /// - Parameter regret: `true` if the rows include the regret.
  /// - Returns: the table.
  func table(regret: Bool) -> Table {
    report.summaryTable(regret: regret) { ownCaches.note($0, $1) }
  }

  /// A caption with the title of the sweep, the order of the rows, and the parts that are synthetic
  /// or estimated.
  var caption: String {
    var lines = plan.title.isEmpty ? [] : [plan.title.visible]
    lines.append(
      "\(Phrase.count(plan.runs.count, "run")). \(report.summaryOrder). "
        + "Stall is seconds times the missing share of the screen."
        + (report.spreadWords.map { " Figures are means ± standard deviations over \($0)." } ?? ""))
    return (lines + report.common).joined(separator: "\n")
  }

  /// Notes that are necessary to compare the rows, a sentence each.
  var notes: [String] {
    deaths.sentences + [ownCaches.sentence, report.origins].compactMap { $0 }
  }
}

/// The kills of the app in a sweep, as a sentence for each reason with the times.
struct SweepDeaths {
  private struct Victim {
    let name: String
    /// The first and the last time, in seconds of simulated time.
    var first: Double, last: Double

    var text: String {
      let times = [first, last].map { NumberText.fixed($0, decimals: 1) }
      return "\(name) at \(times[0])" + (times[0] == times[1] ? "" : " to \(times[1])") + " s"
    }
  }

  /// The reasons in the order of the runs.
  ///
  /// For each reason, `places` has the index of each victim by its name.
  private var reasons: [(text: String, victims: [Victim], places: [String: Int])] = []

  /// Adds a run.
  ///
  /// A run without a kill changes nothing.
  mutating func add(_ row: RunRow) {
    guard let reason = row.run.killed else { return }
    let seconds = (row.run.killedMilliseconds ?? 0) / 1000
    let name = [row.scenario.loader, row.run.label].compactMap { $0 }.joined(separator: " ")
    let place = reasons.firstIndex { $0.text == reason } ?? reasons.count
    if place == reasons.count { reasons.append((reason, [], [:])) }
    if let known = reasons[place].places[name] {
      reasons[place].victims[known].first = min(reasons[place].victims[known].first, seconds)
      reasons[place].victims[known].last = max(reasons[place].victims[known].last, seconds)
    } else {
      reasons[place].places[name] = reasons[place].victims.count
      reasons[place].victims.append(Victim(name: name, first: seconds, last: seconds))
    }
  }

  /// A sentence for each reason, with the settings and the times of the kills.
  ///
  /// For example: `Killed: its footprint reached the app limit (cached unbounded at 8.3 s).`
  var sentences: [String] {
    reasons.map { reason in
      "Killed: \(reason.text) (\(Phrase.list(reason.victims.map(\.text), atMost: 6)))."
    }
  }
}

/// The rows of a sweep whose policy or limit is the default of their loader.
///
/// As in `run`, a policy or limit that the user has typed also counts if it equals the default.
struct DefaultCaches {
  /// A policy in a scenario, with all its budgets.
  ///
  /// A budget of `nil` means no limit.
  private struct Row {
    var hasPolicy = false
    var limits: Set<Int?> = [], ownLimits: Set<Int?> = []
  }

  private var rows: [ContentKey: [String: Row]] = [:]
  /// The default caches by the loaders' names.
  private var caches: [(loader: String, cache: DefaultCache)] = []

  /// Adds a run of a plan.
  mutating func add(_ row: RunRow, of plan: SweepPlan) {
    let scenario = plan.scenario(of: plan.runs[row.position])
    let loader = scenario.loader.entry
    guard let policy = row.run.label, let own = loader.ownCache else { return }
    var known = rows[row.scenario.key]?[policy] ?? Row()
    known.limits.insert(row.run.budgetBytes)
    let hasLimit = row.run.budgetBytes == own.budget(on: scenario.device)?.bytes
    if hasLimit { known.ownLimits.insert(row.run.budgetBytes) }
    if policy == own.policy { known.hasPolicy = true }
    rows[row.scenario.key, default: [:]][policy] = known
    guard hasLimit || known.hasPolicy, !caches.contains(where: { $0.loader == loader.name }) else {
      return
    }
    caches.append((loader.name, own))
  }

  /// Returns a note that says whether a policy in a scenario has its loader's default policy, limit
  /// or both; `nil` if it has neither.
  ///
  /// The words are those of `run`.
  func note(_ scene: ScenarioRecord, _ policy: String) -> String? {
    guard let row = rows[scene.key]?[policy] else { return nil }
    guard !row.ownLimits.isEmpty else { return row.hasPolicy ? "the loader's default policy" : nil }
    let limits = row.ownLimits.map { $0.map { "\(ByteCount($0))" } ?? "no limit" }.sorted()
    return "the loader's default \(row.hasPolicy ? "cache" : "limit")"
      + (row.limits.count > limits.count ? " at \(limits.joined(separator: ", "))" : "")
  }

  /// A sentence that describes the default caches; `nil` if no row has one.
  var sentence: String? {
    guard !caches.isEmpty else { return nil }
    let texts = caches.map { "of \($0.loader): \($0.cache.policy), \($0.cache.limit)" }
    return "The cache \(texts.joined(separator: "; "))."
  }
}
