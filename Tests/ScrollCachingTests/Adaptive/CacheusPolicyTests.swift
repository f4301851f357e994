import ScrollCaching
import ScrollCore
import Testing

/// The lists and experts of `cacheus`, seen from outside.
struct CacheusPolicyTests {
  @Test func `a scan leaves repeatedly requested images resident`() throws {
    let drawn = try DrivenCache("cacheus", room: 40)
    for _ in 0..<2 { for image in 0..<20 { drawn.view(image) } }
    for image in 20..<200 { drawn.view(image) }
    #expect((0..<20).allSatisfy { drawn.contains($0) })
  }

  @Test func `the list of new images evicts its excess although the cache has space`() throws {
    let drawn = try DrivenCache("cacheus", room: 40)
    for image in 0..<30 { drawn.view(image) }
    #expect(drawn.model.residentCount == 20)
    #expect((10..<30).allSatisfy { drawn.contains($0) })
  }

  @Test(arguments: [("libcachesim", StoreOutcome.refused), ("authors", .stored)])
  func `half a list accepts an image of at most half the limit`(
    lists: String, outcome: StoreOutcome
  ) throws {
    let model = try ClassicReplay.model(
      "cacheus:lists=\(lists)", images: 1, limits: CacheLimits(cost: 10))
    let request = Request(image: ImageID(0), cost: 6, time: SimTime(nanoseconds: 0))
    #expect(model.store(request, as: .viewed) == outcome)
  }

  /// Requests of which most repeat one of the last sixty.
  func repeating(_ count: Int) -> RequestStream {
    var random = SeededRandom(seed: 1)
    var images: [ImageID] = []
    for position in 0..<count {
      let isOld = position >= 60 && random.chance(0.7)
      images.append(isOld ? images[position - 1 - random.below(60)] : ImageID(position))
    }
    return RequestStream(images: images, imageCount: count)
  }

  @Test func `regret finds the better of the two experts`() throws {
    var zipf = ClassicStream.all[1]
    zipf.requestCount = 12_000
    // In one stream uses say most, in the other one the last use.
    for stream in [zipf.generate(), repeating(12_000)] {
      for seed in UInt64(1)...4 {
        let learned = try ClassicReplay.run("cacheus", stream, .count, capacity: 40, seed: seed)
        let unlearned = try ClassicReplay.run(
          "cacheus:historyShare=0", stream, .count, capacity: 40, seed: seed)
        #expect(learned.misses < unlearned.misses - 100, "seed \(seed)")
      }
    }
  }

  @Test(arguments: ["libcachesim", "authors"])
  func `equal seeds repeat the misses, other seeds do not`(lists: String) throws {
    let stream = ClassicStream.all[0].generate()
    func misses(seed: UInt64) throws -> Int {
      try ClassicReplay.run("cacheus:lists=\(lists)", stream, .count, capacity: 40, seed: seed)
        .misses
    }
    #expect(try misses(seed: 3) == misses(seed: 3))
    #expect(try Set((0..<8).map { try misses(seed: $0) }).count > 1)
  }

  @Test(arguments: [("unseen", true), ("viewed", false)])
  func `the list of new images spares an unseen image once`(standing: String, stays: Bool) throws {
    let drawn = try DrivenCache("cacheus:prefetchedCountsAs=\(standing)", room: 4)
    drawn.prefetch(0)
    drawn.view(1)
    drawn.view(2)
    #expect(drawn.contains(0) == stays)
    drawn.view(3)
    drawn.view(4)
    #expect(!drawn.contains(0))
  }

  @Test(arguments: [("libcachesim", 400), ("authors", 200)])
  func `a cache whose limit fits all images misses each once`(lists: String, room: Int) throws {
    let requests = ClassicStream.all[0].generate()
    let tally = try ClassicReplay.run("cacheus:lists=\(lists)", requests, .count, capacity: room)
    #expect(tally.misses == Set(requests.images).count)
  }
}
