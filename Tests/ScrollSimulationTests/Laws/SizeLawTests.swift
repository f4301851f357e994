import ScrollCaching
import ScrollCore
import ScrollDevice
import ScrollLayout
import ScrollSimulation
import Testing

/// Laws of the rules by which a bitmap serves cells of another size.
@Suite struct SizeLawTests {
  private static let seeds: Range<UInt64> = 410_000..<410_400

  /// Returns a drawn scenario whose loader keeps the sizes of cells.
  private func scenario(_ seed: UInt64) -> Scenario {
    RandomScenario(seed: seed, serves: .exact).scenario
  }

  private func run(
    _ scenario: Scenario, _ serves: Loader.Serving, budget: ByteCount, seed: UInt64
  ) throws -> RunReport {
    var scenario = scenario
    scenario.loader.serves = serves
    return PreparedScenario(scenario).lawfulRun(
      try PolicyCatalog.builtIn.choose("lru"), budget: budget, seed: seed, log: nil,
      told: serves)
  }

  @Test func `all rules give the same run if every image has one size`() throws {
    var cached = 0
    for seed in Self.seeds {
      var scenario = scenario(seed)
      scenario.laterEpochs = []
      // Every item has an image of its own.
      let items = min(scenario.placement.count, scenario.images.count)
      scenario.placement = ItemPlacement(
        starts: Array(scenario.placement.starts.prefix(items)),
        ends: Array(scenario.placement.ends.prefix(items)),
        breadths: Array(scenario.placement.breadths.prefix(items)),
        images: (0..<items).map { ImageID($0) }, extent: scenario.placement.extent,
        imageCount: scenario.images.count)
      let budget = ByteCount(1000 * Int(seed % 100))
      let reports = try Loader.Serving.allCases.map {
        try run(scenario, $0, budget: budget, seed: seed)
      }
      for report in reports.dropFirst() {
        #expect(
          report == reports[0],
          "seed \(seed): \(Figures(report).differences(from: Figures(reports[0])))")
      }
      if reports[0].requests.hits > 0 { cached += 1 }
    }
    #expect(cached > 20, "\(cached) of \(Self.seeds.count) runs have hits")
  }

  /// The cache has room for everything, so that each size of an image is decoded once at most.
  ///
  /// The frames do not depend on the decodes, nothing is cancelled or prefetched, and all loads
  /// are finished in the end.
  @Test func `a rule that takes larger bitmaps never decodes more often, if nothing is evicted`()
    throws
  {
    var (fewer, same) = (0, 0)
    // Every twentieth scenario has a decoder that takes seconds.
    for seed in Self.seeds where seed % 20 != 7 {
      var scenario = scenario(seed).withMonotoneDevice(lanes: 2)
      scenario.loader.cache = true
      scenario.loader.coalescing = true
      (scenario.loader.decode, scenario.loader.purgeable) = (.viewSize, .never)
      let end = scenario.motion.duration + SimTime(seconds: 20)
      scenario.motion.append(end, scenario.motion.offsets.last ?? 0, .idle)
      let budget = ByteCount(1 << 40)
      let exact = try run(scenario, .exact, budget: budget, seed: seed)
      let larger = try run(scenario, .atLeast, budget: budget, seed: seed)
      let any = try run(scenario, .any, budget: budget, seed: seed)
      let decodes = [exact, larger, any].map { $0.work.laneDecodes }
      #expect(decodes[1] <= decodes[0], "seed \(seed): \(decodes)")
      #expect(decodes[2] == decodes[0], "seed \(seed): \(decodes)")
      #expect(
        larger.stalls.blankAreaSeconds <= exact.stalls.blankAreaSeconds + 1e-9
          && any.stalls.blankAreaSeconds <= exact.stalls.blankAreaSeconds + 1e-9,
        "seed \(seed)")
      if decodes[1] < decodes[0] { fewer += 1 } else { same += 1 }
    }
    #expect(fewer > 20, "\(fewer) runs with fewer decodes, \(same) with as many")
  }
}
