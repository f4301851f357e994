import ScrollCore
import ScrollSimCommands
import ScrollSimulation
import ScrollTraces

/// What stalls are measured against, scene by scene: what `lru` stalls there.
///
/// In a scene in which it hardly stalls the least that matters is the measure, so that a blink in
/// it does not count for more than seconds elsewhere.
struct Yardstick {
  /// Seconds of missing screen in a session.
  let seconds: [Double]

  /// - Parameters:
  ///   - set: the scenes.
  ///   - lru: what `lru` stalls, by scene and session.
  ///   - materiality: what matters.
  init(_ set: SceneSet, lru: [[Double]], _ materiality: Materiality) {
    seconds = zip(set.scenes, lru).map { scene, stalls in
      let mean = stalls.reduce(0, +) / Double(stalls.count)
      return max(mean, scene.leastSeconds(materiality), 1e-3)
    }
  }

  /// Stalls as shares of it.
  func losses(_ seconds: [[Double]]) -> [[Double]] {
    zip(self.seconds, seconds).map { measure, stalls in stalls.map { $0 / measure } }
  }
}

extension SceneSet.Scene {
  /// The frames' part of what matters, the mean over the sessions.
  func leastSeconds(_ materiality: Materiality) -> Double {
    sessions.reduce(0) { $0 + materiality.leastSeconds(over: $1.seconds, at: refreshRate) }
      / Double(sessions.count)
  }
}
