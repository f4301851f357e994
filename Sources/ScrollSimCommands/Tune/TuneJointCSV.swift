import ScrollCore
import ScrollPages
import ScrollSimulation
import ScrollSweeps

/// All that was tried as comma-separated values: a line each, means over the runs unrounded.
///
/// A figure that never came, or that a run does not have, is empty.
enum TuneJointCSV {
  static func table(_ answers: [JointAnswer]) -> Table {
    let figures = answers[0].limits.map(\.figure).reduce(answers[0].figures) { known, figure in
      known.contains { $0.name == figure.name } ? known : known + [figure]
    }
    let columns = [
      "device", "network", "loader", "prefetcher", "policy", "budget_bytes", "runs", "killed",
      "keeps", "on_front", "chosen", "baseline",
    ]
    var table = Table((columns + figures.map(\.name) + ["tuning"]).map { .left($0) })
    for answer in answers {
      let front = Set(answer.front)
      for (place, trial) in answer.trials.enumerated() {
        let asked = [
          answer.device.name, answer.network.name, trial.loader, trial.prefetcher,
          trial.policy ?? "", trial.budget.map { "\($0.bytes)" } ?? "", "\(trial.runs.count)",
          trial.killed ?? "",
        ]
        let found = [
          trial.keeps, front.contains(place), answer.chosen == place, answer.baseline == place,
        ].map { "\($0)" }
        let means = figures.map { trial.mean($0) }.map { $0.isFinite ? "\($0)" : "" }
        table.append(asked + found + means + ["\(answer.key)"])
      }
    }
    return table
  }
}
