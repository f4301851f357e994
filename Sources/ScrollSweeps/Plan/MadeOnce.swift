import ScrollCaching
import ScrollCore
import ScrollDevice

/// What else of a plan was asked for several times and is made once.
package struct MadeOnce: Sendable, Equatable {
  /// Networks that change nothing, since no image is downloaded; the first is the one that is run.
  package private(set) var networks: [String] = []
  /// Values that mean the same as others.
  package private(set) var merged: [MergedValues] = []
  /// Policies that keep no budget, where there are several: all that changes is for how long they
  /// are over it.
  package private(set) var unbounded: [String] = []

  mutating func add(_ axes: ResolvedAxes, idleNetworks: Bool) {
    if idleNetworks {
      for network in axes.networks where !networks.contains(network.name) {
        networks.append(network.name)
      }
    }
    for group in axes.merged where !merged.contains(group) { merged.append(group) }
    guard axes.budgets.count > 1 else { return }
    for policy in axes.loadings.flatMap(\.policies)
    where policy.entry.facts.limits == .ignored && !unbounded.contains(policy.label) {
      unbounded.append(policy.label)
    }
  }
}
