public import ScrollCaching
public import ScrollCore
public import ScrollResults

/// Every run that a spec asks for, in order, each with its key.
///
/// The same spec over the same traces gives the same plan on every machine; shards, resuming and
/// merging rest on that.
public struct SweepPlan: Sendable {
  /// No sweep that anybody waits for has as many runs.
  public static let limit = 1_000_000

  public let title: String
  /// What was asked, as YAML.
  public let text: String
  public let scenarios: [PlannedScenario]
  public let policies: [Choice<PolicyDescriptor>]
  /// In order: trace, layout, device, network, loader, prefetcher, policy, budget, seed.
  public let runs: [PlannedRun]
  /// Digest of the keys of all runs.
  public let key: ContentKey

  init(
    title: String, text: String, scenarios: [PlannedScenario],
    policies: [Choice<PolicyDescriptor>], runs: [PlannedRun]
  ) {
    self.title = title
    self.text = text
    self.scenarios = scenarios
    self.policies = policies
    self.runs = runs
    key = ContentKey(of: runs.lazy.map(\.key))
  }

  /// What the store keeps of the question.
  public var record: SweepRecord {
    SweepRecord(key: key, title: title, spec: text, runs: runs.count)
  }

  public func scenario(of run: PlannedRun) -> PlannedScenario { scenarios[Int(run.scenario)] }

  /// Nil for a loader without a cache.
  public func policy(of run: PlannedRun) -> Choice<PolicyDescriptor>? {
    run.hasCache ? policies[Int(run.policy)] : nil
  }
}
