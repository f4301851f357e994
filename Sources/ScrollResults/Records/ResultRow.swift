/// A run in a sweep, with what it was made of.
public struct ResultRow: Sendable, Equatable {
  /// The place of the run in the sweep, from 0.
  public var position: Int
  public var run: RunRecord
  public var scenario: ScenarioRecord

  public init(position: Int, run: RunRecord, scenario: ScenarioRecord) {
    self.position = position
    self.run = run
    self.scenario = scenario
  }
}
