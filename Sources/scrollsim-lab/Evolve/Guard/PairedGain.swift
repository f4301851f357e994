import ScrollSimCommands
package import ScrollSweeps
import ScrollTraces

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
