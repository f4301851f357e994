import ScrollCaching
import ScrollCore
import Testing

/// Filters and experts: tiny examples, and settings that must not matter.
struct TinyLFUTests {
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

  func model(_ policy: String, room: Int) throws -> any CacheModel {
    try ClassicReplay.model(policy, images: 4_096, limits: CacheLimits(count: room))
  }

  @Test func `a newcomer enters when it was asked for more often`() throws {
    let model = try model("tinylfu:expectedItems=4096", room: 2)
    for image in [0, 0, 1, 1] { view(model, image) }
    view(model, 2)
    view(model, 2)
    #expect(!model.contains(ImageID(2)))
    view(model, 2)
    #expect(model.contains(ImageID(2)))
    #expect(!model.contains(ImageID(0)))
  }

  @Test func `the oldest of a drained window meets what was looked at before it`() throws {
    // The window has grown to 100. Of these 99 fit into main; the last meets the first, which
    // was counted twice: when it was stored, and when the window was drained.
    let model = try model("w-tinylfu", room: 100)
    for image in 0...100 { view(model, image) }
    #expect((0..<99).allSatisfy { model.contains(ImageID($0)) })
    #expect(!model.contains(ImageID(99)))
    #expect(model.contains(ImageID(100)))
  }

  // A sketch made for a hundred images confuses those of a longer scan with what it counted.
  @Test(arguments: [
    ("libcachesim", 100), ("caffeine", 100), ("caffeine:expectedItems=4096", 1_000),
  ])
  func `a scan does not displace what is asked for again`(sketch: String, length: Int) throws {
    let model = try model("w-tinylfu:sketch=\(sketch)", room: 100)
    for _ in 0..<5 { for image in 0..<90 { view(model, image) } }
    for image in 1_000..<(1_000 + length) { view(model, image) }
    let kept = (0..<90).count { model.contains(ImageID($0)) }
    #expect(kept >= 85)
  }

  @Test(arguments: ClassicStream.all.filter { $0.sizes == .none })
  func `with equal sizes one opponent is all opponents`(stream: ClassicStream) throws {
    let tallies = try ["aggregated", "implicit"].map {
      try ClassicReplay.run(
        "tinylfu:sizedAdmission=\($0)", stream.generate(), .count, capacity: 40)
    }
    #expect(tallies[0] == tallies[1], "seed \(stream.seed)")
  }

  @Test(arguments: ClassicStream.all)
  func `without histories lecar learns as little as with a rate of 0`(
    stream: ClassicStream
  ) throws {
    let tallies = try ["historyShare", "learningRate"].map {
      try ClassicReplay.run("lecar:\($0)=0", stream.generate(), .count, capacity: 40)
    }
    #expect(tallies[0] == tallies[1], "seed \(stream.seed)")
  }

  static let policies = [
    "tinylfu", "w-tinylfu", "w-tinylfu:sketch=caffeine", "lecar", "cacheus",
    "cacheus:lists=authors",
  ]

  @Test(arguments: policies, ClassicStream.all)
  func `without prefetches both settings are equal`(
    policy: String, stream: ClassicStream
  ) throws {
    let tallies = try ["unseen", "viewed"].map {
      try ClassicReplay.run(
        "\(policy):prefetchedCountsAs=\($0)", stream.generate(), .count, capacity: 100)
    }
    #expect(tallies[0] == tallies[1], "seed \(stream.seed)")
  }

  @Test(arguments: [("unseen", true), ("viewed", false)])
  func `lecar passes over an unseen image once`(standing: String, stays: Bool) throws {
    // Both experts name the prefetched image.
    let model = try model("lecar:prefetchedCountsAs=\(standing)", room: 4)
    _ = model.store(request(0), as: .prefetched)
    for image in [1, 1, 2, 2, 3, 3] { view(model, image) }
    view(model, 4)
    #expect(model.contains(ImageID(0)) == stays)
  }

  @Test(arguments: [("unseen", true), ("viewed", false)])
  func `tinylfu passes over an unseen image once`(standing: String, stays: Bool) throws {
    let model = try model("tinylfu:expectedItems=4096:prefetchedCountsAs=\(standing)", room: 3)
    _ = model.store(request(0), as: .prefetched)
    for image in [1, 2, 3, 3, 3] { view(model, image) }
    #expect(model.contains(ImageID(3)))
    #expect(model.contains(ImageID(0)) == stays)
  }

  @Test func `w-tinylfu does not count a prefetch`() throws {
    // Passed over once, the unseen image is the last of the window, and meets one with counts.
    for (standing, loser) in [("unseen", 0), ("viewed", 99)] {
      let model = try model("w-tinylfu:prefetchedCountsAs=\(standing)", room: 100)
      _ = model.store(request(0), as: .prefetched)
      for image in 1...100 { view(model, image) }
      #expect(!model.contains(ImageID(loser)))
      #expect(model.residentCount == 100)
    }
  }
}
