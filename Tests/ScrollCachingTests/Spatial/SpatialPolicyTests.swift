import ScrollCaching
import ScrollCore
import ScrollLaws
import ScrollReferences
import TestSupport
import Testing

/// The fast spatial policies against scoring every resident, in layouts of all kinds.
@Suite struct SpatialPolicyTests {
  /// The number of hundred streams that each spatial policy is given at night.
  ///
  /// Its reference, which is slow on purpose, takes some seconds for them. The gate takes a quarter.
  static let hundreds = [
    "distance": 40, "distance-cost": 40, "distance-lead": 40, "viewport-ring": 10,
    "tile-bins": 10, "time-to-visible": 10, "expected-stall": 10,
    "viewed-first": 20,
  ]
  static let names = hundreds.keys.sorted()

  /// A policy of the catalog and its reference, with settings drawn for a stream.
  func models(
    _ name: String, _ stream: SpatialStream, seed: UInt64
  ) throws -> (fast: any CacheModel, scan: any CacheModel) {
    let policy = try PolicyCatalog.builtIn.choose(name).entry
    let reference = try #require(References.of(name))
    var setup = stream.setup
    setup.settings = try stream.settings(of: policy, seed: seed)
    return (policy.makeModel(setup), reference.makeModel(setup))
  }

  @Test func `the list contains every spatial policy of the catalog`() {
    let spatial = PolicyCatalog.builtIn.entries.filter(\.isSpatial).map(\.name)
    // What a score does is up to its formula; ScorePolicyTests compare it.
    #expect(Set(spatial).subtracting(["score"]).isSubset(of: Self.names))
  }

  @Test(arguments: names, 0..<40)
  func `a spatial policy evicts like a linear scan`(name: String, batch: Int) throws {
    guard batch < Self.hundreds[name] ?? 0, isNightly || batch % 4 == 0 else { return }
    var removals = 0
    for seed in UInt64(batch * 100)..<UInt64(batch * 100 + 100) {
      let stream = SpatialStream(seed: seed, imageCount: 3 + Int(seed % 61), length: 300)
      let models = try models(name, stream, seed: seed)
      let result = stream.compare(models.fast, models.scan)
      #expect(result.difference == nil, "seed \(seed)")
      removals += result.removals
    }
    #expect(removals > 1000, "seeds from \(batch * 100) hardly evict anything")
  }

  @Test(arguments: names, 0..<(isNightly ? 12 : 4))
  func `a spatial policy evicts like a linear scan among thousands of images`(
    name: String, seed: Int
  ) throws {
    let isQuick = Self.hundreds[name] == 40
    let seed = UInt64(7000 + seed)
    let stream = SpatialStream(
      seed: seed, imageCount: isQuick ? 6000 : 1000, length: isQuick ? 12_000 : 3000)
    let models = try models(name, stream, seed: seed)
    #expect(stream.compare(models.fast, models.scan).difference == nil, "seed \(seed)")
  }

  @Test(arguments: names)
  func `a spatial policy evicts like a linear scan among twenty thousand residents`(name: String)
    throws
  {
    // A linear scan of 20 000 takes its time; the first events bring the deep trees already.
    let length = isNightly ? 2000 : 400
    var stream = SpatialStream(seed: 9, imageCount: 30_000, length: length)
    stream.events.removeAll { if case .setLimits = $0 { true } else { false } }
    let policy = try PolicyCatalog.builtIn.choose(name)
    var setup = stream.setup
    setup.settings = policy.settings
    setup.limits = CacheLimits(count: 20_000)
    let fast = policy.entry.makeModel(setup)
    let scan = try #require(References.of(name)).makeModel(setup)
    for image in 0..<20_000 {
      let request = Request(
        image: ImageID(image * 3 / 2), cost: 1 + image * 7919 % 997, time: .zero)
      _ = fast.store(request, as: .viewed)
      _ = scan.store(request, as: .viewed)
    }
    let result = stream.compare(fast, scan)
    #expect(result.difference == nil)
    #expect(result.removals > length / 40)
  }

  @Test func `the catalog forwards lead and marks both policies as spatial`() throws {
    for name in ["distance", "distance-cost"] {
      let choice = try PolicyCatalog.builtIn.choose("\(name):lead=2")
      #expect(choice.entry.isSpatial)
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

  @Test func `a lead below 1 is an error`() {
    #expect(throws: ChoiceError.self) { try PolicyCatalog.builtIn.choose("distance:lead=0.5") }
  }
}
