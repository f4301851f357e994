import ScrollCaching
import ScrollCore
import ScrollDevice
import ScrollSimulation
import Testing

/// With room for everything, every cache is the same cache.
@Suite struct RoomLawTests {
  /// They refuse by size or frequency, drop by a rule other than room, or hold what is on
  /// screen apart: their runs differ however much room there is.
  private static let exempt: Set<String> = [
    "adaptsize", "coil", "flutter", "fresco", "glide", "image-named", "kingfisher",
    "nscache-docs", "nscache-gnustep", "nuke-clock", "nuke-lru", "tinylfu", "w-tinylfu",
    "viewport-ring",
  ]

  static let policies = PolicyCatalog.builtIn.entries
    .filter { !$0.facts.needsFuture && !exempt.contains($0.name) && $0.name != "score" }
    .map(\.name)

  @Test func `every policy gives the same run and removes nothing`() throws {
    for seed in 300_000..<300_040 as Range<UInt64> {
      var scenario = RandomScenario(seed: seed).scenario
      scenario.loader.hasCache = true
      scenario.loader.cost = .bytes
      scenario.loader.timeStamps = false
      scenario.loader.purgeable = .never
      scenario.events = []
      scenario.device.memory.appLimit = ByteCount(1 << 50)
      scenario.device.memory.total = ByteCount(1 << 51)
      let prepared = PreparedScenario(scenario)
      let bytes = scenario.images.entries.reduce(0) { $0 + $1.decoded.bytes + $1.encoded.bytes }
      let budget = ByteCount(2000 * bytes)
      let first = prepared.lawfulRun(try PolicyCatalog.builtIn.choose("lru"), budget: budget, seed: seed)
      for policy in Self.policies {
        let report = prepared.lawfulRun(
          try PolicyCatalog.builtIn.choose(policy), budget: budget, seed: seed)
        let evicted = RemovalReason.allCases.filter { $0 != .replaced }
          .reduce(0) { $0 + report.cache.removals(because: $1) }
        #expect(evicted == 0, "seed \(seed): \(policy) removed \(report.cache.removals)")
        #expect(report == first, "seed \(seed): \(policy) and lru")
      }
    }
  }
}
