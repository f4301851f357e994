import ScrollCaching
import ScrollCore
import ScrollLaws
import Testing

/// The fast spatial policies against scoring every resident, in layouts of all kinds.
@Suite struct SpatialPolicyTests {
  static let names = ["distance", "distance-cost"]

  /// A policy of the catalogue and its reference, with the lead of a stream.
  func models(
    _ name: String, _ stream: SpatialStream
  ) throws -> (fast: any CacheModel, scan: any CacheModel) {
    let choice = try PolicyCatalog.builtIn.choose("\(name):lead=\(stream.lead)")
    let reference = try #require(References.of(name))
    var setup = stream.setup
    setup.settings = choice.settings
    return (choice.entry.makeModel(setup), reference.makeModel(setup))
  }

  @Test(arguments: names, 0..<40)
  func `what is evicted is what a linear scan evicts`(name: String, batch: Int) throws {
    var removals = 0
    for seed in UInt64(batch * 100)..<UInt64(batch * 100 + 100) {
      let stream = SpatialStream(seed: seed, imageCount: 3 + Int(seed % 61), length: 300)
      let models = try models(name, stream)
      let result = stream.compare(models.fast, models.scan)
      #expect(result.difference == nil, "seed \(seed)")
      removals += result.removals
    }
    #expect(removals > 1000, "seeds from \(batch * 100) hardly evict anything")
  }

  @Test(arguments: names, 0..<12)
  func `thousands of images are no different`(name: String, seed: Int) throws {
    let stream = SpatialStream(seed: UInt64(7000 + seed), imageCount: 6000, length: 12_000)
    let models = try models(name, stream)
    #expect(
      stream.compare(models.fast, models.scan).difference == nil, "seed \(7000 + seed)")
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
