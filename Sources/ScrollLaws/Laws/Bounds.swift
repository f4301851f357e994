import ScrollCaching
import ScrollCore

extension Law {
  /// The law that a cache that stores every miss has no fewer misses than `belady`, the optimum for
  /// such caches.
  static let notBelowBelady = Law(
    "not-below-belady", "Equal sizes: it misses no less than 'belady'.",
    of: "all that keep new images and their limits", on: .stream,
    where: { $0.facts.claims.contains(.keepsNewcomers) && $0.facts.limits.isKept }
  ) { trial in
    // A cache that refused images because of earlier requests need not store every miss.
    let refuses = trial.descriptor.facts.refusal.refuses(
      1, trial.capacity, trial.recording.setup.settings)
    guard refuses != nil || !trial.refuses else { return .idle }
    return trial.compareMisses(
      atLeast: MIN.misses(trial.stream, capacity: trial.capacity), "belady")
  }

  /// The law that no cache has fewer misses than `min-bypass`, the optimum for caches that may
  /// refuse images.
  static let notBelowMinBypass = Law(
    "not-below-min-bypass", "Equal sizes: it misses no less than 'min-bypass'.",
    of: "all that keep their limits", on: .stream, where: { $0.facts.limits.isKept }
  ) { trial in
    trial.compareMisses(
      atLeast: MinBypass.misses(trial.stream, capacity: trial.capacity), "min-bypass")
  }

  /// The law that a conservative policy keeps the competitive bound of Sleator and Tarjan.
  static let competitive = Law(
    "competitive",
    """
    Equal sizes: with a capacity of k it misses at most k / (k - h + 1) times as often as \
    'belady' with h <= k, and (k + 1) / (k - h + 1) times as often as 'min-bypass'.
    """,
    of: "all that claim to be conservative", on: .stream,
    where: { $0.facts.claims.contains(.conservative) }
  ) { trial in
    guard trial.recording.fault == nil else { return .idle }
    let (k, misses) = (trial.capacity, trial.recording.misses)
    for h in Set([1, (k + 1) / 2, k - 1, k]).sorted() where h >= 1 {
      let least = MIN.misses(trial.stream, capacity: h)
      let leastRefusing = MinBypass.misses(trial.stream, capacity: h)
      if misses * (k - h + 1) > k * least {
        return .broken("\(misses) misses with room for \(k), 'belady' has \(least) with \(h)")
      }
      if misses * (k - h + 1) > (k + 1) * leastRefusing {
        return .broken(
          "\(misses) misses with room for \(k), 'min-bypass' has \(leastRefusing) with \(h)")
      }
    }
    return Verdict(nil, exercised: trial.evicts)
  }

  /// The law that a policy has as few misses as `belady` on walks of single steps.
  static let bestOnWalks = Law(
    "best-on-walks", "On walks of steps -1, 0 and +1 it misses as often as 'belady'.",
    of: "all that claim it", on: .walk, where: { $0.facts.claims.contains(.bestOnWalks) }
  ) { trial in
    guard trial.recording.fault == nil else { return .idle }
    let least = MIN.misses(trial.stream, capacity: trial.capacity)
    let misses = trial.recording.misses
    return Verdict(
      misses == least ? nil : "\(misses) misses, 'belady' has \(least)", exercised: trial.evicts)
  }
}

extension LimitPromise {
  /// A Boolean value that indicates whether the cache keeps its limits while images are only
  /// stored.
  fileprivate var isKept: Bool {
    self == .always || self == .apartFromPinned || self == .afterStores
  }
}

extension Trial {
  fileprivate func compareMisses(atLeast bound: Int, _ name: String) -> Verdict {
    guard recording.fault == nil else { return .idle }
    let misses = recording.misses
    return Verdict(
      misses >= bound ? nil : "\(misses) misses, fewer than the \(bound) of '\(name)'",
      exercised: evicts)
  }
}
