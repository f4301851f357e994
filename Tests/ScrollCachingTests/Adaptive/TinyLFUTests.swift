import ScrollCaching
import Testing

/// Filters and experts: tiny examples, and settings that must not matter.
struct TinyLFUTests {
  @Test func `tinylfu admits an image with more requests than the victim`() throws {
    let cache = try DrivenCache("tinylfu:expectedItems=4096", images: 4_096, room: 2)
    for image in [0, 0, 1, 1] { cache.view(image) }
    cache.view(2)
    cache.view(2)
    #expect(!cache.contains(2))
    cache.view(2)
    #expect(cache.contains(2))
    #expect(!cache.contains(0))
  }

  @Test func `the oldest image of a drained window competes with the image before it`() throws {
    // The window has grown to 100. Of these 99 fit into main; the last meets the first, which
    // was counted twice: when it was stored, and when the window was drained.
    let cache = try DrivenCache("w-tinylfu", images: 4_096, room: 100)
    for image in 0...100 { cache.view(image) }
    #expect((0..<99).allSatisfy { cache.contains($0) })
    #expect(!cache.contains(99))
    #expect(cache.contains(100))
  }

  // A sketch made for a hundred images confuses those of a longer scan with what it counted.
  @Test(arguments: [
    ("libcachesim", 100), ("caffeine", 100), ("caffeine:expectedItems=4096", 1_000),
  ])
  func `a scan does not evict repeatedly requested images`(sketch: String, length: Int) throws {
    let cache = try DrivenCache("w-tinylfu:sketch=\(sketch)", images: 4_096, room: 100)
    for _ in 0..<5 { for image in 0..<90 { cache.view(image) } }
    for image in 1_000..<(1_000 + length) { cache.view(image) }
    let kept = (0..<90).count { cache.contains($0) }
    #expect(kept >= 85)
  }

  @Test(arguments: ClassicStream.all.filter { $0.sizes == .none })
  func `one opponent equals all opponents if sizes are equal`(stream: ClassicStream) throws {
    let tallies = try ["aggregated", "implicit"].map {
      try ClassicReplay.run(
        "tinylfu:sizedAdmission=\($0)", stream.generate(), .count, capacity: 40)
    }
    #expect(tallies[0] == tallies[1], "seed \(stream.seed)")
  }

  @Test(arguments: ClassicStream.all)
  func `lecar without histories equals lecar with a learning rate of 0`(
    stream: ClassicStream
  ) throws {
    let tallies = try ["historyShare", "learningRate"].map {
      try ClassicReplay.run("lecar:\($0)=0", stream.generate(), .count, capacity: 40)
    }
    #expect(tallies[0] == tallies[1], "seed \(stream.seed)")
  }

  @Test(arguments: [("unseen", true), ("viewed", false)])
  func `lecar spares an unseen image once`(standing: String, stays: Bool) throws {
    // Both experts name the prefetched image.
    let cache = try DrivenCache("lecar:prefetchedCountsAs=\(standing)", images: 4_096, room: 4)
    cache.prefetch(0)
    for image in [1, 1, 2, 2, 3, 3] { cache.view(image) }
    cache.view(4)
    #expect(cache.contains(0) == stays)
  }

  @Test(arguments: [("unseen", true), ("viewed", false)])
  func `tinylfu spares an unseen image once`(standing: String, stays: Bool) throws {
    let cache = try DrivenCache(
      "tinylfu:expectedItems=4096:prefetchedCountsAs=\(standing)", images: 4_096, room: 3)
    cache.prefetch(0)
    for image in [1, 2, 3, 3, 3] { cache.view(image) }
    #expect(cache.contains(3))
    #expect(cache.contains(0) == stays)
  }

  @Test func `w-tinylfu does not count a prefetch`() throws {
    // Passed over once, the unseen image is the last of the window, and meets one with counts.
    for (standing, loser) in [("unseen", 0), ("viewed", 99)] {
      let cache = try DrivenCache(
        "w-tinylfu:prefetchedCountsAs=\(standing)", images: 4_096, room: 100)
      cache.prefetch(0)
      for image in 1...100 { cache.view(image) }
      #expect(!cache.contains(loser))
      #expect(cache.model.residentCount == 100)
    }
  }
}
