import ScrollCaching
import ScrollCore
import ScrollSimCommands
import ScrollSimulation
import ScrollTraces

/// The difference that the choice of a policy makes in a scenario.
///
/// A scenario has headroom if the stall times of the built-in policies differ by at least the
/// smallest visible difference; otherwise it cannot distinguish policies. The headroom of a sealed
/// scenario is computed from sessions with another seed, never from its own.
package struct Headroom: Sendable, Equatable {
  /// The built-in policies that stall least and most.
  let best: String, worst: String
  /// The seconds of missing screen in a session with the best and with the worst policy.
  let least: Double, most: Double
  /// The seconds of missing screen in a session with `lru`.
  let lru: Double
  /// A Boolean value that indicates whether the best and the worst differ visibly.
  package let isEnough: Bool
  /// A Boolean value that indicates whether sessions with another seed were used.
  package let isOfSiblings: Bool

  /// Computes the headroom of a scenario.
  /// - Parameters:
  ///   - scene: The scenario.
  ///   - stalls: The seconds of each policy in each session of the scenario; the first policy is
  ///     `lru`.
  ///   - materiality: The smallest visible difference.
  ///   - isOfSiblings: Whether the sessions are those of the scenario's sibling.
  init(
    of scene: ScenarioSet.ContestScenario, _ stalls: [(policy: String, seconds: [Double])],
    _ materiality: Materiality, isOfSiblings: Bool
  ) {
    var (least, most) = ((place: 0, seconds: Double.infinity), (place: 0, seconds: -1.0))
    let means = stalls.map { scene.mean($0.seconds) }
    for (place, mean) in means.enumerated() {
      if mean < least.seconds { least = (place, mean) }
      if mean > most.seconds { most = (place, mean) }
    }
    (best, worst) = (stalls[least.place].policy, stalls[most.place].policy)
    (self.least, self.most) = (least.seconds, most.seconds)
    lru = means[0]
    isEnough = materiality.matters(
      least.seconds, most.seconds, frames: scene.leastSeconds(materiality))
    self.isOfSiblings = isOfSiblings
  }
}
