package import ScrollSimulation

/// A trial with the result of its run.
package final class WhatIf: Sendable {
  package let trial: Trial
  package let report: RunReport
  /// The saving in stall seconds, negative for a loss.
  ///
  /// `nil` if the app was killed with or without the change, since a run that ends early has less
  /// time to stall.
  package let savedSeconds: Double?
  /// A Boolean value that indicates whether the saving or loss is visible.
  package let isMaterial: Bool
  /// The visible differences from the run without the change.
  package let effects: ComplaintEffects
  /// The figures of the run for the rule.
  let candidate: ChoiceRule.Candidate
  /// The warning that the cache has too little room; `nil` if it has enough.
  package let warning: CacheWarning?
  /// The faults of the run without the change.
  private let faultsBefore: RunFaults

  package init(
    trial: Trial, report: RunReport, savedSeconds: Double?, isMaterial: Bool,
    effects: ComplaintEffects = ComplaintEffects(), candidate: ChoiceRule.Candidate,
    warning: CacheWarning? = nil, faultsBefore: RunFaults = []
  ) {
    self.candidate = candidate
    self.trial = trial
    self.report = report
    self.savedSeconds = savedSeconds
    self.isMaterial = isMaterial
    self.effects = effects
    self.warning = warning
    self.faultsBefore = faultsBefore
  }

  package var stallSeconds: Double { report.stalls.seconds }

  /// The faults that the run without the change does not have.
  ///
  /// An ideal is not a recommendation, so a cache that exceeds its budget is no fault of an ideal.
  package var faults: RunFaults {
    let faults = RunFaults(report)
    if ideal != nil { return faults.intersection(.killed) }
    return faults.subtracting(faultsBefore.subtracting(.killed))
  }

  /// A Boolean value that indicates whether the change is worth making.
  ///
  /// A change is worth making if it adds no fault, and either saves a visible amount of stall or
  /// prevents the app from being killed.
  package var helps: Bool {
    guard faults.isEmpty else { return false }
    return faultsBefore.contains(.killed) || isMaterial && (savedSeconds ?? 0) > 0
  }

  /// Returns a Boolean value that indicates whether the change makes a complaint visibly smaller, and
  /// adds neither a fault nor visible missing screen or hitches.
  func helps(_ complaint: Complaint) -> Bool {
    complaint == .blank ? helps : faults.isEmpty && effects.helps(complaint)
  }

  /// A Boolean value that indicates whether the change makes a visible difference to any complaint.
  package var isVisible: Bool { isMaterial || !effects.gains.isEmpty }

  /// A Boolean value that indicates whether the change changes the stall visibly, gains on another
  /// complaint, or gets the app killed.
  package var isWorthARow: Bool {
    isMaterial || effects.gainsAnything || report.death != nil
  }

  package var lever: Lever? {
    if case .lever(let lever) = trial.subject { lever } else { nil }
  }

  package var ideal: Ideal? {
    if case .ideal(let ideal) = trial.subject { ideal } else { nil }
  }

  /// The score that ranks the change.
  var score: RunScore {
    var score = RunScore(report)
    if !faults.contains(.overBudget) { score.overBudgetShare = 0 }
    return score
  }
}

/// The faults of a run that count against it even if it stalls little.
package struct RunFaults: OptionSet, Sendable {
  package let rawValue: Int

  package init(rawValue: Int) { self.rawValue = rawValue }

  /// The device killed the app.
  package static let killed = RunFaults(rawValue: 1)
  /// The cache exceeded its budget for longer than is tolerated.
  package static let overBudget = RunFaults(rawValue: 2)

  init(_ report: RunReport) {
    self = report.death == nil ? [] : .killed
    if !RunScore(report).keepsBudget { insert(.overBudget) }
  }
}
