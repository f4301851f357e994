/// A run in a sweep, with what it was made of.
package struct RunRow: Sendable, Equatable {
  /// The place of the run in the sweep, from 0.
  package var position: Int
  package var run: RunRecord
  package var scenario: ScenarioRecord

  package init(position: Int, run: RunRecord, scenario: ScenarioRecord) {
    self.position = position
    self.run = run
    self.scenario = scenario
  }
}
