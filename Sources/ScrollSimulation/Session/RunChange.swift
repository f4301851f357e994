import ScrollCaching
package import ScrollCore
package import ScrollDevice
import ScrollLayout

/// A setting that can change during a run.
///
/// All other settings are fixed at the launch. In particular a cache keeps its policy, because the
/// policy's state depends on all earlier requests.
package enum RunChange: Sendable {
  /// The limit of the memory cache; `nil` is no limit. The cache evicts as it does in an app that
  /// changes its limit.
  case budget(ByteCount?)
  /// The prefetcher. The new prefetcher begins without a plan and without knowledge of earlier
  /// movement. If the old prefetcher withdraws requests, all its requests are withdrawn.
  case prefetcher(Prefetcher)
  /// The network, with as many connections as before.
  ///
  /// Transfers continue at the new rate; requests under way get their first byte at the time of the
  /// old network. Policies and prefetchers that know load times keep the load times of the first
  /// network.
  case network(NetworkProfile)
}

/// The changes of settings during a run.
extension Simulation {
  /// Changes a setting from a time on; the simulation must have processed everything up to this
  /// time.
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
