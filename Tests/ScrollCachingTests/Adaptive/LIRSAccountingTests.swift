import ScrollCaching
import ScrollCore
import ScrollLaws
import Testing

/// What `lirs` charges for an image that comes back at another cost.
struct LIRSAccountingTests {
  /// What the residents are charged, and who they are, when c comes back at another cost.
  private func residents(
    _ policy: String, _ clock: PolicySetup.Clock, returningAt cost: Int
  ) throws -> (charged: Int, images: [Int]) {
    // Four units are for hot images, four for cold ones: a and b are hot, c and d cold. e
    // pushes out c, which weighs 2 on the stack; back from there it is hot.
    let choice = try PolicyCatalog.builtIn.choose(policy)
    let cache = choice.entry.makeModel(
      PolicySetup(
        imageCount: 5, limits: CacheLimits(cost: 8), settings: choice.settings, clock: clock))
    for (image, cost) in [(0, 2), (1, 2), (2, 2), (3, 2), (4, 2), (2, cost)] {
      let request = Request(image: ImageID(image), cost: cost, time: .zero)
      #expect(!cache.lookup(request))
      #expect(cache.store(request, as: .viewed) == .stored)
    }
    return (cache.totalCost, (0..<5).filter { cache.contains(ImageID($0)) })
  }

  @Test(arguments: [
    // d leaves for a, which is demoted.
    (1, [0, 1, 2, 4], 8, 7),
    // All 3 have to fit: e leaves for b too.
    (3, [0, 1, 2], 6, 7),
  ])
  func `what comes back is charged what it weighed in a replay, else what it costs`(
    cost: Int, images: [Int], remembered: Int, strict: Int
  ) throws {
    let replay = try residents("lirs:hirShare=0.5", .requests, returningAt: cost)
    #expect(replay.images == images)
    #expect(replay.charged == remembered)
    for (policy, clock) in [
      ("lirs:hirShare=0.5:accounting=strict", PolicySetup.Clock.requests),
      ("lirs:hirShare=0.5", .simulation),
      ("lirs:hirShare=0.5:accounting=libcachesim", .simulation),
    ] {
      let other = try residents(policy, clock, returningAt: cost)
      #expect(other.images == images)
      #expect(other.charged == strict)
    }
  }

  @Test(
    arguments: ClassicStream.all.filter { $0.sizes == .perRequest }, ["libcachesim", "strict"])
  func `changing sizes are charged as by the reference`(
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
