import ScrollSimCommands
package import ScrollSweeps
import ScrollTraces

/// What a search has found, and what became of it in the contest.
package struct EvolveAnswer: Sendable {
  /// How the opponent was found.
  package struct Opponent: Sendable, Equatable {
    package var rival: Rival
    /// The policy with its settings as they are.
    package let standard: String
    /// How many settings were tried to tune it and the next best.
    package let tried: Int
  }

  /// How much was searched.
  package struct Effort: Sendable, Equatable {
    package let formulas: Int
    /// How often a formula was tried in a scene, and how many gave up before the last scene.
    package let trials: Int, dropped: Int
    /// How many runs were asked for.
    package let runs: Int
  }

  package let spec: EvolveSpec
  package let scenes: [SceneFinding]
  package let rules: [ContestRule]
  package let effort: Effort
  /// From the best on validation scenes to the worst, at most ten; the first is the winner.
  package let best: [Contender]
  /// How many were held against each other on validation scenes.
  package let candidates: Int
  /// Those that no smaller formula beats on training scenes, the smallest first.
  package let front: [Contender]
  package let opponent: Opponent
  /// What everything is measured against.
  package let lru: Rival
  /// Nil where there are no sealed scenes.
  package let sealed: SealedFinding?
  /// The laws of a policy, and whether the winner keeps them.
  package let laws: [(law: String, isKept: Bool)]
  /// What the winner does, in words; nil where no rule finds any.
  package let words: [String]?

  package var winner: Contender { best[0] }

  /// Why there is no certificate; none where there is one.
  package var objections: [String] {
    let broken = rules.filter { $0.verdict == .broken }.map { "a broken rule, \($0.sentence)" }
    guard let sealed else { return broken + ["there is no sealed scene"] }
    return broken + sealed.objections
  }

  package var isCertified: Bool { objections.isEmpty }
}

/// What was found when the sealed scenes were opened.
package struct SealedFinding: Sendable {
  package let opening: OpeningRecord
  /// What the winner saves against the opponent.
  package let gain: PairedGain
  /// The same on each device.
  package let devices: [(device: String, gain: PairedGain)]
  /// The built-in policy that turned out best there.
  package let hindsight: Rival
  package let band: GainBand?
  package let bound: BoundShare

  /// Why they certify nothing.
  package var objections: [String] {
    var objections: [String] = []
    if opening.number > 1 {
      objections.append("these scenes were opened before: this is opening \(opening.number)")
    } else if opening.earlierRuns > 0 {
      objections.append(
        "the store had \(opening.earlierRuns) runs of the sealed sessions before they were opened")
    }
    if gain.interval == nil {
      objections.append("too few sealed sessions differ for an interval")
    } else if !gain.isCertain {
      objections.append("the lower end of the interval is not above 0")
    }
    return objections
  }
}
