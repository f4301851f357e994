import ScrollCore
import ScrollDevice
import ScrollPages
import ScrollSweeps

/// What of a plan was asked for several times and is made once, a sentence each.
struct OnceText {
  let plan: SweepPlan

  var lines: [String] {
    [seeds, networks].compactMap { $0 }
      + plan.madeOnce.merged.map { "\($0.clause.visible): made once" }
      + [unbounded].compactMap { $0 }
  }

  /// `6 seeds change nothing for lru and sieve: made once`.
  private var seeds: String? {
    let idle = plan.idleSeeds
    guard !idle.names.isEmpty else { return nil }
    // Over a network that loses something they do.
    let isEverywhere = plan.scenarios.allSatisfy { idle.networks.contains($0.network.name) }
    let place = isEverywhere ? "" : " over \(Words.list(idle.networks, atMost: 6))"
    return "\(Words.count(idle.seeds, "seed")) change nothing for "
      + "\(Words.list(idle.names, atMost: 20))\(place): made once"
  }

  private var networks: String? {
    let names = plan.madeOnce.networks
    guard names.count > 1 else { return nil }
    return "\(Words.count(names.count, "network")) change nothing, since no image is downloaded: "
      + "made once, over \(names[0])"
  }

  private var unbounded: String? {
    let names = plan.madeOnce.unbounded
    guard !names.isEmpty else { return nil }
    return "\(Words.list(names, atMost: 20)) \(names.count == 1 ? "keeps" : "keep") no budget: "
      + "another one changes only for how long it is exceeded"
  }
}
