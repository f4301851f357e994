import ScrollSimulation

/// What a run's images wait for most, by what helps.
package enum Bottleneck: String, Sendable, CaseIterable {
  case network, flash, decode, mainThread, policy, budget

  /// What sentences call it.
  package var words: String {
    switch self {
    case .decode: "decoding"
    case .mainThread: "the main thread"
    default: "the \(rawValue)"
    }
  }

  /// The ideal that takes a resource away as a cause; nil for what is not one.
  package var ideal: Ideal? {
    switch self {
    case .network: .network
    case .flash: .flash
    case .decode: .decode
    case .mainThread: .mainThread
    case .policy, .budget: nil
    }
  }

  /// Judges a run by what was tried.
  ///
  /// It is memory if at least half of the stall belongs to images that had been in the cache and
  /// left it, and an infinite cache saves at least half of the stall: then the policy, if another
  /// one at the same budget saves most of what the infinite cache does, else the budget. Otherwise
  /// it is the resource whose ideal saves most, and of equal ones the first in the order network,
  /// flash, decode, main thread; nil if none saves what matters.
  ///
  /// - Parameters:
  ///   - stall: of the run, in seconds.
  ///   - evicted: how much of it belongs to images that had been in the cache.
  ///   - whatIfs: all that was tried.
  package init?(stall: Double, evicted: Double, _ whatIfs: [WhatIf]) {
    if let memory = Self.memory(stall: stall, evicted: evicted, whatIfs) {
      self = memory
      return
    }
    var best: (Bottleneck, Double)?
    for resource in Self.allCases {
      guard let ideal = resource.ideal,
        let found = whatIfs.first(where: { $0.ideal == ideal }), found.helps,
        let saved = found.savedSeconds, saved > best?.1 ?? 0
      else { continue }
      best = (resource, saved)
    }
    guard let best else { return nil }
    self = best.0
  }

  private static func memory(
    stall: Double, evicted: Double, _ whatIfs: [WhatIf]
  ) -> Bottleneck? {
    guard evicted >= stall / 2,
      let cache = whatIfs.first(where: { $0.ideal == .cache }),
      cache.isMaterial, let saved = cache.savedSeconds, saved >= stall / 2
    else { return nil }
    let policies = whatIfs.filter { $0.lever == .policy && $0.helps }
    let most = policies.compactMap(\.savedSeconds).max() ?? 0
    return most > saved / 2 ? .policy : .budget
  }
}
