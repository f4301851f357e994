package import ScrollCaching
package import ScrollCore
package import ScrollDevice
import ScrollSimCommands
package import ScrollSimulation
import ScrollSweeps
import ScrollTraces

/// The constants of a hunt for sessions: the app, its device, the policy, its opponents and the
/// metric.
package final class HuntSetup: Sendable {
  package enum Metric: String, Sendable, CaseIterable {
    /// `RunReport.Stalls.seconds`.
    case stall
    /// Requests that the cache did not answer.
    case misses
  }

  /// The opponent of the policy.
  package enum Opponent: Sendable {
    /// The built-in policy that does best in the session.
    case best
    case policy(Choice<PolicyDescriptor>)
    /// The best result that any cache can have.
    case bound
  }

  /// The rule for the memory budget.
  package enum HuntBudget: Sendable {
    /// A budget of at least three screens, which the search varies.
    case drawn
    /// A given size, into which three screens must fit; nil is no limit.
    case given(ByteCount?)
  }

  package let device: DeviceProfile
  package let network: NetworkProfile
  package let loader: Choice<LoaderDescriptor>
  package let prefetcher: Choice<PrefetcherDescriptor>
  let policy: Choice<PolicyDescriptor>
  let against: Opponent
  let metric: Metric
  let room: HuntBudget
  /// The largest number of strokes of a session.
  package let mostStrokes: Int
  /// The title and the provenance of the traces.
  let title: String, provenance: String

  /// The policies that the policy is compared with; empty if the opponent is a bound.
  package let opponents: [Choice<PolicyDescriptor>]
  let loading: Loader
  let prefetching: Prefetcher

  package init(
    policy: Choice<PolicyDescriptor>, against: Opponent, metric: Metric, device: DeviceProfile,
    network: NetworkProfile, loader: Choice<LoaderDescriptor>,
    prefetcher: Choice<PrefetcherDescriptor>, room: HuntBudget, mostStrokes: Int, title: String,
    provenance: String
  ) {
    self.policy = policy
    self.against = against
    self.metric = metric
    self.device = device
    self.network = network
    self.loader = loader
    self.prefetcher = prefetcher
    self.room = room
    self.mostStrokes = mostStrokes
    self.title = title
    self.provenance = provenance
    loading = loader.entry.loader(loader.settings)
    prefetching = prefetcher.entry.prefetcher(prefetcher.settings)
    switch against {
    case .best: opponents = Self.opponents(of: policy, isLimited: room.isLimited)
    case .policy(let opponent): opponents = [opponent]
    case .bound: opponents = []
    }
  }

  /// Returns every built-in policy that keeps its budget and does not need to know the future.
  ///
  /// The policy itself is left out. If there is a limit, models in which pinned images do not count
  /// against it are also left out, because they hold more than other caches.
  private static func opponents(
    of policy: Choice<PolicyDescriptor>, isLimited: Bool
  ) -> [Choice<PolicyDescriptor>] {
    PolicyCatalog.builtIn.entries.compactMap { entry in
      let facts = entry.facts
      guard !facts.needsFuture, let choice = try? PolicyCatalog.builtIn.choose(entry.name),
        choice.text != policy.text
      else { return nil }
      switch facts.limits {
      case .always, .afterStores: return isLimited || choice.needForBudget == nil ? choice : nil
      case .apartFromPinned: return isLimited || choice.needForBudget != nil ? nil : choice
      case .atTicks, .measured, .ignored: return nil
      }
    }
  }

  /// The difference at which a session is bad enough, and the amount that is added to the
  /// opponent's figure.
  ///
  /// The added amount limits the ratio if the opponent's figure is near zero. For stall time, the
  /// difference is 1 s and the added amount 0.1 s; for misses, they are 20 misses and 1 miss.
  var scale: (enough: Double, least: Double) { metric == .stall ? (1, 0.1) : (20, 1) }
}

extension HuntSetup.HuntBudget {
  var isLimited: Bool {
    if case .given(nil) = self { false } else { true }
  }
}

extension HuntSetup {
  /// Returns the figures of a session; nil if it breaks a rule or the app is killed.
  func judge(_ genome: HuntGenome) -> HuntTrial? {
    guard let session = HuntSession(genome, in: self) else { return nil }
    if case .bound = against { return judgeByBound(session) }
    let report = session.prepared.run(policy, budget: session.budget)
    guard report.death == nil else { return nil }
    let ours = figure(of: report)
    // Images that never left the cache never had to be loaded again.
    guard report.evictions > 0 else { return trial(ours, ours, evictions: 0) }
    guard let other = figure(of: opponents[genome.opponent], in: session) else { return nil }
    return trial(ours, other, evictions: report.evictions)
  }

  /// Returns the figure of an opponent.
  ///
  /// It is nil if the app is killed, or if the budget is too small for the policy to work as its
  /// name says.
  private func figure(of opponent: Choice<PolicyDescriptor>, in session: HuntSession) -> Double? {
    if let budget = session.budget,
      session.prepared.shortage(of: opponent, budget: budget) != nil
    {
      return nil
    }
    let report = session.prepared.run(opponent, budget: session.budget)
    return report.death == nil ? figure(of: report) : nil
  }

  private func figure(of report: RunReport) -> Double {
    switch metric {
    case .stall: report.stalls.seconds
    case .misses: Double(report.requests.count - report.requests.hits)
    }
  }

  private func judgeByBound(_ session: HuntSession) -> HuntTrial? {
    let demand = DemandLog(imageCount: session.prepared.keyCount)
    let report = session.prepared.run(policy, budget: session.budget) {
      RecordedModel($0, log: demand)
    }
    guard report.death == nil else { return nil }
    switch metric {
    case .stall:
      let bound = StallLowerBound(session.prepared, budget: session.budget)
      return trial(report.stalls.seconds, bound.seconds, evictions: report.evictions)
    case .misses:
      guard let budget = session.budget else { return nil }
      let regret = demand.regret(capacity: budget.bytes, facts: policy.entry.facts)
      guard let least = regret.leastMisses, let more = regret.misses else { return nil }
      return trial(Double(least + more), Double(least), evictions: report.evictions)
    }
  }

  /// Returns the two figures and their score: the ratio, weighted by the difference up to
  /// `scale.enough`.
  ///
  /// If the session is not worse for the policy, more evictions give a slightly higher score,
  /// because small changes of such a session are more likely to make it bad.
  private func trial(_ policy: Double, _ other: Double, evictions: Int) -> HuntTrial {
    let worth = min(1, max(0, policy - other) / scale.enough)
    return HuntTrial(
      policy: policy, other: other,
      score: worth * policy / (other + scale.least) + 0.001 * min(1, Double(evictions) / 100))
  }
}

extension RunReport {
  /// The number of images that were removed from the cache, or refused.
  fileprivate var evictions: Int { cache.removals.reduce(0, +) + cache.refusals }
}
