package import ScrollCaching
package import ScrollCore

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
