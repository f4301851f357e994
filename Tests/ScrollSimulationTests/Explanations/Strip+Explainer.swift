import ScrollCaching
import ScrollCore
import ScrollPages
import ScrollSimulation
import ScrollSweeps
import Testing

extension Strip {
  /// Returns the story of a run with its policy.
  func explainer() throws -> StallExplainer { try told().explainer }

  /// Returns a run with its report, log and story.
  func told() throws -> (
    report: RunReport, log: RunLog, prepared: PreparedScenario, explainer: StallExplainer
  ) {
    let prepared = PreparedScenario(scenario)
    let log = RunLog()
    let report = prepared.lawfulRun(
      try PolicyCatalog.builtIn.choose(policy), budget: ByteCount(room * 1024), log: log)
    return (report, log, prepared, StallExplainer(log, of: prepared))
  }

  /// Expects this explanation of the last appearance of an item.
  func expectExplanation(
    of item: Int, _ expected: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let sentence = try explainer().item(item).last?.explanation.sentence
    #expect(sentence == expected, sourceLocation: sourceLocation)
  }

  /// Expects this reason for the absence of an item's image at its last appearance.
  func expectReason(
    of item: Int, _ expected: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let reason = try explainer().item(item).last?.explanation.links.first?.text
    #expect(reason == expected, sourceLocation: sourceLocation)
  }
}
