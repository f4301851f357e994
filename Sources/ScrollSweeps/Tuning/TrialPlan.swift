package import ScrollCaching
package import ScrollCore

/// A run of a search with all that it is made of.
package struct TrialPlan: Sendable {
  package let scenario: PlannedScenario
  /// Nil for a loader without a cache.
  package let policy: Choice<PolicyDescriptor>?
  /// Nil without a cache, and where nothing limits it.
  package let budget: ByteCount?
  package let seed: Int
}

extension SweepPlan {
  /// What a run is made of whose scenario and policy are in this plan; nil for any other.
  package func trial(_ run: RunRecord) -> TrialPlan? {
    guard let scenario = scenarios.first(where: { $0.record.key == run.scenario }) else {
      return nil
    }
    let policy = policies.first { $0.label == run.label }
    guard policy != nil || run.label == nil else { return nil }
    return TrialPlan(
      scenario: scenario, policy: policy, budget: run.budgetBytes.map { ByteCount($0) },
      seed: run.seed)
  }
}
