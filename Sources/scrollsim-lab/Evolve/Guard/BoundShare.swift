import ScrollSimCommands
package import ScrollSimulation
import ScrollSweeps
import ScrollTraces

/// How much of the way from the opponent to the least stall that is known a policy goes.
package struct BoundShare: Sendable, Equatable {
  /// What was reached by knowing the future, as a share of the yardstick's stall; nil where the app
  /// was killed in every trial of some session.
  package let reached: Double?
  /// What no cache of the budget avoids, likewise.
  package let proven: Double?
  /// The share of the way to what was reached; nil where there is no way.
  package let share: Double?

  /// - Parameters:
  ///   - runs: of the policy in all scenes, with what is known of the least stall.
  ///   - gain: what it saves there.
  ///   - set: the scenes.
  ///   - yardstick: of the scenes.
  init(_ runs: [RunRecord], _ gain: PairedGain, in set: SceneSet, _ yardstick: Yardstick) {
    func loss(_ figure: (StallRegretRecord) -> Double?) -> Double? {
      let known = runs.allSatisfy { $0.stallRegret.flatMap(figure) != nil }
      guard known else { return nil }
      let seconds = set.bySession(runs, in: set.scenes.indices) { run, _ in
        run.stallRegret.flatMap(figure) ?? 0
      }
      return set.weights.mean(yardstick.losses(seconds))
    }
    let reached = loss(\.reached)
    self.reached = reached
    proven = loss(\.proven)
    share = reached.flatMap { reached in
      let way = gain.opponentLoss - reached
      guard way > Self.least * gain.opponentLoss else { return nil }
      return (gain.opponentLoss - gain.loss) / way
    }
  }

  /// A way that is shorter than this share of the opponent's loss is none.
  private static let least = 0.01
}

/// What stands between a search and its certificate.
///
/// Of many formulas some look good by chance. So one is chosen on validation scenes, which the
/// search has not seen, and only that one is held against the opponent on sealed scenes, once: of
/// formulas that are all alike no more than one in forty is then certified.
package struct EvolveGuard: Sendable {
  /// Of the validation scenes and of the sealed ones.
  package let validation: SceneWeights, sealed: SceneWeights

  package init(validation: SceneWeights, sealed: SceneWeights) {
    self.validation = validation
    self.sealed = sealed
  }

  /// The candidates from the best on validation scenes to the worst; equal ones in their order.
  ///
  /// Of each candidate there is what it loses, by scene and session.
  package static func ranking(of losses: [[[Double]]], _ validation: SceneWeights) -> [Int] {
    let means = losses.map(validation.mean)
    return means.indices.sorted { (means[$0], $0) < (means[$1], $1) }
  }

  /// What the winner on validation scenes saves on the sealed ones.
  /// - Parameters:
  ///   - losses: of each candidate on validation scenes, by scene and session.
  ///   - opened: those of the winner, by its place, and of the opponent, on sealed scenes; asked
  ///     for once.
  /// - Returns: the winner's place, and what it saves; nil of no candidates.
  package func judged(
    _ losses: [[[Double]]],
    opened: (_ winner: Int) throws -> (winner: [[Double]], opponent: [[Double]])
  ) rethrows -> (winner: Int, gain: PairedGain)? {
    guard let winner = Self.ranking(of: losses, validation).first else { return nil }
    let found = try opened(winner)
    return (winner, PairedGain(of: found.winner, against: found.opponent, sealed))
  }
}

/// What a policy saves against another, in the same sessions.
package struct PairedGain: Sendable, Equatable {
  /// What both lose, as shares of the yardstick's stall.
  package let loss: Double, opponentLoss: Double
  /// The difference, session by session.
  package let certainty: Certainty

  /// - Parameters:
  ///   - losses: of the policy, by scene and session.
  ///   - opponent: of the other, in the same.
  ///   - weights: how much these count.
  package init(of losses: [[Double]], against opponent: [[Double]], _ weights: SceneWeights) {
    loss = weights.mean(losses)
    opponentLoss = weights.mean(opponent)
    let saved = zip(opponent, losses).map { zip($0, $1).map { $0 - $1 } }
    certainty = Certainty(weights.bySession(saved))
  }

  /// As a share of what the opponent loses.
  package var share: Double { opponentLoss > 0 ? certainty.mean / opponentLoss : 0 }

  /// Where the share lies over sessions like these with 95 %, so that its lower end is that of a
  /// one-sided interval of 97.5 %; nil where too few sessions differ.
  package var interval: ClosedRange<Double>? {
    guard opponentLoss > 0, let interval = certainty.interval else { return nil }
    return (interval.lowerBound / opponentLoss)...(interval.upperBound / opponentLoss)
  }

  /// Whether the lower end is above 0.
  package var isCertain: Bool { certainty.isAbove(0) ?? false }
}
