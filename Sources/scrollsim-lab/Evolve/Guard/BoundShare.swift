import ScrollSimCommands
package import ScrollSimulation
import ScrollSweeps
import ScrollTraces

/// The share of the way from the opponent to the least known stall time that a policy covers.
package struct BoundShare: Sendable, Equatable {
  /// The best found with knowledge of the future, as a share of the reference's stall time.
  ///
  /// It is nil if the app was killed in every trial of some session.
  package let reached: Double?
  /// The lower bound for caches of the budget, as a share of the reference's stall time.
  package let proven: Double?
  /// The share of the way to the best found; nil if there is no way.
  package let share: Double?

  /// Computes the share.
  /// - Parameters:
  ///   - runs: The runs of the policy in all scenarios, with their bounds of the stall time.
  ///   - gain: The gain of the policy.
  ///   - set: The scenarios.
  ///   - yardstick: The reference of the scenarios.
  init(_ runs: [RunRecord], _ gain: PairedGain, in set: ScenarioSet, _ yardstick: StallUnit) {
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

  /// The smallest way that counts, as a share of the opponent's loss.
  private static let least = 0.01
}

/// The protection of a certificate against chance.
///
/// Of many formulas some look good by chance. So the winner is chosen on validation scenarios,
/// which the search has not used, and only the winner is compared with the opponent on sealed
/// scenarios, once. If all formulas are equally good, at most one search in forty is then
/// certified.
package struct EvolveGuard: Sendable {
  /// The weights of the validation scenarios and of the sealed ones.
  package let validation: ScenarioWeights, sealed: ScenarioWeights

  package init(validation: ScenarioWeights, sealed: ScenarioWeights) {
    self.validation = validation
    self.sealed = sealed
  }

  /// Returns the candidates from the best on validation scenarios to the worst; equal ones keep
  /// their order.
  ///
  /// The losses of each candidate are by scenario and session.
  package static func ranking(of losses: [[[Double]]], _ validation: ScenarioWeights) -> [Int] {
    let means = losses.map(validation.mean)
    return means.indices.sorted { (means[$0], $0) < (means[$1], $1) }
  }

  /// Returns the gain of the winner on the sealed scenarios.
  /// - Parameters:
  ///   - losses: The losses of each candidate on validation scenarios, by scenario and session.
  ///   - opened: Returns the losses on sealed scenarios of the winner, given by its index, and of
  ///     the opponent. It is called once.
  /// - Returns: The winner's index and its gain; nil if there are no candidates.
  package func judged(
    _ losses: [[[Double]]],
    opened: (_ winner: Int) throws -> (winner: [[Double]], opponent: [[Double]])
  ) rethrows -> (winner: Int, gain: PairedGain)? {
    guard let winner = Self.ranking(of: losses, validation).first else { return nil }
    let found = try opened(winner)
    return (winner, PairedGain(of: found.winner, against: found.opponent, sealed))
  }
}

/// The gain of a policy against another, in the same sessions.
package struct PairedGain: Sendable, Equatable {
  /// The losses of both, as shares of the reference's stall time.
  package let loss: Double, opponentLoss: Double
  /// The difference, session by session.
  package let certainty: MeanInterval

  /// Computes the gain.
  /// - Parameters:
  ///   - losses: The losses of the policy, by scenario and session.
  ///   - opponent: The losses of the other policy, in the same sessions.
  ///   - weights: The weights of the sessions.
  package init(of losses: [[Double]], against opponent: [[Double]], _ weights: ScenarioWeights) {
    loss = weights.mean(losses)
    opponentLoss = weights.mean(opponent)
    let saved = zip(opponent, losses).map { zip($0, $1).map { $0 - $1 } }
    certainty = MeanInterval(weights.bySession(saved))
  }

  /// The gain as a share of the opponent's loss.
  package var share: Double { opponentLoss > 0 ? certainty.mean / opponentLoss : 0 }

  /// The 95 % interval of the share over sessions like these; nil if too few sessions differ.
  ///
  /// Its lower end is that of a one-sided interval of 97.5 %.
  package var interval: ClosedRange<Double>? {
    guard opponentLoss > 0, let interval = certainty.interval else { return nil }
    return (interval.lowerBound / opponentLoss)...(interval.upperBound / opponentLoss)
  }

  /// A Boolean value that indicates whether the lower end is above 0.
  package var isCertain: Bool { certainty.isAbove(0) ?? false }
}
