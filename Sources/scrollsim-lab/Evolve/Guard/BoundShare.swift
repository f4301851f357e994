import ScrollSimCommands
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
