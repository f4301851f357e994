import ScrollCaching
import ScrollCore
import ScrollPages
import ScrollSimulation
import ScrollSweeps

/// Two runs of a drawn scenario, compared, with what both caches held.
struct DrawnDiff: CustomStringConvertible {
  static let policies = [
    "lru", "fifo", "sieve", "lfu", "clock", "gdsf", "arc", "w-tinylfu", "nuke-clock:ttl=2",
    "kingfisher:expiration=1", "yy-memory", "fresco", "glide", "distance",
  ]

  let drawn: RandomScenario
  let prepared: PreparedScenario
  let a: RunDiff.Run, b: RunDiff.Run
  let histories: (a: ResidencyHistory, b: ResidencyHistory)

  /// Draws a scenario, or nil if its loader has no cache.
  init?(seed: UInt64) throws {
    drawn = RandomScenario(seed: seed)
    guard drawn.scenario.loader.cache else { return nil }
    var scenario = drawn.scenario
    // An NSNull is an entry, but no image that a comparison could tell of.
    scenario.loader.nullEntries = false
    prepared = PreparedScenario(scenario)
    var dice = SeededRandom(seed: seed ^ 0xd1ff)
    func policy() -> String { Self.policies[Int(dice.next() % UInt64(Self.policies.count))] }
    let names = (policy(), policy())
    // Every third pair differs in its budgets, too.
    let budgets = (drawn.budget, seed % 3 == 0 ? drawn.budget / 2 + 1 : drawn.budget)
    histories = (ResidencyHistory(), ResidencyHistory())
    a = try Self.run(names.0, budgets.0, prepared, seed, histories.a)
    b = try Self.run(names.1, budgets.1, prepared, seed, histories.b)
  }

  private static func run(
    _ policy: String, _ budget: Int, _ prepared: PreparedScenario, _ seed: UInt64,
    _ history: ResidencyHistory
  ) throws -> RunDiff.Run {
    let log = RunLog()
    let report = prepared.run(
      try PolicyCatalog.builtIn.choose(policy), budget: ByteCount(budget), seed: seed, log: log
    ) { ResidencySpy($0, imageCount: prepared.keyCount, history) }
    return RunDiff.Run(name: policy, log: log, report: report)
  }

  var diff: RunDiff { RunDiff(a, b, of: prepared) }
  var swapped: RunDiff { RunDiff(b, a, of: prepared) }

  var description: String { "\(a.name) and \(b.name), \(drawn)" }
}
