import ScrollCore
import ScrollSimCommands
import ScrollSimulation
import ScrollTraces

/// The unit of stall times in each scenario: the stall time of `lru`.
///
/// In a scenario in which `lru` hardly stalls, the smallest visible difference is the unit, so that
/// a barely visible stall there does not weigh more than seconds of stall elsewhere.
struct StallUnit {
  /// The unit of each scenario, in seconds of missing screen in a session.
  let seconds: [Double]

  /// Creates the unit of each scenario.
  /// - Parameters:
  ///   - set: The scenarios.
  ///   - lru: The stall times of `lru`, by scenario and session.
  ///   - materiality: The smallest visible difference.
  init(_ set: ScenarioSet, lru: [[Double]], _ materiality: Materiality) {
    seconds = zip(set.scenes, lru).map { scene, stalls in
      max(scene.mean(stalls), scene.leastSeconds(materiality), 1e-3)
    }
  }

  /// Returns stall times in the unit of each scenario.
  func losses(_ seconds: [[Double]]) -> [[Double]] {
    zip(self.seconds, seconds).map { measure, stalls in stalls.map { $0 / measure } }
  }
}

extension ScenarioSet.ContestScenario {
  /// Returns the smallest visible difference in seconds, as the mean over the sessions, computed
  /// from the number of frames that `materiality` states.
  func leastSeconds(_ materiality: Materiality) -> Double {
    mean(sessions.map { materiality.leastSeconds(over: $0.seconds, at: refreshRate) })
  }
}
