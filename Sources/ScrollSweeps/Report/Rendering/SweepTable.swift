import ScrollCore
package import ScrollPages
import ScrollSimulation

/// A sweep as a table for people, with a row for each policy.
///
/// Under the same conditions, the best policy is first.
package struct SweepTable {
  private let plan: SweepPlan
  private var report: SweepReport
  private var deaths = SweepDeaths()
  private var ownCaches = DefaultCaches()

  /// Creates the table of a plan's runs.
  /// - Parameters:
  ///   - plan: The plan.
  ///   - store: The store with the runs.
  /// - Throws: `ResultStoreError` if the store cannot be read.
  package init(_ plan: SweepPlan, in store: ResultStore) throws {
    self.plan = plan
    report = SweepReport(plan.record, sessions: plan.traces)
    try store.rows(of: plan.key) { add($0) }
  }

  private mutating func add(_ row: RunRow) {
    report.add(row)
    deaths.add(row)
    ownCaches.add(row, of: plan)
  }

  /// Returns the table, with notes on the rows that have a loader's default cache.
  ///
  /// - Parameter regret: `true` if the rows include the regret.
  /// - Returns: the table.
  package func table(regret: Bool) -> Table {
    report.summaryTable(regret: regret) { ownCaches.note($0, $1) }
  }

  /// A Boolean value that indicates whether the misses of some run have a bound.
  package var hasRegret: Bool { report.hasRegret }

  /// A caption with the title of the sweep, the order of the rows, and the parts that are synthetic
  /// or estimated.
  package var caption: String {
    var lines = plan.title.isEmpty ? [] : [plan.title.visible]
    lines.append(
      "\(Phrase.count(plan.runs.count, "run")). \(report.summaryOrder). "
        + "Stall is seconds times the missing share of the screen."
        + (report.spreadWords.map { " Figures are means ± standard deviations over \($0)." } ?? ""))
    return (lines + report.common).joined(separator: "\n")
  }

  /// Notes that are necessary to compare the rows, a sentence each.
  package var notes: [String] {
    deaths.sentences + [ownCaches.sentence, report.origins].compactMap { $0 }
  }
}

/// The kills of the app in a sweep, as a sentence for each reason with the times.
private struct SweepDeaths {
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
private struct DefaultCaches {
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

extension SweepReport {
  /// Returns a table of the runs in the order of `summaryRows`.
  ///
  /// It has a column for each budget, and one for the mean that determines the order. If each row
  /// has a single budget, a column names it instead.
  ///
  /// - Parameters:
  ///   - regret: whether the table has the regret.
  ///   - note: a further note on a policy in a scenario, if any.
  /// - Returns: the table, without a column for notes if there are none.
  package func summaryTable(
    regret: Bool, note: (ScenarioRecord, String) -> String? = { _, _ in nil }
  ) -> Table {
    let names = names
    let rows = summaryRows.map { row in
      let notes = [row.standing.score.excessText, note(scenes[row.scene], row.standing.name)]
      return SummaryLine(row: row, note: notes.compactMap { $0 }.joined(separator: "; "))
    }
    let budgets = BudgetColumns(self, rows.map(\.place))
    var columns =
      names.columns.enumerated().map { place, name in
        Column<SummaryLine>(.left(name).keeping(.key)) { names.cells($0.row.scene)[place] }
      }
      + [Column(.left("policy").keeping(.key)) { $0.row.standing.name }] + budgets.budget
    if rows.contains(where: { $0.row.mean != nil }) {
      columns.append(
        Column(.right("mean \(Figure.stall.header)").keeping(.key)) { Self.mean(of: $0.row) })
      columns += budgets.columns(.stall, Self.stalls)
    } else {
      columns += budgets.columns(.stall, first: .key, Self.stalls)
    }
    // The value is the worst over the budgets, which rarely affect it.
    for figure in hasLateFrames ? [Figure.frozen, .hitchRatio] : [] {
      let head = self.budgets.count > 1 ? "worst \(figure.header)" : figure.header
      columns.append(
        Column(.right(head)) { line in
          let worst = budgets.cells(line.place).compactMap { $0 }
            .max { $0[figure].mean < $1[figure].mean }
          return worst?.text(figure) ?? "-"
        })
    }
    columns += budgets.columns(.hitRate, keeping: .detail) { line, cell in
      line.row.standing.name == Self.noCache ? "-" : cell.text(.hitRate, decimals: 1)
    }
    if regret, hasRegret {
      columns += budgets.columns(.regret) { _, cell in cell.text(.regret, decimals: 0) }
    }
    if regret, cells.values.contains(where: { $0.knownStalls.count > 0 }) {
      columns += budgets.columns(.stallRegret) { line, cell in
        let frames = leastSeconds(in: line.place.scene, cell)
        let share = StallRegret([cell])?.share(materiality, frames: frames)
        return share.map { Figure.stallRegret.cell($0) } ?? "-"
      }
    }
    if rows.contains(where: { !$0.note.isEmpty }) {
      columns.append(Column(.prose("note")) { $0.note })
    }
    return Table(columns, of: rows)
  }

  /// A policy in a scenario, with a note.
  struct SummaryLine {
    let row: SummaryRow
    let note: String

    var place: (scene: Int, policy: Int) { row.place }
  }

  /// A Boolean value that indicates whether the misses of some run have a bound.
  var hasRegret: Bool { cells.values.contains { $0[.regret].count > 0 } }

  /// A Boolean value that indicates whether some runs differ only in their seed.
  var hasSeeds: Bool { seeds.count > 1 }

  /// The sources of the spread in a cell, `sessions and seeds`; `nil` if a cell is one run.
  var spreadWords: String? {
    let hasSessions = sessions.count > Set(scenes.map(\.trace.path)).count
    let parts = (hasSessions ? ["sessions"] : []) + (hasSeeds ? ["seeds"] : [])
    return parts.isEmpty ? nil : parts.joined(separator: " and ")
  }

  /// The settings that all runs share, and the origin of traces and profiles, as lines of text.
  var common: [String] {
    let names = names
    return [names.shared, names.sources].filter { !$0.isEmpty }
      + [shortages, budgetUnits].compactMap { $0 }
  }

  /// Returns the mean by which a row is ranked, with the reason if it is ranked after the others.
  private static func mean(of row: SummaryRow) -> String {
    guard let mean = row.mean else { return "-" }
    let standing = row.standing
    return NumberText.fixed(mean, decimals: 2)
      + objection(standing.deaths, of: standing.runs, isTooSmall: standing.isTooSmall)
  }

  private static func objection(_ deaths: Int, of runs: Int, isTooSmall: Bool) -> String {
    (deaths == 0 ? "" : deaths == runs ? " killed" : " some killed")
      + (isTooSmall ? " too small" : "")
  }

  private static func stalls(_: SummaryLine, _ cell: ReportCell) -> String {
    cell.text(.stall, decimals: 2)
      + objection(cell.deaths, of: cell.runs, isTooSmall: cell.shortage != nil)
  }

  /// A Boolean value that indicates whether some frame of some run was late.
  private var hasLateFrames: Bool { cells.values.contains { $0[.frozen].mean > 0 } }
}

extension SweepReport {
  /// The conditions that ranked rows must share.
  private struct Conditions: Hashable {
    let trace: String, layout: String
    let device: ContentKey, network: ContentKey

    init(_ scene: ScenarioRecord) {
      trace = scene.trace.digest
      layout = scene.layout
      device = scene.device.digest
      network = scene.network.digest
    }
  }

  /// A policy in a scenario.
  struct SummaryRow {
    let scene: Int
    let standing: PolicyResult
    /// The mean stall over the budgets at which the row is compared; `nil` if no row of its group has
    /// several.
    var mean: Double?

    var place: (scene: Int, policy: Int) { (scene, standing.policy) }
  }

  /// The policies of all scenarios, grouped by trace, layout, device and network, and best first in
  /// each group.
  ///
  /// The order does not depend on loaders, prefetchers and settings. Rows are compared at the
  /// budgets that all rows with a cache in their group share. If they share none, each row counts
  /// with all of its budgets. Groups, and equal rows in them, keep the requested order. Equal
  /// policies of one scenario are ordered by name.
  var summaryRows: [SummaryRow] {
    summaryGroups.flatMap { group in
      let shared = sharedBudgets(of: group)
      // Without shared budgets, a row with a single one has that stall as its mean.
      let isApart = shared.isEmpty && group.contains { budgets(of: $0).count > 1 }
      let told = group.map { row in
        var row = row
        let compared = shared.isEmpty ? budgets(of: row) : shared
        if compared.count > (isApart ? 0 : 1) { row.mean = score(of: row, at: shared).stallSeconds }
        return row
      }
      return Ranking.bestFirst(told) { score(of: $0, at: shared) }
    }
  }

  private var summaryGroups: [[SummaryRow]] {
    var groups: [[SummaryRow]] = []
    var places: [Conditions: Int] = [:]
    for (index, scene) in scenes.enumerated() {
      let conditions = Conditions(scene)
      let place = places[conditions] ?? groups.count
      if place == groups.count { groups.append([]) }
      places[conditions] = place
      groups[place] += ranking(over: [index]).map { SummaryRow(scene: index, standing: $0) }
    }
    return groups
  }

  /// Returns the indices of a row's budgets; empty without a cache.
  private func budgets(of row: SummaryRow) -> Set<Int> {
    Set(
      budgets.indices.filter {
        budgets[$0] != nil
          && cells[Place(scene: row.scene, policy: row.standing.policy, budget: $0)] != nil
      })
  }

  private func sharedBudgets(of group: [SummaryRow]) -> Set<Int> {
    let all = group.map { budgets(of: $0) }.filter { !$0.isEmpty }
    return all.dropFirst().reduce(all.first ?? []) { $0.intersection($1) }
  }

  /// Returns the score that ranks a row.
  ///
  /// Kills and budgets that are exceeded or too small count at every budget, other figures only at
  /// shared budgets.
  private func score(of row: SummaryRow, at shared: Set<Int>) -> RunScore {
    let compared = shared.sorted().compactMap {
      cells[Place(scene: row.scene, policy: row.standing.policy, budget: $0)]
    }
    let whole = row.standing.score
    var score = compared.isEmpty ? whole : RunScore(meanOf: compared.map { $0.score })
    score.killedShare = whole.killedShare
    score.livedSeconds = whole.livedSeconds
    score.overBudgetShare = whole.overBudgetShare
    score.tooSmallShare = whole.tooSmallShare
    score.isComplete = true
    return score
  }

  /// The order as text: `For each trace and device, the least stall comes first (mean over budgets)`.
  package var summaryOrder: String {
    let conditions: Set = ["trace", "layout", "device", "network"]
    let varied = names.columns.filter { conditions.contains($0) }
    let group = varied.isEmpty ? "The" : "For each \(Phrase.list(varied)), the"
    return "\(group) least stall comes first\(comparison)"
  }

  /// The budgets at which rows are compared, as text; empty if they are obvious.
  private var comparison: String {
    var (isMean, isPartial, isApart, isSingle) = (false, false, false, true)
    for group in summaryGroups {
      let shared = sharedBudgets(of: group)
      let rest = group.map { budgets(of: $0) }.filter { !$0.isEmpty && $0 != shared }
      if shared.count > 1 { isMean = true }
      if group.contains(where: { budgets(of: $0).count > 1 }) { isSingle = false }
      if !rest.isEmpty { if shared.isEmpty { isApart = true } else { isPartial = true } }
    }
    if isApart, isSingle { return " (each at its own budget)" }
    if isApart { return " (rows have no common budget: the mean of each over its own budgets)" }
    if isPartial { return " (at the budgets that all rows have)" }
    return isMean ? " (mean over budgets)" : ""
  }
}

/// The columns of a figure in a table of rows with several budgets.
///
/// There is one column for each budget. If no row has more than one budget, there is a single
/// column next to the row's budget.
final class BudgetColumns {
  private let report: SweepReport
  /// The indices of the budgets, the smallest budget first; `nil` if each row has its own.
  private let budgets: [Int]?

  /// Creates the columns.
  /// - Parameters:
  ///   - report: the report with the cells.
  ///   - rows: the scenarios and policies of the rows.
  init(_ report: SweepReport, _ rows: [(scene: Int, policy: Int)]) {
    self.report = report
    let all = report.budgets.indices.sorted {
      (report.budgets[$0] ?? 0) < (report.budgets[$1] ?? 0)
    }
    let isOwn = all.count > 1 && rows.allSatisfy { report.tried($0).count == 1 }
    budgets = isOwn ? nil : all
  }

  /// The column with the budget of a row; empty if the headers name the budgets.
  var budget: [Column<SweepReport.SummaryLine>] {
    guard budgets == nil else { return [] }
    return [
      Column(.right("budget")) { [report] line in
        report.tried(line.place).map { report.text(ofBudget: $0) }.joined()
      }
    ]
  }

  /// Returns the columns of a figure.
  /// - Parameters:
  ///   - figure: the figure, which names the header.
  ///   - first: the priority of the first column in a narrow table; if `nil`, that of the others.
  ///   - priority: the priority of the other columns.
  ///   - text: a function that returns the text of a row's cell.
  /// - Returns: one column for each budget, or one next to the row's own budget.
  func columns(
    _ figure: Figure, first: Table.Column.Priority? = nil,
    keeping priority: Table.Column.Priority = .usual,
    _ text: @escaping (SweepReport.SummaryLine, ReportCell) -> String
  ) -> [Column<SweepReport.SummaryLine>] {
    (budgets.map { $0.map { Optional($0) } } ?? [nil]).enumerated().map { place, budget in
      let name = budget.map { " \(report.text(ofBudget: $0))" } ?? ""
      let head = Table.Column.right(figure.header + name)
      return Column(head.keeping(place == 0 ? first ?? priority : priority)) { [self] line in
        cells(line.place)[place].map { text(line, $0) } ?? "-"
      }
    }
  }

  /// Returns the cells of a row; `nil` for a budget that was not tried.
  func cells(_ row: (scene: Int, policy: Int)) -> [ReportCell?] {
    (budgets ?? report.tried(row)).map { budget in
      report.cells[
        SweepReport.Place(scene: row.scene, policy: row.policy, budget: budget)]
    }
  }
}

extension SweepReport {
  /// Returns the indices of the budgets, including no cache, with which a policy was tried in a
  /// scenario.
  fileprivate func tried(_ row: (scene: Int, policy: Int)) -> [Int] {
    budgets.indices.filter {
      cells[Place(scene: row.scene, policy: row.policy, budget: $0)] != nil
    }
  }
}
