import ScrollCaching
import ScrollCore
import ScrollSimCommands
import ScrollSimulation
import ScrollTraces

/// Scenes with what stalls are measured against in them.
struct Arena {
  let set: SceneSet
  let yardstick: Yardstick
  let weights: SceneWeights

  /// - Parameters:
  ///   - set: the scenes.
  ///   - lru: what `lru` stalls there.
  ///   - materiality: what matters.
  init(_ set: SceneSet, lru: ContestRuns.Stalls, _ materiality: Materiality) {
    self.set = set
    yardstick = Yardstick(set, lru: lru.seconds, materiality)
    weights = set.weights
  }

  /// Stalls as shares of the yardstick.
  func losses(_ stalls: ContestRuns.Stalls) -> [[Double]] { yardstick.losses(stalls.seconds) }

  /// What some policies lose.
  func losses(
    of policies: [Choice<PolicyDescriptor>], _ runs: ContestRuns
  ) throws -> [[[Double]]] {
    try runs.stalls(of: policies, in: set).map { losses($0) }
  }
}
