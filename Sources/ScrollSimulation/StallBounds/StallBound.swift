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
