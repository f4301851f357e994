package import ScrollSimulation

/// What a run stalls for, and what would help, by how much.
package struct Diagnosis: Sendable {
  package let run: RunCase
  package let report: RunReport
  package let causes: StallCauses
  /// For how many images its budget has room, and how many its policy needs, where these are more.
  package let shortage: (room: Double, needed: Int)?
  /// What the maker of the app can change, best first; of the policies only the best.
  package let levers: [WhatIf]
  /// How many policies were tried.
  package let triedPolicies: Int
  /// What takes a resource away, best first; of the clairvoyant prefetchers only the best.
  package let ideals: [WhatIf]
  /// Nil where nothing stalls, where the app was killed, and where no resource alone is to blame.
  package let bottleneck: Bottleneck?
  /// Whether the stall is less than what matters, so that nothing was tried.
  package let isCalm: Bool
  /// What no cache of its budget can avoid, where that was asked for.
  package let bound: StallBound?
  /// How many decimals of stall seconds its sentence has at most: what a band supports.
  package var decimals = 3

  /// Judges a run by what was tried.
  /// - Parameters:
  ///   - examination: of the run.
  ///   - tried: all of its trials.
  ///   - bound: of the examination.
  package init(_ examination: Examination, _ tried: [WhatIf], bound: StallBound? = nil) {
    self.bound = bound
    run = examination.run
    report = examination.report
    causes = examination.causes
    shortage = examination.shortage
    isCalm = examination.trials.isEmpty && report.death == nil
    let ranked = Ranking.bestFirst(tried) { $0.score }
    let policies = ranked.filter { $0.lever == .policy }
    triedPolicies = policies.count
    let best = policies.first?.trial.text
    levers = ranked.filter { $0.lever != nil && ($0.lever != .policy || $0.trial.text == best) }
    let sight = ranked.first { $0.ideal == .prefetch }?.trial.text
    ideals = ranked.filter { $0.ideal != nil && ($0.ideal != .prefetch || $0.trial.text == sight) }
    bottleneck =
      report.death != nil
      ? nil
      : Bottleneck(stall: report.stalls.seconds, evicted: causes.hadLeft, tried)
  }

  /// The lever to pull: of those that help the best that costs nothing, else the best; nil if none
  /// is worth pulling.
  package var bestLever: WhatIf? { bestLevers.first }

  /// What helps, best first, and what has a price after all that has none.
  package var bestLevers: [WhatIf] {
    let helping = levers.filter(\.helps)
    return helping.filter { $0.trial.price == nil } + helping.filter { $0.trial.price != nil }
  }

  /// What would save a tenth of the stall more than the lever to pull, for a price; nil if nothing
  /// does.
  var dearLever: WhatIf? {
    guard let best = bestLever, best.trial.price == nil else { return nil }
    return levers.first {
      $0.helps && best.stallSeconds - $0.stallSeconds > report.stalls.seconds / 10
    }
  }

  /// The ideal of a kind that was tried.
  package func ideal(_ ideal: Ideal) -> WhatIf? { ideals.first { $0.ideal == ideal } }

  /// The best of the policies; nil where none was tried.
  package var bestPolicy: WhatIf? { levers.first { $0.lever == .policy } }
}
