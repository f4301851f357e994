package import ScrollSimulation

/// A trial that was run, and what came of it.
package struct WhatIf: Sendable {
  package let trial: Trial
  package let report: RunReport
  /// Stall seconds that it saves; below zero where it costs some.
  package let savedSeconds: Double
  /// Whether that is a difference that matters.
  package let isMaterial: Bool
  /// For how many images its budget has room, and how many its policy needs, where these are more.
  package let shortage: (room: Double, needed: Int)?

  package init(
    trial: Trial, report: RunReport, savedSeconds: Double, isMaterial: Bool,
    shortage: (room: Double, needed: Int)? = nil
  ) {
    self.trial = trial
    self.report = report
    self.savedSeconds = savedSeconds
    self.isMaterial = isMaterial
    self.shortage = shortage
  }

  package var stallSeconds: Double { report.stalls.seconds }

  /// Whether it could be taken in place of the run: the app lives, with room for what its policy
  /// needs and within the budget.
  package var isSound: Bool {
    report.death == nil && shortage == nil && RunScore(report).keepsBudget
  }

  /// Whether it is worth having.
  package var helps: Bool { isSound && isMaterial && savedSeconds > 0 }

  package var lever: Lever? {
    if case .lever(let lever) = trial.subject { lever } else { nil }
  }

  package var ideal: Ideal? {
    if case .ideal(let ideal) = trial.subject { ideal } else { nil }
  }

  /// What it is ranked by.
  var score: RunScore {
    var score = RunScore(report)
    score.tooSmallShare = shortage == nil ? 0 : 1
    return score
  }
}
