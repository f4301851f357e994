import ScrollCaching
import ScrollCore
import ScrollDevice
import ScrollSimulation
import Testing

/// With room for everything, every cache is the same cache.
///
/// A budget of a thousand times what all variants of all images take, no limit by number, no
/// time to live that runs out, no pressure, no background, memory without end.
@Suite struct AmpleMemoryLawTests {
  /// Refuses by size whatever the room: it draws, and the larger an image the likelier.
  private static let exempt = ["adaptsize"]

  /// Every policy, one of the user's own among them.
  static let policies =
    PolicyCatalog.builtIn.entries
    .filter { !$0.facts.needsFuture && $0.name != "score" }.map(\.name)
    + ["score: distance * bytes / decodeMs + 0.2 * age"]

  private static let seeds: Range<UInt64> = 300_000..<300_200

  @Test func `every policy gives the same run with an unlimited budget`() throws {
    for seed in Self.seeds {
      let scenario = try AmpleScenario(seed: seed)
      let first = try scenario.report("lru")
      for policy in Self.policies where !Self.exempt.contains(policy) {
        let report = try scenario.report(policy)
        let removed = RemovalReason.allCases.filter { $0 != .replaced }
          .reduce(0) { $0 + report.cache.removals(because: $1) }
        #expect(
          removed == 0 && report.cache.refusals == 0,
          """
          seed \(seed): \(policy) removed \(report.cache.removals) and refused \
          \(report.cache.refusals)
          """)
        #expect(
          report == first,
          "seed \(seed), \(policy) and lru: \(Figures(report).differences(from: Figures(first)))")
      }
    }
  }

  @Test(arguments: exempt) func `every exempt policy breaks the law`(policy: String) throws {
    let differing = try Self.seeds.first { seed in
      let scenario = try AmpleScenario(seed: seed)
      return try scenario.report(policy) != scenario.report("lru")
    }
    #expect(differing != nil, "\(policy) gives the same runs as lru for seeds \(Self.seeds)")
  }
}

/// A drawn scenario with room for everything.
private struct AmpleScenario {
  let seed: UInt64
  let prepared: PreparedScenario
  let budget: ByteCount

  init(seed: UInt64) throws {
    self.seed = seed
    var scenario =
      seed.isMultiple(of: 2)
      ? RandomScenario(seed: seed).scenario : try DrawnPipeline(seed: seed).scenario
    scenario.loader.cache = true
    scenario.loader.cost = .bytes
    // What is dropped for another reason than room.
    scenario.loader.timeStamps = false
    scenario.loader.purgeable = .never
    scenario.events = []
    scenario.device.memory.appLimit = ByteCount(1 << 50)
    scenario.device.memory.total = ByteCount(1 << 51)
    prepared = PreparedScenario(scenario)
    let bytes = scenario.images.entries.reduce(0) { $0 + $1.decoded.bytes + $1.encoded.bytes }
    // As many variants again, and no image is larger than its cell twice over.
    budget = ByteCount(1000 * 2 * bytes)
  }

  /// The report, but for what a cache tells its delegate of replaced values: some tell it.
  func report(_ policy: String) throws -> RunReport {
    var report = prepared.lawfulRun(
      try PolicyCatalog.builtIn.choose(policy), budget: budget, seed: seed, log: nil)
    report.cache.delegateCalls = 0
    return report
  }
}
