package import ScrollSimulation

/// A trial that was run, and what came of it.
package final class WhatIf: Sendable {
  package let trial: Trial
  package let report: RunReport
  /// Stall seconds that it saves; below zero where it costs some, nil where the app was killed with
  /// it or without it, since a run that ends early stalls no more.
  package let savedSeconds: Double?
  /// Whether that is a difference that matters.
  package let isMaterial: Bool
  /// For how many images its budget has room, and how many its policy needs, where these are more.
  package let shortage: (room: Double, needed: Int)?
  /// What speaks against the run as it is.
  private let faultsBefore: RunFaults

  package init(
    trial: Trial, report: RunReport, savedSeconds: Double?, isMaterial: Bool,
    shortage: (room: Double, needed: Int)? = nil, faultsBefore: RunFaults = []
  ) {
    self.trial = trial
    self.report = report
    self.savedSeconds = savedSeconds
    self.isMaterial = isMaterial
    self.shortage = shortage
    self.faultsBefore = faultsBefore
  }

  package var stallSeconds: Double { report.stalls.seconds }

  /// What speaks against it that does not speak against the run as well.
  ///
  /// An ideal is no advice: that the cache is too small with it, too, is nothing against it.
  package var faults: RunFaults {
    let faults = RunFaults(report, isTooSmall: shortage != nil)
    if ideal != nil { return faults.intersection(.killed) }
    return faults.subtracting(faultsBefore.subtracting(.killed))
  }

  /// Whether it is worth having: it saves what matters, or keeps an app alive that was killed, and
  /// nothing new speaks against it.
  package var helps: Bool {
    guard faults.isEmpty else { return false }
    return faultsBefore.contains(.killed) || isMaterial && (savedSeconds ?? 0) > 0
  }

  package var lever: Lever? {
    if case .lever(let lever) = trial.subject { lever } else { nil }
  }

  package var ideal: Ideal? {
    if case .ideal(let ideal) = trial.subject { ideal } else { nil }
  }

  /// What it is ranked by.
  var score: RunScore {
    var score = RunScore(report)
    score.tooSmallShare = faults.contains(.tooSmall) ? 1 : 0
    if !faults.contains(.overBudget) { score.overBudgetShare = 0 }
    return score
  }
}

/// What speaks against taking a run, however little it stalls.
package struct RunFaults: OptionSet, Sendable {
  package let rawValue: Int

  package init(rawValue: Int) { self.rawValue = rawValue }

  /// The device killed the app.
  package static let killed = RunFaults(rawValue: 1)
  /// Its budget has no room for the images that its policy needs.
  package static let tooSmall = RunFaults(rawValue: 2)
  /// It was over its budget for longer than is tolerated.
  package static let overBudget = RunFaults(rawValue: 4)

  package init(_ report: RunReport, isTooSmall: Bool) {
    self = report.death == nil ? [] : .killed
    if isTooSmall { insert(.tooSmall) }
    if !RunScore(report).keepsBudget { insert(.overBudget) }
  }
}
