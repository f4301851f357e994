package import ScrollCaching
package import ScrollCore
package import ScrollDevice
import ScrollSimCommands
package import ScrollSimulation
import ScrollSweeps
import ScrollTraces

/// What stays the same throughout a hunt for sessions: how the app loads and on what, whose worst
/// session it is, and by what that is measured.
package final class HuntScene: Sendable {
  package enum Metric: String, Sendable, CaseIterable {
    /// `RunReport.Stalls.seconds`.
    case stall
    /// Requests that the cache could not answer.
    case misses
  }

  /// Whom the policy is compared with.
  package enum Opponent: Sendable {
    /// Whatever built-in policy does best in the session.
    case best
    case policy(Choice<PolicyDescriptor>)
    /// What no cache can do better.
    case bound
  }

  /// How much the cache may hold.
  package enum Room: Sendable {
    /// At least three screens; how many is part of what is hunted.
    case drawn
    /// So much, in which three screens must have room; nil is no limit.
    case given(ByteCount?)
  }

  package let device: DeviceProfile
  package let network: NetworkProfile
  package let loader: Choice<LoaderDescriptor>
  package let prefetcher: Choice<PrefetcherDescriptor>
  package let policy: Choice<PolicyDescriptor>
  package let against: Opponent
  package let metric: Metric
  package let room: Room
  /// The most strokes of a session.
  package let mostStrokes: Int
  /// What the traces say of themselves.
  package let title: String, provenance: String

  /// Those that the policy is compared with; none where that is a bound.
  package let opponents: [Choice<PolicyDescriptor>]
  let loading: Loader
  let prefetching: Prefetcher

  package init(
    policy: Choice<PolicyDescriptor>, against: Opponent, metric: Metric, device: DeviceProfile,
    network: NetworkProfile, loader: Choice<LoaderDescriptor>,
    prefetcher: Choice<PrefetcherDescriptor>, room: Room, mostStrokes: Int, title: String,
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

  /// Every built-in policy that keeps its budget and needs no future, but for the one itself.
  ///
  /// What is pinned counts against no limit of some models, which is more than others have; where
  /// nothing is limited that is the same.
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

  /// The difference from which on a session is bad enough, and what the other side is given on top
  /// so that a ratio to next to nothing does not count: a second and a tenth of one, or misses.
  var scale: (enough: Double, least: Double) { metric == .stall ? (1, 0.1) : (20, 1) }
}

extension HuntScene.Room {
  var isLimited: Bool {
    if case .given(nil) = self { false } else { true }
  }
}

extension HuntScene {
  /// How bad a session is for the policy; nil for one that breaks a rule, and where the app is
  /// killed.
  package func judge(_ genome: HuntGenome) -> HuntTrial? {
    guard let session = HuntSession(genome, in: self) else { return nil }
    if case .bound = against { return judgeByBound(session) }
    let report = session.prepared.run(policy, budget: session.budget)
    guard report.death == nil else { return nil }
    let ours = figure(of: report)
    // What it never gave up it never had to load again.
    guard report.evictions > 0 else { return trial(ours, ours, evictions: 0) }
    guard let other = figure(of: opponents[genome.opponent], in: session) else { return nil }
    return trial(ours, other, evictions: report.evictions)
  }

  /// The figure of an opponent; nil where the app is killed, or where the budget is too small for
  /// the policy to be what its name says.
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
      let bound = ProvenStallBound(session.prepared, budget: session.budget)
      return trial(report.stalls.seconds, bound.seconds, evictions: report.evictions)
    case .misses:
      guard let budget = session.budget else { return nil }
      let regret = demand.regret(capacity: budget.bytes, facts: policy.entry.facts)
      guard let least = regret.leastMisses, let more = regret.misses else { return nil }
      return trial(Double(least + more), Double(least), evictions: report.evictions)
    }
  }

  /// The two figures and their score: the ratio, as far as the difference is worth it.
  ///
  /// Where the policy is no worse, sessions in which it gives up more are nearer to one in which it
  /// is.
  private func trial(_ policy: Double, _ other: Double, evictions: Int) -> HuntTrial {
    let worth = min(1, max(0, policy - other) / scale.enough)
    return HuntTrial(
      policy: policy, other: other,
      score: worth * policy / (other + scale.least) + 0.001 * min(1, Double(evictions) / 100))
  }
}

extension RunReport {
  /// How many images left the cache, or were not let in.
  fileprivate var evictions: Int { cache.removals.reduce(0, +) + cache.refusals }
}
