import ScrollCore
import ScrollSimCommands
import ScrollSimulation
import ScrollTraces

/// The unit of stall times in each scenario: the stall time of `lru`.
///
/// In a scenario in which `lru` hardly stalls, the smallest visible difference is the unit, so that
/// a blink in it does not count for more than seconds elsewhere.
struct StallUnit {
  /// The seconds of missing screen in a session, for each scenario.
  let seconds: [Double]

  /// Creates a reference.
  /// - Parameters:
  ///   - set: The scenarios.
  ///   - lru: The stall times of `lru`, by scenario and session.
  ///   - materiality: The smallest visible difference.
  init(_ set: ScenarioSet, lru: [[Double]], _ materiality: Materiality) {
    seconds = zip(set.scenes, lru).map { scene, stalls in
      let mean = stalls.reduce(0, +) / Double(stalls.count)
      return max(mean, scene.leastSeconds(materiality), 1e-3)
    }
  }

  /// Returns stall times as shares of the reference.
  func losses(_ seconds: [[Double]]) -> [[Double]] {
    zip(self.seconds, seconds).map { measure, stalls in stalls.map { $0 / measure } }
  }
}

extension ScenarioSet.ContestScenario {
  /// Returns the smallest visible difference in seconds by its limit of frames, as the mean over
  /// the sessions.
  func leastSeconds(_ materiality: Materiality) -> Double {
    sessions.reduce(0) { $0 + materiality.leastSeconds(over: $1.seconds, at: refreshRate) }
      / Double(sessions.count)
  }
}
