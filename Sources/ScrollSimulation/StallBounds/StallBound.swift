package import ScrollCaching
package import ScrollCore

/// What stall a loader cannot avoid on a trace whatever its cache decides, and the least that
/// was found: in seconds on screen, as `RunReport.Stalls.seconds` counts them.
///
/// The least there can be lies between `proven` and `reached`: `gap` says how far they are apart.
package struct StallBound: Sendable {
  /// No run stalls less whose cache keeps the budget, unless the app is killed in it.
  package let proven: Double
  /// The part of that which no cache avoids, however large.
  package let unavoidable: Double
  /// The least stall of the runs that were tried with caches that keep the budget; nil if the app
  /// was killed in each of them.
  package let reached: Double?
  /// The policy of that run, as it is typed; `ForesightPolicy.name` for the one that knows when
  /// each image is wanted next.
  package let reachedBy: String?
  /// Whether that is the policy that knows the future, which no app can have.
  package var isByForesight: Bool { reachedBy == ForesightPolicy.name }
  /// What `lru` stalls, from which regret is counted; nil if the app was killed in that run.
  package let lru: Double?
  /// The stall with a cache without a limit; nil if the app was killed in that run.
  ///
  /// No bound: what is not loaded again leaves others another turn, which may be a worse one.
  package let unlimited: Double?

  /// Proves one and tries for the other.
  /// - Parameters:
  ///   - prepared: the scenario.
  ///   - budget: the cost limit of the cache.
  ///   - seed: for randomized policies, and for what the network loses.
  ///   - policies: what is tried besides foresight; those that need not keep a budget are not.
  package init(
    _ prepared: PreparedScenario, budget: ByteCount, seed: UInt64 = 0,
    policies: [Choice<PolicyDescriptor>] = ReachedStall.usualPolicies
  ) {
    let bound = ProvenStallBound(prepared, budget: budget)
    let reached = ReachedStall(prepared, budget: budget, seed: seed, policies: policies)
    self.init(bound, reached)
  }

  /// The two, found apart.
  package init(_ bound: ProvenStallBound, _ found: ReachedStall) {
    proven = bound.seconds
    unavoidable = bound.unavoidable
    reached = found.best?.seconds
    reachedBy = found.best?.policy
    lru = found.lru
    unlimited = found.unlimited
  }

  /// Seconds between what is proven and what was reached.
  package var gap: Double? { reached.map { max(0, $0 - proven) } }
}

/// The least stall that was found for a scenario and a budget, by trying.
///
/// Tried are policies of the catalog that keep their budget, with their default settings, and
/// `ForesightPolicy`; besides, as a figure of its own, a cache without a limit.
package struct ReachedStall: Sendable {
  /// A run.
  package struct Trial: Sendable, Equatable {
    package let policy: String
    /// `RunReport.Stalls.seconds`.
    package let seconds: Double

    package init(policy: String, seconds: Double) {
      self.policy = policy
      self.seconds = seconds
    }
  }

  /// The run with the least stall, the first of several; nil if the app was killed in every one.
  package let best: Trial?
  /// The run with `lru`, where that was tried; nil if the app was killed.
  package let lru: Double?
  /// With a cache that never evicts; nil if the app was killed.
  package let unlimited: Double?

  /// Every policy of the package that never holds more than its budget.
  package static var usualPolicies: [Choice<PolicyDescriptor>] {
    let catalog = PolicyCatalog.builtIn
    return catalog.entries.compactMap { entry in
      let facts = entry.facts
      guard !facts.needsFuture, [.always, .afterStores].contains(facts.limits) else { return nil }
      return try? catalog.choose(entry.name)
    }
  }

  /// Runs them all.
  /// - Complexity: one run for each, one after the other.
  package init(
    _ prepared: PreparedScenario, budget: ByteCount, seed: UInt64 = 0,
    policies: [Choice<PolicyDescriptor>] = usualPolicies
  ) {
    let keeping = policies.filter {
      !$0.entry.facts.needsFuture && [.always, .afterStores].contains($0.entry.facts.limits)
    }
    // Without a cache all of them are one.
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

  /// The best of runs that were made already, at one budget and by caches that keep it.
  package init(_ trials: [Trial], unlimited: Double?) {
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

  /// The stall of `ForesightPolicy`; nil if the app was killed.
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

/// Evicts the image that comes on screen again last, and refuses one that does so later than all
/// that it would have to evict.
///
/// It knows the motion, and so when each image is wanted next; not how loading will go. Belady's
/// rule (`BeladyPolicy`) with times instead of positions in a stream of requests, which no two runs
/// share. A good cache to compare with, no bound.
struct ForesightPolicy: EvictionPolicy, ~Copyable {
  static let name = "foresight"

  private let returns: Returns
  private let capacity: Int
  private var residents: [ImageID] = []
  private var costs: [ImageID: Int] = [:]
  private var used = 0
  private var now = SimTime.zero

  /// A policy for a cache of a cost limit.
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
