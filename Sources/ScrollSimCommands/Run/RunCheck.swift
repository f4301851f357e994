import ScrollCore
import ScrollPages
import ScrollSimulation
import ScrollSweeps

/// The check that the figures of runs add up by the laws of conservation.
enum RunCheck {
  /// - Throws: the first law that a run breaks, with exit status 1.
  static func require(_ runs: [MadeRun]) throws(CommandError) {
    for run in runs {
      guard let law = run.report.brokenLaws.first else { continue }
      let policy = run.row.run.label.map { ", policy \($0)" } ?? ""
      let budget = run.row.run.policy == nil ? "" : ", budget \(run.row.run.budgetText)"
      throw CommandError(.gateSaidNo, "--check\(policy)\(budget): \(law)")
    }
    Output.say("note: all figures add up in \(Words.count(runs.count, "run"))")
  }
}
