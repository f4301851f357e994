import ScrollCaching
import ScrollCore
import ScrollSimulation

/// Whether what was counted in runs adds up, as the laws of conservation say.
enum RunCheck {
  /// - Throws: the first law that a run breaks, with exit status 1.
  static func require(_ rows: [RunRow]) throws(CommandError) {
    for row in rows {
      guard let law = row.report.brokenLaws.first else { continue }
      let policy = row.policy.map { ", policy \($0.text)" } ?? ""
      let budget = row.budget.map { ", budget \($0)" } ?? ""
      throw CommandError(.gateSaidNo, "--check\(policy)\(budget): \(law)")
    }
    Output.say("note: everything counted adds up in \(Words.count(rows.count, "run"))")
  }
}
