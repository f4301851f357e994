package import ScrollCaching
package import ScrollCore

/// Two limits for the least possible stall of a loader on a trace: a lower bound for all caches,
/// and the best stall found.
///
/// Stalls are seconds on screen, as in `RunReport.Stalls.seconds`.
///
/// The least possible stall lies between `proven` and `reached`; `gap` is the difference of both.
package struct StallBound: Sendable {
  /// The lower bound for runs whose cache keeps the budget, unless the app is killed.
  package let proven: Double
  /// The part of the bound that no cache avoids, not even an unlimited one.
  package let unavoidable: Double
  /// The best stall found with caches that keep the budget; `nil` if the app was killed in every
  /// run.
  package private(set) var reached: Double?
  /// The policy with the best stall found, as typed; `ForesightPolicy.name` for the policy that
  /// knows when each image is wanted next.
  package private(set) var reachedBy: String?
  /// A Boolean value that indicates whether the policy with the best stall found knows the future,
  /// so that no app can use it.
  package var isByForesight: Bool { reachedBy == ForesightPolicy.name }
  /// The stall of `lru`, with which regret compares other policies; `nil` if the app was killed in
  /// this run.
  package let lru: Double?
  /// The stall with an unlimited cache; `nil` if the app was killed in that run.
  ///
  /// It is not a lower bound: with fewer reloads, other loads run in another order, which may be
  /// worse.
  package let unlimited: Double?

  /// Computes the lower bound and finds the best stall by trying policies.
  /// - Parameters:
  ///   - prepared: the scenario.
  ///   - budget: the cost limit of the cache.
  ///   - seed: the seed for randomized policies and for losses of the network.
  ///   - policies: the policies to try in addition to `ForesightPolicy`; policies that need not
  ///     keep a budget are ignored.
  package init(
    _ prepared: PreparedScenario, budget: ByteCount, seed: UInt64 = 0,
    policies: [Choice<PolicyDescriptor>] = BestFoundStall.usualPolicies
  ) {
    let bound = StallLowerBound(prepared, budget: budget)
    let reached = BestFoundStall(prepared, budget: budget, seed: seed, policies: policies)
    self.init(bound, reached)
  }

  /// Creates the limits from a lower bound and a best stall that were computed separately.
  init(_ bound: StallLowerBound, _ found: BestFoundStall) {
    proven = bound.seconds
    unavoidable = bound.unavoidable
    reached = found.best?.seconds
    reachedBy = found.best?.policy
    lru = found.lru
    unlimited = found.unlimited
  }

  /// Returns the limits with a further trial whose cache kept the budget, which replaces the best
  /// stall found if it stalled less.
  package func including(_ trial: BestFoundStall.Trial) -> StallBound {
    guard reached.map({ trial.seconds < $0 }) ?? true else { return self }
    var bound = self
    (bound.reached, bound.reachedBy) = (trial.seconds, trial.policy)
    return bound
  }

  /// The seconds between the lower bound and the best stall found.
  package var gap: Double? { reached.map { max(0, $0 - proven) } }
}

/// The best stall found for a scenario and a budget, by trying policies.
///
/// The search tries the policies of the catalog that keep their budget, with their default
/// settings, and `ForesightPolicy`. It also runs an unlimited cache, whose stall is a separate
/// figure.
package struct BestFoundStall: Sendable {
  /// A run of a policy.
  package struct Trial: Sendable, Equatable {
    package let policy: String
    /// The stall, as `RunReport.Stalls.seconds`.
    package let seconds: Double

    package init(policy: String, seconds: Double) {
      self.policy = policy
      self.seconds = seconds
    }
  }

  /// The run with the least stall, the first of several; `nil` if the app was killed in every run.
  package let best: Trial?
  /// The stall of `lru`, if it was tried; `nil` if the app was killed.
  let lru: Double?
  /// The stall of a cache that never evicts; `nil` if the app was killed.
  package let unlimited: Double?

  /// The policies of the package that never hold more than their budget.
  package static var usualPolicies: [Choice<PolicyDescriptor>] {
    let catalog = PolicyCatalog.builtIn
    return catalog.entries.compactMap { entry in
      let facts = entry.facts
      guard !facts.needsFuture, [.always, .afterStores].contains(facts.limits) else { return nil }
      return try? catalog.choose(entry.name)
    }
  }

  /// Runs all policies.
  /// - Complexity: one run for each policy, one after the other.
  package init(
    _ prepared: PreparedScenario, budget: ByteCount, seed: UInt64 = 0,
    policies: [Choice<PolicyDescriptor>] = usualPolicies
  ) {
    let keeping = policies.filter {
      !$0.entry.facts.needsFuture && [.always, .afterStores].contains($0.entry.facts.limits)
    }
    // Without a cache all policies give the same run.
    let tried = prepared.scenario.loader.cache ? keeping[...] : keeping.prefix(1)
    var trials: [Trial] = []
    for policy in tried {
      let report = prepared.run(policy, budget: budget, seed: seed)
      if report.death == nil {
        trials.append(Trial(policy: policy.text, seconds: report.stalls.seconds))
      }
    }
    if prepared.scenario.loader.cache,
      let seconds = Self.foresee(prepared, budget: budget, seed: seed)
    {
      trials.append(Trial(policy: ForesightPolicy.name, seconds: seconds))
    }
    self.init(
      trials, unlimited: Self.stall(Self.runUnlimited(prepared, seed: seed)))
  }

  /// Creates the result from existing runs at one budget, all with caches that keep the budget.
  init(_ trials: [Trial], unlimited: Double?) {
    best = trials.reduce(nil as Trial?) { best, trial in
      if let best, best.seconds <= trial.seconds { best } else { trial }
    }
    lru = trials.first { $0.policy == "lru" }?.seconds
    self.unlimited = unlimited
  }

  private static func stall(_ report: RunReport) -> Double? {
    report.death == nil ? report.stalls.seconds : nil
  }

  private static func runUnlimited(_ prepared: PreparedScenario, seed: UInt64) -> RunReport {
    func model() -> any CacheModel {
      let setup = PolicySetup(imageCount: prepared.keyCount, limits: CacheLimits())
      return StrictCache(LRUPolicy(imageCount: prepared.keyCount), setup)
    }
    return prepared.run(model(), isSpatial: false, seed: seed, afterRelaunch: model)
  }

  /// Returns the stall of `ForesightPolicy`; `nil` if the app was killed.
  private static func foresee(
    _ prepared: PreparedScenario, budget: ByteCount, seed: UInt64
  ) -> Double? {
    let returns = Returns(prepared)
    func model() -> any CacheModel {
      let setup = PolicySetup(
        imageCount: prepared.keyCount, limits: CacheLimits(cost: budget.bytes))
      return StrictCache(ForesightPolicy(returns, capacity: budget.bytes), setup)
    }
    return stall(
      prepared.run(
        model(), isSpatial: false, budget: budget, seed: seed, afterRelaunch: model))
  }
}

/// A policy that evicts the image whose next time on screen is the latest.
///
/// It refuses a new image whose next time on screen is later than those of all images that it would
/// have to evict.
///
/// The policy knows the motion, so it knows when each image is wanted next, but not how loading
/// will proceed. It applies Belady's rule (`BeladyPolicy`) to times, because the positions in the
/// stream of requests differ from run to run. The policy serves for comparisons; its stall is not a
/// lower bound.
struct ForesightPolicy: EvictionPolicy, ~Copyable {
  static let name = "foresight"

  private let returns: Returns
  private let capacity: Int
  private var residents: [ImageID] = []
  private var costs: [ImageID: Int] = [:]
  private var used = 0
  private var now = SimTime.zero

  /// Creates a policy for a cache with a cost limit.
  init(_ returns: Returns, capacity: Int) {
    self.returns = returns
    self.capacity = capacity
  }

  mutating func didHit(_ request: Request) { now = request.time }
  mutating func didMiss(_ request: Request) { now = request.time }
  mutating func willStore(_ request: Request) { now = request.time }

  mutating func shouldStore(_ request: Request) -> Bool {
    guard used + request.cost > capacity, let last = farthest else { return true }
    return next(request.image) <= next(residents[last])
  }

  mutating func nextVictim(sparing pins: borrowing PinSet) -> ImageID? {
    var best: Int?
    for index in residents.indices where !pins.contains(residents[index]) {
      if best.map({ next(residents[index]) > next(residents[$0]) }) ?? true { best = index }
    }
    guard let best else { return nil }
    let victim = residents[best]
    didRemove(victim)
    return victim
  }

  mutating func didInsert(_ request: Request, as admission: Admission) {
    residents.append(request.image)
    costs[request.image] = request.cost
    used += request.cost
  }

  mutating func didRemove(_ image: ImageID) {
    residents.removeAll { $0 == image }
    used -= costs.removeValue(forKey: image) ?? 0
  }

  private var farthest: Int? {
    residents.indices.max { next(residents[$0]) < next(residents[$1]) }
  }

  private func next(_ image: ImageID) -> SimTime { returns.next(of: image, after: now) }
}
