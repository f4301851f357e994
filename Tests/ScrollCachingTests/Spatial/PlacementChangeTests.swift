import ScrollCaching
import ScrollCore
import ScrollLaws
import Testing

/// Tests of spatial policies when the items move to other places.
@Suite struct PlacementChangeTests {
  static let names = PolicyCatalog.builtIn.entries.filter(\.isSpatial).map(\.name)

  /// Returns the images in the order of eviction, as the limit shrinks from all residents to none.
  func order(_ model: any CacheModel) -> [ImageID] {
    var order: [ImageID] = []
    model.drainRemovals { _ in }
    for room in (0..<model.residentCount).reversed() {
      model.setLimits(CacheLimits(count: room))
    }
    model.drainRemovals { order.append($0.image) }
    return order
  }

  /// Returns three models with one history.
  ///
  /// The first receives the layout at the end of the history, the second has it from the start, and
  /// the third has it from the start and receives it again.
  func models(
    _ name: String, _ stream: SpatialStream, seed: UInt64
  ) throws -> [any CacheModel] {
    var random = SeededRandom(seed: ~seed)
    let policy = try PolicyCatalog.builtIn.choose(name).entry
    var setup = stream.setup
    setup.settings = try stream.settings(of: policy, seed: seed)
    setup.limits = CacheLimits()
    let old = setup.placement ?? ItemPlacement(line: setup.imageCount)
    let new = SpatialStream.moved(old, &random)
    let told = policy.makeModel(setup)
    setup.placement = new
    let models = [told, policy.makeModel(setup), policy.makeModel(setup)]
    let requests = (0..<setup.imageCount * 2).map { index in
      Request(
        image: ImageID(random.below(setup.imageCount)), cost: random.within(1...9),
        time: SimTime(nanoseconds: Int64(index)))
    }
    for model in models {
      // The cache is empty while the viewport moves, so no image can be dropped as a stray.
      for case .move(let viewport) in stream.events { model.viewportMoved(to: viewport) }
      for request in requests where !model.lookup(request) {
        _ = model.store(request, as: request.cost > 7 ? .prefetched : .viewed)
      }
    }
    for model in [models[0], models[2]] { model.placementChanged(to: new) }
    return models
  }

  @Test(arguments: names, 0..<10)
  func `a policy with changed places ranks like a policy that starts with them`(
    name: String, batch: Int
  ) throws {
    for seed in UInt64(batch * 30)..<UInt64(batch * 30 + 30) {
      let stream = SpatialStream(seed: seed, imageCount: 3 + Int(seed % 61), length: 60)
      let orders = try models(name, stream, seed: seed).map(order)
      #expect(orders[0].count > 1, "seed \(seed)")
      #expect(orders[0] == orders[1], "seed \(seed)")
      #expect(orders[2] == orders[1], "seed \(seed)")
    }
  }

  @Test(arguments: names, 0..<10)
  func `a policy with changed places evicts like a policy that starts with them`(
    name: String, batch: Int
  ) throws {
    var removals = 0
    for seed in UInt64(batch * 30)..<UInt64(batch * 30 + 30) {
      let stream = SpatialStream(seed: seed, imageCount: 3 + Int(seed % 61), length: 300)
      let models = try models(name, stream, seed: seed)
      for model in models {
        model.setLimits(stream.setup.limits)
        model.drainRemovals { _ in }
      }
      let result = stream.compare(models[0], models[1])
      #expect(result.difference == nil, "seed \(seed)")
      removals += result.removals
    }
    #expect(removals > 300)
  }

  @Test(arguments: names.filter { $0 != "score" } + ["score: distance", "score: gap"])
  func `the farthest image by the new places is evicted`(
    name: String
  ) throws {
    // At 0 ..< 200: image 3 is farthest away, until insertions bring 0 far above it.
    let cache = try PlacedCache(
      name, items: [0...100, 100...200, 200...300, 300...400], contentEnd: 400)
    cache.look(0..<200)
    cache.fill()
    cache.model.setLimits(CacheLimits(count: 3))
    #expect(cache.residents == [0, 1, 2])
    let line = ItemPlacement(line: 4)
    cache.model.placementChanged(
      to: line.moved(
        starts: [-9000, 0, 100, 200], ends: [-8900, 100, 200, 300],
        breadths: Array(line.breadths), extent: 300))
    cache.model.setLimits(CacheLimits(count: 2))
    #expect(cache.residents == [1, 2])
  }

  @Test func `an audited cache forwards new places to its policy`() throws {
    let line = ItemPlacement(line: 3)
    let setup = PolicySetup(imageCount: 3, limits: CacheLimits(), placement: line)
    let cache = AuditedCache(AnyPolicy(DistancePolicy(setup)), setup)
    for image in 0..<3 {
      _ = cache.store(Request(image: ImageID(image), cost: 1, time: .zero), as: .viewed)
    }
    cache.placementChanged(
      to: line.moved(
        starts: [-50, 0, 1], ends: [-49, 1, 2], breadths: Array(line.breadths), extent: 2))
    cache.setLimits(CacheLimits(count: 2))
    #expect(cache.residents(among: 3) == [ImageID(1), ImageID(2)])
  }
}
