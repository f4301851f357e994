import ScrollCore
import ScrollSimCommands
package import ScrollSweeps
import ScrollTraces

/// The result of a search and of its contest.
package struct EvolveAnswer: Sendable {
  /// The opponent, and how it was found.
  package struct Opponent: Sendable, Equatable {
    package var rival: BuiltInContender
    /// The policy with its default settings.
    let standard: String
    /// The number of settings that were tried to tune this policy and the next best policies.
    let tried: Int
    /// The number of built-in policies from which the opponent was chosen.
    package let among: Int
  }

  /// The effort of a search.
  struct Effort: Sendable, Equatable {
    let formulas: Int
    /// The number of trials of a formula in a scenario, and the number of formulas that were
    /// dropped before the last scenario.
    let trials: Int, dropped: Int
    /// The number of requested runs.
    let runs: Int
  }

  let spec: EvolveSpec
  package let scenes: [ScenarioFinding]
  let rules: [ContestRule]
  let effort: Effort
  /// The formulas from the best on validation scenarios to the worst, at most ten; the first is the
  /// winner.
  package let best: [Contender]
  /// The number of formulas that were compared on validation scenarios.
  let candidates: Int
  /// The formulas that no smaller formula beats on training scenarios, the smallest first.
  let front: [Contender]
  package let opponent: Opponent
  /// The policy whose stall time is the unit of all losses.
  let lru: BuiltInContender
  /// The finding on sealed scenarios; nil if there are none.
  package let sealed: SealedFinding?
  /// The laws of a policy, and whether the winner keeps them.
  let laws: [(law: String, isKept: Bool)]
  /// The description of the winner's rule; nil if it has none.
  let words: [String]?

  package var winner: Contender { best[0] }

  /// The reasons why there is no certificate; empty if there is one.
  package var reasons: [String] {
    let broken = rules.filter { $0.verdict == .broken }.map {
      "the rule '\($0.rule)' is broken (\($0.found))"
    }
    guard let sealed else { return broken + ["there is no sealed scenario"] }
    return broken + sealed.objections
  }

  /// All objections to a certificate, whether or not there is one.
  package var objections: [String] {
    guard let excluded else { return reasons }
    return reasons + ["the spec excludes \(excluded)"]
  }

  /// The excluded policies: `viewed-first`, `8 built-in policies: lhd, ...`; nil if there are none.
  var excluded: String? {
    switch spec.without.count {
    case 0: nil
    case 1: spec.without[0]
    default: "\(spec.without.count) built-in policies: \(spec.without.joined(separator: ", "))"
    }
  }

  package var isCertified: Bool { reasons.isEmpty }
}

/// The result of opening the sealed scenarios.
package struct SealedFinding: Sendable {
  package let opening: OpeningRecord
  /// The gain of the winner against the opponent.
  package let gain: PairedGain
  /// The gain on each device.
  let devices: [(device: String, gain: PairedGain)]
  /// The built-in policy that turned out best in the sealed scenarios.
  let hindsight: BuiltInContender
  /// The winner's gain against each built-in policy that the spec excludes.
  package let excluded: [(policy: String, gain: PairedGain)]
  /// The result of an audit of the runs of the winner and the opponent.
  package let audit: AuditFinding
  let band: GainBand?
  let bound: BoundShare

  /// The reasons why the sealed scenarios certify nothing.
  var objections: [String] {
    var objections: [String] = []
    if opening.number > 1 {
      objections.append(
        "these scenarios were opened before in this store: this is opening \(opening.number)")
    } else if opening.earlierRuns > 0 {
      objections.append(
        "the store had \(opening.earlierRuns) runs of the sealed sessions before they were opened")
    }
    if gain.interval == nil {
      objections.append("too few sealed sessions differ for an interval")
    } else if !gain.isCertain {
      objections.append("the lower end of the interval is not above 0")
    }
    let rivals = excluded.filter { !$0.gain.isCertain }.map(\.policy)
    if !rivals.isEmpty {
      objections.append(
        "\(Phrase.list(rivals)), which the spec excludes, "
          + "\(rivals.count == 1 ? "ties" : "tie") or \(rivals.count == 1 ? "wins" : "win") "
          + "on the sealed scenarios")
    }
    if let first = audit.findings.first {
      objections.append(
        "an independent recount of the sealed runs finds "
          + "\(Phrase.count(audit.findings.count, "fault")): "
          + first)
    }
    return objections
  }
}

/// The result of an audit of sealed runs.
package struct AuditFinding: Sendable, Equatable {
  /// The number of runs.
  package let runs: Int
  /// The faults, each in a sentence with its policy and scenario.
  package let findings: [String]
}
