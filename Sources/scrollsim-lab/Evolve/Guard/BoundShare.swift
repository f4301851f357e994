import ScrollSimCommands
package import ScrollSimulation
import ScrollSweeps
import ScrollTraces

/// The share of the gap between the opponent's stall time and the best found that a policy closes.
struct BoundShare: Sendable, Equatable {
  /// The least stall time found with knowledge of the future, in the unit of each scenario
  /// (`StallUnit`).
  ///
  /// It is nil if the app was killed in every trial of some session.
  let reached: Double?
  /// The lower bound of the stall time for every cache with the budget, in the same unit.
  let proven: Double?
  /// The share of the gap that the policy closes; nil if the gap is too small.
  let share: Double?

  /// Computes the share.
  /// - Parameters:
  ///   - runs: The runs of the policy in all scenarios, with their bounds of the stall time.
  ///   - gain: The gain of the policy.
  ///   - set: The scenarios.
  ///   - yardstick: The unit of stall times in the scenarios.
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

  /// The smallest gap that counts, as a share of the opponent's loss.
  private static let least = 0.01
}

/// The rules that make a certificate by chance unlikely.
///
/// Of many formulas, some look good by chance. For this reason the winner is chosen on validation
/// scenarios, which the search has not used, and only the winner is compared with the opponent on
/// sealed scenarios, once. So if all formulas are equally good, at most one search in forty is
/// certified.
package struct EvolveGuard: Sendable {
  /// The weights of the validation scenarios and of the sealed ones.
  let validation: ScenarioWeights, sealed: ScenarioWeights

  package init(validation: ScenarioWeights, sealed: ScenarioWeights) {
    self.validation = validation
    self.sealed = sealed
  }

  /// Returns the candidates from the best on validation scenarios to the worst; equally good ones
  /// keep their order.
  ///
  /// The losses of each candidate are by scenario and session.
  static func ranking(of losses: [[[Double]]], _ validation: ScenarioWeights) -> [Int] {
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
  /// The losses of both policies, in the unit of each scenario.
  let loss: Double, opponentLoss: Double
  /// The difference, cluster by cluster.
  package let certainty: MeanInterval
  /// The number of different sessions, and that of their clusters, which the interval counts.
  package let sessions: Int, clusters: Int

  /// Computes the gain.
  /// - Parameters:
  ///   - losses: The losses of the policy, by scenario and session.
  ///   - opponent: The losses of the other policy, in the same sessions.
  ///   - weights: The weights of the sessions.
  package init(of losses: [[Double]], against opponent: [[Double]], _ weights: ScenarioWeights) {
    loss = weights.mean(losses)
    opponentLoss = weights.mean(opponent)
    let saved = zip(opponent, losses).map { zip($0, $1).map { $0 - $1 } }
    certainty = MeanInterval(weights.byCluster(saved))
    (sessions, clusters) = (weights.sessionCount, weights.clusterCount)
  }

  /// The gain as a share of the opponent's loss.
  package var share: Double { opponentLoss > 0 ? certainty.mean / opponentLoss : 0 }

  /// The 95 % interval of the share over sessions like these; nil if too few clusters differ.
  ///
  /// The lower end equals that of a one-sided interval of 97.5 %.
  package var interval: ClosedRange<Double>? {
    guard opponentLoss > 0, let interval = certainty.interval else { return nil }
    return (interval.lowerBound / opponentLoss)...(interval.upperBound / opponentLoss)
  }

  /// A Boolean value that indicates whether the lower end is above 0.
  package var isCertain: Bool { certainty.isAbove(0) ?? false }
}
