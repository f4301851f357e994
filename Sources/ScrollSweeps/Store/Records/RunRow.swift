/// A run in a sweep, with its scenario.
package struct RunRow: Sendable, Equatable {
  /// The position of the run in the sweep, from 0.
  package var position: Int
  package var run: RunRecord
  package var scenario: ScenarioRecord

  package init(position: Int, run: RunRecord, scenario: ScenarioRecord) {
    self.position = position
    self.run = run
    self.scenario = scenario
  }
}
