import ScrollCaching
import ScrollCore
import Testing

/// A prefetched image is not to blame for not having been used yet.
struct PrefetchedImagesTests {
  static let policies = ["clock", "clock:bits=2", "sieve", "s3fifo", "arc", "lfu", "gdsf"]

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
      "\(policy):prefetchedCountsAs=\(standing)", images: 200,
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

  @Test(arguments: policies)
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

  // In a clock of two bits the others have three second chances, this one has one.
  @Test(arguments: policies.filter { $0 != "clock:bits=2" })
  func `an unseen image is passed over once, then it leaves`(policy: String) throws {
    // Everything was used often, so the prefetched image is the first to go.
    let model = try model(policy, room: 40)
    for _ in 0..<4 { for image in 0..<39 { view(model, image) } }
    _ = model.store(request(100), as: .prefetched)
    view(model, 101)
    #expect(model.contains(ImageID(100)))
    var newcomer = 102
    while model.contains(ImageID(100)), newcomer < 200 {
      view(model, newcomer)
      newcomer += 1
    }
    #expect(!model.contains(ImageID(100)))
  }

  @Test(arguments: ["sieve", "lfu"])
  func `counted as viewed, it leaves at once`(policy: String) throws {
    let model = try model(policy, "viewed", room: 40)
    for _ in 0..<4 { for image in 0..<39 { view(model, image) } }
    _ = model.store(request(100), as: .prefetched)
    view(model, 101)
    #expect(!model.contains(ImageID(100)))
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

  @Test(arguments: [("viewed", true), ("unseen", false)])
  func `an unseen image leaves no ghost`(standing: String, leavesGhost: Bool) throws {
    // A returning ghost enters main, where strangers that pass through small do not reach it.
    let model = try model("s3fifo", standing, room: 20)
    _ = model.store(request(0), as: .prefetched)
    var stranger = 1
    while model.contains(ImageID(0)) {
      view(model, stranger)
      stranger += 1
    }
    view(model, 0)
    for image in 100..<130 { view(model, image) }
    #expect(model.contains(ImageID(0)) == leavesGhost)
  }
}
