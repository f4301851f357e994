import ScrollCaching
package import ScrollCore
package import ScrollDevice
import ScrollLayout

/// A setting that can change during a run.
///
/// All others are fixed when the app is launched. In particular a cache keeps its policy, whose
/// state follows from the requests before.
package enum RunChange: Sendable {
  /// The limit of the memory cache; `nil` is no limit. The cache evicts as it does in an app that
  /// changes its limit.
  case budget(ByteCount?)
  /// The prefetcher. The new one begins without a plan and without knowledge of earlier movement;
  /// what the old one requested is withdrawn if it withdraws requests.
  case prefetcher(Prefetcher)
  /// The network, with as many connections as before.
  ///
  /// Transfers continue at the new rate; requests that wait for their first byte get it when they
  /// would have. Policies and prefetchers that know load times keep those of the first network.
  case network(NetworkProfile)
}

/// The changes of settings during a run.
extension Simulation {
  /// Changes a setting from a time on, up to which everything was processed.
  mutating func change(
    _ change: RunChange, _ prepared: PreparedScenario, _ limits: (ByteCount?) -> CacheLimits,
    at time: SimTime
  ) {
    switch change {
    case .budget(let budget):
      cache.budget = budget.map { Int(clamping: $0.count) } ?? .max
      cache.model.setLimits(limits(budget))
      drainRemovals(at: time)
    case .prefetcher(let prefetcher):
      withdrawPlan(at: time)
      prefetching.change(to: prefetcher, prepared)
      guard let epoch = session.scenario.lastEpoch else { return }
      prefetching.layoutChanged(
        to: screen.placement, breadth: epoch.viewportBreadth, until: session.scenario.nextEpochTime)
    case .network(let network):
      downloads.change(to: network, at: time)
      pumpNetwork(at: time)
    }
  }
}
