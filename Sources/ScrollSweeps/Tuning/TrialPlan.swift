package import ScrollCaching
package import ScrollCore

/// A run of a search with its scenario, policy, budget and seed.
package struct TrialPlan: Sendable {
  package let scenario: PlannedScenario
  /// The policy; `nil` for a loader without a cache.
  package let policy: Choice<PolicyDescriptor>?
  /// The budget; `nil` without a cache, or if nothing limits it.
  package let budget: ByteCount?
  package let seed: Int
}

extension SweepPlan {
  /// Returns the plan of a run; `nil` if its scenario or policy is not in this sweep plan.
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
