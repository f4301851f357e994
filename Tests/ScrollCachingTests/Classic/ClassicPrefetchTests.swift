import ScrollCaching
import ScrollCore
import Testing

/// What `prefetchedCountsAs` changes for policies with queues, counts and histories.
struct ClassicPrefetchTests {
  static let policies = [
    "2q", "qd-lp", "slru", "sfifo", "cr-lfu", "lfu-da", "lru-k", "lru-k:correlatedPeriod=3",
  ]

  func request(_ image: Int) -> Request {
    Request(image: ImageID(image), cost: 1, time: SimTime(nanoseconds: 0))
  }

  /// Views an image: true on a hit.
  @discardableResult
  func view(_ model: any CacheModel, _ image: Int) -> Bool {
    if model.lookup(request(image)) { return true }
    _ = model.store(request(image), as: .viewed)
    return false
  }

  func model(_ policy: String, _ standing: String = "unseen", room: Int) throws -> any CacheModel {
    try ClassicReplay.model(
      "\(policy):prefetchedCountsAs=\(standing)", images: 400,
      limits: CacheLimits(count: room))
  }

  @Test(arguments: policies, ClassicStream.all)
  func `without prefetches both settings are equal`(
    policy: String, stream: ClassicStream
  ) throws {
    let requests = stream.generate()
    let tallies = try ["unseen", "viewed"].map {
      try ClassicReplay.run(
        "\(policy):prefetchedCountsAs=\($0)", requests, .count, capacity: 40)
    }
    #expect(tallies[0] == tallies[1], "seed \(stream.seed)")
  }

  // In slru and sfifo the segment depends on who came before, so there it is not the same.
  @Test(arguments: policies.filter { !$0.hasPrefix("s") })
  func `the first view does what an insert would have done`(policy: String) throws {
    for seed in UInt64(1)...10 {
      let prefetching = try model(policy, room: 40)
      let waiting = try model(policy, room: 40)
      var random = SeededRandom(seed: seed)
      _ = prefetching.store(request(199), as: .prefetched)
      for _ in 0..<60 {
        let image = random.below(30)
        view(prefetching, image)
        view(waiting, image)
      }
      #expect(view(prefetching, 199))
      #expect(!view(waiting, 199))
      for _ in 0..<2_000 {
        let image = min(random.below(200), random.below(200))
        #expect(view(prefetching, image) == view(waiting, image), "seed \(seed)")
      }
    }
  }

  @Test(arguments: policies)
  func `a cache full of unseen images still makes room`(policy: String) throws {
    let model = try model(policy, room: 40)
    for image in 0..<200 {
      #expect(model.store(request(image), as: .prefetched) == .stored)
      #expect(model.residentCount <= 40)
    }
    #expect(model.residentCount == 40)
  }

  @Test(arguments: ["cr-lfu", "lfu-da", "lru-k"])
  func `an unseen image is passed over where one that counts as viewed leaves`(
    policy: String
  ) throws {
    for (standing, leaves) in [("unseen", false), ("viewed", true)] {
      let model = try model(policy, standing, room: 40)
      for _ in 0..<4 { for image in 0..<39 { view(model, image) } }
      _ = model.store(request(100), as: .prefetched)
      view(model, 101)
      #expect(model.contains(ImageID(100)) != leaves, "\(standing)")
    }
  }

  @Test(arguments: ["2q", "slru", "sfifo", "qd-lp"])
  func `an unseen image at the front goes to the end of its queue once`(policy: String) throws {
    for (standing, survives) in [("unseen", true), ("viewed", false)] {
      let model = try model(policy, standing, room: 40)
      _ = model.store(request(100), as: .prefetched)
      for image in 0..<40 { view(model, image) }
      #expect(model.contains(ImageID(100)) == survives, "\(standing)")
    }
  }

  @Test(arguments: ["slru", "sfifo"])
  func `the first view of an unseen image does not promote`(policy: String) throws {
    // It is in the lowest segment, all of which strangers replace.
    for (standing, survives) in [("unseen", false), ("viewed", true)] {
      let model = try model(policy, standing, room: 40)
      _ = model.store(request(100), as: .prefetched)
      for image in 0..<39 { view(model, image) }
      view(model, 100)
      for image in 200..<240 { view(model, image) }
      #expect(model.contains(ImageID(100)) == survives, "\(standing)")
    }
  }

  @Test(arguments: ["2q", "qd-lp"], [("viewed", true), ("unseen", false)])
  func `an unseen image leaves no ghost`(
    policy: String, standing: (name: String, leavesGhost: Bool)
  ) throws {
    // A returning ghost enters the other queue, where strangers do not reach it.
    let model = try model(policy, standing.name, room: 20)
    _ = model.store(request(0), as: .prefetched)
    var stranger = 1
    while model.contains(ImageID(0)) {
      view(model, stranger)
      stranger += 1
    }
    view(model, 0)
    for image in 100..<150 { view(model, image) }
    #expect(model.contains(ImageID(0)) == standing.leavesGhost)
  }
}
