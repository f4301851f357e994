import ScrollCore
import ScrollPages
import ScrollSweeps

/// A sweep as a table for people: best first under the same conditions, a row for each policy.
struct SweepTable {
  private let plan: SweepPlan
  private(set) var report: SweepReport
  private var deaths = SweepDeaths()
  private var ownCaches = OwnCaches()

  /// A table without rows.
  init(_ plan: SweepPlan) {
    self.plan = plan
    report = SweepReport(plan.record)
  }

  /// Adds a run of the plan.
  mutating func add(_ row: ResultRow) {
    report.add(row)
    deaths.add(row)
    ownCaches.add(row, of: plan)
  }

  /// The rows, with what they have of their loaders' own caches.
  ///
  /// - Parameter regret: whether they have the regret.
  /// - Returns: the table.
  func table(regret: Bool) -> Table {
    report.summaryTable(regret: regret) { ownCaches.note($0, $1) }
  }

  /// The sweep, the order of its rows, and the parts of it that are synthetic or estimated.
  var caption: String {
    var lines = plan.title.isEmpty ? [] : [plan.title.visible]
    lines.append(
      "\(Words.count(plan.runs.count, "run")); \(report.summaryOrder), the seconds of missing screen"
        + (report.spreadWords.map { ", mean ± standard deviation over \($0)" } ?? ""))
    return (lines + report.common).joined(separator: "\n")
  }

  /// What must be known to compare the rows, a sentence each.
  var notes: [String] {
    deaths.sentences + [ownCaches.sentence, report.origins].compactMap { $0 }
  }
}
