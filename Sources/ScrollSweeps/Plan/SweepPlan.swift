package import ScrollCaching
package import ScrollCore

/// Every run that a spec asks for, in order, each with its key.
///
/// The same spec over the same traces gives the same plan on every machine; shards, resuming and
/// merging rest on that.
package struct SweepPlan: Sendable {
  /// No practical sweep has as many runs.
  package static let limit = 1_000_000

  package let title: String
  /// What was asked, as YAML.
  package let text: String
  package let scenarios: [PlannedScenario]
  package let policies: [Choice<PolicyDescriptor>]
  /// What keys of runs say of each policy.
  let policyTexts: [String]
  /// In order: trace, layout, device, network, loader, prefetcher, policy, budget, seed.
  package let runs: [PlannedRun]
  /// What budgets that are shares of memory come to, each once.
  package let budgetRules: [BudgetRule]
  /// For what its seeds change nothing.
  package let idleSeeds: IdleSeeds
  /// What else was asked for several times.
  package let madeOnce: MadeOnce
  /// Digest of the keys of all runs.
  package let key: ContentKey

  init(
    title: String, text: String, scenarios: [PlannedScenario],
    policies: [Choice<PolicyDescriptor>], policyTexts: [String], runs: [PlannedRun],
    budgetRules: [BudgetRule] = [], idleSeeds: IdleSeeds = IdleSeeds(),
    madeOnce: MadeOnce = MadeOnce()
  ) {
    self.title = title
    self.text = text
    self.scenarios = scenarios
    self.policies = policies
    self.policyTexts = policyTexts
    self.runs = runs
    self.budgetRules = budgetRules
    self.idleSeeds = idleSeeds
    self.madeOnce = madeOnce
    key = ContentKey(of: runs.lazy.map(\.key))
  }

  /// What the store keeps of the question.
  package var record: SweepRecord {
    SweepRecord(key: key, title: title, spec: text, runs: runs.count)
  }

  /// What the store keeps of its budget rules.
  package var budgetRuleRecords: [BudgetRuleRecord] {
    budgetRules.map {
      BudgetRuleRecord(
        sweep: key, rule: $0.text, device: $0.device, bytes: $0.budget.bytes)
    }
  }

  package func scenario(of run: PlannedRun) -> PlannedScenario { scenarios[Int(run.scenario)] }

  /// Nil for a loader without a cache.
  package func policy(of run: PlannedRun) -> Choice<PolicyDescriptor>? {
    run.hasCache ? policies[Int(run.policy)] : nil
  }
}
