import ScrollCaching
import ScrollCore
import ScrollDevice
import ScrollSimulation

extension PlannedScenario {
  /// Whether runs of it with other seeds may be other runs: something draws at random, or may.
  ///
  /// The network does if it loses or refuses anything, even if no image comes from there; of a
  /// policy see `PolicyDescriptor.Facts.drawsAtRandom`. A device does whose decode times spread.
  /// Nothing else in a run draws.
  func isRandom(with policy: Choice<PolicyDescriptor>?) -> Bool {
    if network.loss > 0 || network.failures > 0 { return true }
    if device.spread.values.contains(where: { !$0.isNone }) { return true }
    guard let policy else { return false }
    return policy.entry.facts.drawsAtRandom || !policy.isBuiltIn
  }
}

/// For what the seeds of a plan change nothing, so that its runs are made with one of them.
package struct IdleSeeds: Sendable, Equatable {
  /// How many were asked for.
  package fileprivate(set) var seeds = 0
  /// Names of policies, and of loaders without a cache, in the order of the plan.
  package private(set) var names: [String] = []
  /// Networks on which that holds, in the order of the plan.
  package private(set) var networks: [String] = []

  /// Notes that of so many seeds one was enough.
  mutating func add(_ count: Int, _ scenario: PlannedScenario, _ policy: Choice<PolicyDescriptor>?)
  {
    guard count > 1 else { return }
    seeds = max(seeds, count)
    let name = policy?.entry.name ?? scenario.loader.entry.name
    if !names.contains(name) { names.append(name) }
    if !networks.contains(scenario.network.name) { networks.append(scenario.network.name) }
  }
}
