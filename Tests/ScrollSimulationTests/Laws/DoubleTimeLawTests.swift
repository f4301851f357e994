import ScrollCaching
import ScrollCore
import ScrollDevice
import ScrollLayout
import ScrollSimulation
import Testing

/// A world in which everything takes twice as long is the same world.
///
/// Refresh periods of 10 ms and of 4 ms, whole numbers of hertz, become 20 ms and 8 ms, and with
/// them everything that lasts: work, reads, transfers, time-outs, back-offs, sweeps, windows,
/// times to live, the look-ahead of policies and prefetchers, the friction of a fling. Every
/// duration comes out in whole nanoseconds in both, so that nothing is rounded.
@Suite struct DoubleTimeLawTests {
  /// Absolute times that no setting changes, and why they are none.
  private static let exempt = [
    "nscache-arc": "its 4 s without growth after a warning were observed, not set",
    "tile-bins": "its skewport of 0.2 s or 1 s is Chromium's own",
  ]

  static let policies =
    PolicyCatalog.builtIn.entries
    .filter { !$0.facts.needsFuture && exempt[$0.name] == nil && $0.name != "score" }
    .map(\.name)
    + ["score: idle * bytes + 3 * age"]

  @Test(arguments: 0..<4) func `a run at half speed takes twice as long and is otherwise equal`(
    block: UInt64
  ) throws {
    for seed in 400_000 + block * 400..<400_000 + (block + 1) * 400 {
      let worlds = try Self.worlds(seed) { $0.element(of: Self.policies) }
      // The watchdog's 20 s and 10 s are iOS's own.
      if [.slowLaunch, .hang].contains(worlds.second.death?.reason) { continue }
      if worlds.secondLog.hasFrameBeyondWatchdog { continue }
      #expect(
        worlds.second == worlds.first.doubled,
        """
        seed \(seed), \(worlds.told): \
        \(Figures(worlds.second).differences(from: Figures(worlds.first.doubled)))
        """)
      let (events, others) = (worlds.firstLog.entries.map(\.doubled), worlds.secondLog.entries)
      let difference = zip(events, others).first { $0 != $1 }
      #expect(
        difference == nil && events.count == others.count,
        """
        seed \(seed), \(worlds.told): \
        \(difference.map { "\($0) and \($1)" } ?? "the rest of one log")
        """)
    }
  }

  @Test(arguments: exempt.keys.sorted()) func `every exempt policy breaks the law`(
    policy: String
  ) throws {
    let seeds: Range<UInt64> = 410_000..<420_000
    let differing = try seeds.first { seed in
      let worlds = try Self.worlds(seed) { _ in policy }
      return worlds.second != worlds.first.doubled
    }
    #expect(differing != nil, "\(policy) keeps the law for seeds \(seeds)")
  }

  private typealias Worlds = (
    first: RunReport, second: RunReport, firstLog: RunLog, secondLog: RunLog, told: String
  )

  /// Runs a drawn scenario as it is and twice as slow.
  private static func worlds(
    _ seed: UInt64, _ choose: (inout SeededRandom) -> String
  ) throws -> Worlds {
    var dice = SeededRandom(seed: seed ^ 0x2)
    let drawn = try DrawnPipeline(seed: seed)
    let policy = try DoubledPolicy(choose(&dice), &dice)
    let once = try drawn.scenario.withWholeNanoseconds(&dice)
    let (log, other) = (RunLog(), RunLog())
    let first = PreparedScenario(once).lawfulRun(
      policy.once, budget: drawn.budget, seed: seed, log: log, told: drawn)
    let second = PreparedScenario(try once.doubled()).lawfulRun(
      policy.twice, budget: drawn.budget, seed: seed, log: other, told: drawn
    ) { $0.decay /= 2 }
    return (first, second, log, other, "\(policy.once.text), \(drawn)")
  }
}

extension RunLog {
  /// `true` if the main thread has more to do in a frame than the watchdog allows, whatever ends the
  /// app: what comes after that is not begun.
  fileprivate var hasFrameBeyondWatchdog: Bool {
    entries.contains { entry in
      if case .frame(let frame) = entry.event { frame.work.total > 10_000_000_000 } else { false }
    }
  }
}

extension SeededRandom {
  fileprivate mutating func element<Element>(of elements: [Element]) -> Element {
    elements[below(elements.count)]
  }
}
