import ScrollCaching
import ScrollCore
import Testing

/// The fast spatial policies against scoring every resident.
@Suite struct SpatialPolicyTests {
  @Test(arguments: 0..<40)
  func `distance evicts what a linear scan evicts`(batch: Int) {
    var removals = 0
    for seed in UInt64(batch * 100)..<UInt64(batch * 100 + 100) {
      let stream = SpatialStream(seed: seed, imageCount: 3 + Int(seed % 61), length: 300)
      let result = stream.compare(
        StrictCache(DistancePolicy(stream.setup, lead: stream.lead), stream.setup),
        StrictCache(
          LinearScanPolicy(stream.setup, lead: stream.lead, weighsCost: false), stream.setup))
      #expect(result.difference == nil, "seed \(seed)")
      removals += result.removals
    }
    #expect(removals > 1000, "seeds from \(batch * 100) hardly evict anything")
  }

  @Test(arguments: 0..<40)
  func `distance-cost evicts what a linear scan evicts`(batch: Int) {
    var removals = 0
    for seed in UInt64(batch * 100)..<UInt64(batch * 100 + 100) {
      let stream = SpatialStream(seed: seed, imageCount: 3 + Int(seed % 61), length: 300)
      let result = stream.compare(
        StrictCache(DistanceCostPolicy(stream.setup, lead: stream.lead), stream.setup),
        StrictCache(
          LinearScanPolicy(stream.setup, lead: stream.lead, weighsCost: true), stream.setup))
      #expect(result.difference == nil, "seed \(seed)")
      removals += result.removals
    }
    #expect(removals > 1000, "seeds from \(batch * 100) hardly evict anything")
  }

  @Test(arguments: 0..<12, [false, true])
  func `thousands of images are no different`(seed: Int, weighsCost: Bool) {
    let stream = SpatialStream(seed: UInt64(7000 + seed), imageCount: 6000, length: 12_000)
    let scan = StrictCache(
      LinearScanPolicy(stream.setup, lead: stream.lead, weighsCost: weighsCost), stream.setup)
    let fast =
      weighsCost
      ? StrictCache(DistanceCostPolicy(stream.setup, lead: stream.lead), stream.setup)
      : StrictCache(DistancePolicy(stream.setup, lead: stream.lead), stream.setup)
    #expect(stream.compare(fast, scan).difference == nil, "seed \(7000 + seed)")
  }

  @Test func `the catalogue passes lead on and calls both spatial`() throws {
    for name in ["distance", "distance-cost"] {
      let choice = try PolicyCatalog.builtIn.choose("\(name):lead=2")
      #expect(choice.entry.facts.isSpatial)
      var setup = PolicySetup(
        imageCount: 10, limits: CacheLimits(count: 2), settings: choice.settings)
      setup.direction = .forward
      let cache = choice.entry.makeModel(setup)
      // At 4.5 going forward: 1 is 3 behind, counting 6, and 9 is 5 ahead.
      cache.viewportMoved(to: Viewport(lower: 4, upper: 5))
      for image in [1, 9, 4] {
        let request = Request(image: ImageID(image), cost: 1, time: .zero)
        _ = cache.store(request, as: .viewed)
      }
      #expect(cache.residents(among: 10) == [ImageID(4), ImageID(9)], "\(name)")
    }
  }

  @Test func `lead below 1 is refused`() {
    #expect(throws: ChoiceError.self) { try PolicyCatalog.builtIn.choose("distance:lead=0.5") }
  }
}
