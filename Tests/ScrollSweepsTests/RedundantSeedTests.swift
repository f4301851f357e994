import ScrollCaching
import ScrollCore
import ScrollSweeps
import ScrollTraces
import Testing

@Suite struct RedundantSeedTests {
  @Test func `a deterministic policy runs with only one seed`() throws {
    let plan = try Specs.plan("  policy: [lru, random, sieve]", "  seed: 3..5")
    #expect(Specs.names(plan).count == 5)
    #expect(plan.runs.map(\.seed) == [3, 3, 4, 5, 3])
    #expect(plan.idleSeeds.names == ["lru", "sieve"])
    #expect(plan.idleSeeds.seeds == 3)
  }

  @Test func `a lossy network makes every seed count`() throws {
    let plan = try Specs.plan(
      "  loader: nuke", "  network: [wifi, 3g-lossy]", "  seed: 0..2")
    #expect(plan.runs.map(\.seed) == [0, 0, 1, 2])
    #expect(plan.idleSeeds.networks == ["wifi"])
  }

  @Test func `an exclude rule removes seeds, not the run of a deterministic policy`() throws {
    let plan = try Specs.plan("  seed: 0..2", "exclude:", "  - {seed: 0}")
    #expect(plan.runs.map(\.seed) == [1])
  }

  @Test func `an include grid with another seed adds no deterministic run`() throws {
    let plan = try Specs.plan("  policy: [lru, random]", "include:", "  - {seed: 7}")
    #expect(plan.runs.map(\.seed) == [0, 0, 7])
  }

  @Test func `a single seed is never idle, and its run keeps its key`() throws {
    let plan = try Specs.plan("  seed: 4")
    #expect(plan.runs.map(\.seed) == [4])
    #expect(plan.idleSeeds.names.isEmpty)
    let several = try Specs.plan("  seed: 4..6")
    #expect(several.runs.map(\.key) == plan.runs.map(\.key))
  }

  /// Online policies that claim to draw nothing.
  private static let undrawn = PolicyCatalog.builtIn.entries.filter {
    !$0.facts.drawsAtRandom && !$0.facts.needsFuture
  }.map(\.name)

  @Test(arguments: undrawn)
  func `a policy without draws behaves equally with every seed`(name: String) throws {
    let policy = try PolicyCatalog.builtIn.choose(name).entry
    let path = "\(Specs.root)/Traces/recorded/photo-grid-session.scroll"
    let stream = try TraceFile.load(path).requestStream()
    let tallies = [1, 99].map { seed in
      policy.stepwiseReplay(
        stream,
        PolicySetup(
          imageCount: stream.imageCount, limits: CacheLimits(cost: 20_000_000),
          settings: SettingValues(standardsOf: policy.settings), seed: seed))
    }
    #expect(tallies[0] == tallies[1])
  }
}
