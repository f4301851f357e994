import ScrollSimulation

/// The cause that accounts for most of a run's stall time, judged by the change that helps most.
package enum Bottleneck: String, Sendable, CaseIterable {
  case network, flash, decode, mainThread, policy, budget

  /// The cause as a noun for sentences.
  var words: String {
    switch self {
    case .decode: "decoding"
    case .mainThread: "the main thread"
    default: "the \(rawValue)"
    }
  }

  /// The ideal that removes the cause; `nil` if the cause is not a resource.
  var ideal: Ideal? {
    switch self {
    case .network: .network
    case .flash: .flash
    case .decode: .decode
    case .mainThread: .mainThread
    case .policy, .budget: nil
    }
  }

  /// Finds the bottleneck of a run from the changes that were tried.
  ///
  /// The bottleneck is the policy or the budget if two conditions hold. At least half of the stall
  /// belongs to images that had been in the cache and were evicted, and an infinite cache saves at
  /// least half of the stall. The bottleneck is then the policy if another policy at the same
  /// budget saves most of what the infinite cache saves. Otherwise it is the budget.
  ///
  /// In all other cases the bottleneck is the resource whose ideal saves most. Equal resources rank
  /// in the order network, flash, decode, main thread. The result is `nil` if no ideal makes a
  /// visible difference.
  ///
  /// - Parameters:
  ///   - stall: the stall of the run, in seconds.
  ///   - evicted: the stall of images that had been in the cache, in seconds.
  ///   - whatIfs: all changes that were tried.
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
