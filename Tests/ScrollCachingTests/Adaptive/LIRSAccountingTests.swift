import ScrollCaching
import ScrollCore
import ScrollLaws
import ScrollReferences
import Testing

/// Tests of the cost that `lirs` charges for an image that returns at another cost.
struct LIRSAccountingTests {
  /// Returns requests after which c returns at another cost.
  ///
  /// Four units are for hot images, four for cold ones: a and b are hot, c and d cold. e pushes out
  /// c, which weighs 2 on the stack; when c returns it is hot.
  private func requests(returningAt cost: Int) -> [Request] {
    [(0, 2), (1, 2), (2, 2), (3, 2), (4, 2), (2, cost)].map {
      Request(image: ImageID($0), cost: $1, time: .zero)
    }
  }

  private func setup(_ settings: SettingValues) -> PolicySetup {
    PolicySetup(imageCount: 5, limits: CacheLimits(cost: 8), settings: settings)
  }

  @Test(arguments: [
    // d is evicted for a, which is demoted.
    (1, [0, 1, 2, 4], 8, 7),
    // All 3 units must fit: e is evicted for b too.
    (3, [0, 1, 2], 6, 7),
  ])
  func `a returning image has its old cost in a replay and its new cost otherwise`(
    cost: Int, images: [Int], remembered: Int, strict: Int
  ) throws {
    let settings = try PolicyCatalog.builtIn.choose("lirs:hirShare=0.5").settings
    var replay = LibCacheSimLIRS(setup(settings))
    for request in requests(returningAt: cost) { replay.request(request) }
    let replayed = (0..<5).filter { replay.contains(ImageID($0)) }
    let charged = replay.totalCost
    #expect(replayed == images)
    #expect(charged == remembered)
    for accounting in ["strict", "libcachesim"] {
      let choice = try PolicyCatalog.builtIn.choose("lirs:hirShare=0.5:accounting=\(accounting)")
      let cache = choice.entry.makeModel(setup(choice.settings))
      for request in requests(returningAt: cost) {
        #expect(!cache.lookup(request))
        #expect(cache.store(request, as: .viewed) == .stored)
      }
      #expect((0..<5).filter { cache.contains(ImageID($0)) } == images)
      #expect(cache.totalCost == strict)
    }
  }

  @Test func `a hit may evict its own image, and a replay still counts the hit`() throws {
    // All four images fit: three are hot, one is cold. d returns, and a is demoted. The hit on a
    // demotes b, which takes the only place in the queue: a is evicted, and is found all the same.
    let stream = RequestStream(images: [0, 1, 2, 3, 3, 0, 0].map { ImageID($0) }, imageCount: 4)
    for (policy, removals) in [("lirs", 1), ("lirs:accounting=strict", 0)] {
      let choice = try PolicyCatalog.builtIn.choose(policy)
      let setup = PolicySetup(
        imageCount: 4, limits: CacheLimits(count: 4), settings: choice.settings)
      let tally = choice.entry.replay(stream, setup)
      #expect(tally.misses == 4, "\(policy)")
      #expect(tally.removals == removals, "\(policy)")
    }
  }

  @Test(
    arguments: ClassicStream.all.filter { $0.sizes == .perRequest }, ["libcachesim", "strict"])
  func `changing sizes have the same accounting as in the reference`(
    stream: ClassicStream, accounting: String
  ) throws {
    let reference = try #require(References.of("lirs"))
    let choice = try PolicyCatalog.builtIn.choose("lirs:hirShare=0.1:accounting=\(accounting)")
    let requests = stream.generate()
    for capacity in [20_000, 41_000, 130_000] {
      let setup = PolicySetup(
        imageCount: requests.imageCount, limits: CacheLimits(cost: capacity),
        settings: choice.settings)
      #expect(
        choice.entry.replay(requests, setup) == reference.replay(requests, setup),
        "\(capacity), seed \(stream.seed)")
    }
  }
}
