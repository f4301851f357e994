import ScrollCaching
import ScrollCore
import ScrollSimCommands
import ScrollSimulation
import ScrollTraces

/// How much the choice of a policy matters in a scene.
///
/// A scene in which all built-in policies stall alike, to within the smallest difference that
/// matters, can tell nothing from nothing. A sealed scene is judged by sessions that another seed
/// draws, never by its own.
package struct Headroom: Sendable, Equatable {
  /// The built-in policies that stall least and most.
  package let best: String, worst: String
  /// Their seconds of missing screen in a session.
  package let least: Double, most: Double
  /// Those of `lru`.
  package let lru: Double
  /// Whether they differ by as much as matters.
  package let isEnough: Bool
  /// Whether sessions of another seed were looked at.
  package let isOfSiblings: Bool

  /// Looks at a scene.
  /// - Parameters:
  ///   - scene: where it was.
  ///   - stalls: of each policy, seconds in each session of the scene; the first is `lru`.
  ///   - materiality: what matters.
  ///   - isOfSiblings: whether it was the scene's sibling.
  init(
    of scene: SceneSet.Scene, _ stalls: [(policy: String, seconds: [Double])],
    _ materiality: Materiality, isOfSiblings: Bool
  ) {
    var (least, most) = ((place: 0, seconds: Double.infinity), (place: 0, seconds: -1.0))
    let means = stalls.map { $0.seconds.reduce(0, +) / Double($0.seconds.count) }
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
