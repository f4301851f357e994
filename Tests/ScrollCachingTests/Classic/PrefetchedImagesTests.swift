import ScrollCaching
import ScrollCore
import Testing

/// Tests of `prefetchedCountsAs`: a prefetched image that is still unused is not penalized.
struct PrefetchedImagesTests {
  static let queues = ["2q", "qd-lp", "slru", "sfifo"]
  static let classic = ["clock", "sieve", "s3fifo", "arc", "lfu", "gdsf"]
  static let lazy = [
    "d-fr", "sieve-k", "ran-sieve", "s4fifo:skipShare=0.5", "s4fifo:ghostHits=2", "clock2q-plus",
  ]
  static let adaptive = ["lirs", "car", "clock-pro", "mq", "cacheus:lists=authors"]
  static let policies =
    queues + classic + lazy + adaptive
    + ["clock:bits=2", "cr-lfu", "lfu-da", "lru-k", "lru-k:correlatedPeriod=3"]
  static let sketchesAndExperts = [
    "tinylfu", "w-tinylfu", "w-tinylfu:sketch=caffeine", "lecar", "cacheus",
    "cacheus:lists=authors",
  ]

  func cache(_ policy: String, _ standing: String = "unseen", room: Int) throws -> DrivenCache {
    try DrivenCache("\(policy):prefetchedCountsAs=\(standing)", room: room)
  }

  @Test(
    arguments: policies.map { ($0, 40) } + sketchesAndExperts.map { ($0, 100) },
    ClassicStream.all)
  func `both settings are equal without prefetches`(
    policy: (name: String, room: Int), stream: ClassicStream
  ) throws {
    let requests = stream.generate()
    let tallies = try ["unseen", "viewed"].map {
      try ClassicReplay.run(
        "\(policy.name):prefetchedCountsAs=\($0)", requests, .count, capacity: policy.room)
    }
    #expect(tallies[0] == tallies[1], "seed \(stream.seed)")
  }

  // In slru and sfifo the segment depends on the images that came before, and the draws of ran-sieve
  // depend on their places, so the results differ.
  @Test(arguments: policies.filter { !["slru", "sfifo", "ran-sieve"].contains($0) })
  func `the first view of a prefetched image acts like its insertion`(policy: String) throws {
    for seed in UInt64(1)...10 {
      let prefetching = try cache(policy, room: 40)
      let waiting = try cache(policy, room: 40)
      var random = SeededRandom(seed: seed)
      prefetching.prefetch(199)
      for _ in 0..<60 {
        let image = random.below(30)
        prefetching.view(image)
        waiting.view(image)
      }
      #expect(prefetching.view(199))
      #expect(!waiting.view(199))
      // A hit just after an insertion counts less in some policies.
      for cache in [prefetching, waiting] { #expect(cache.view(199)) }
      for _ in 0..<2_000 {
        let image = min(random.below(200), random.below(200))
        #expect(prefetching.view(image) == waiting.view(image), "seed \(seed)")
      }
    }
  }

  @Test(arguments: policies)
  func `a cache full of unseen images still evicts`(policy: String) throws {
    let cache = try cache(policy, room: 40)
    for image in 0..<200 {
      #expect(cache.prefetch(image) == .stored)
      #expect(cache.contains(image))
      #expect(cache.model.residentCount == min(image + 1, 40))
    }
  }

  /// Returns a cache that has used every image often except a prefetched one, which is the next
  /// victim.
  func cacheAboutToEvict(_ policy: String, _ standing: String) throws -> DrivenCache {
    let cache = try cache(policy, standing, room: 40)
    for _ in 0..<4 { for image in 0..<39 { cache.view(image) } }
    cache.prefetch(100)
    cache.view(101)
    return cache
  }

  // In a clock of two bits the other images have three second chances, this one has one.
  @Test(arguments: classic + adaptive)
  func `a policy spares an unseen image once and then evicts it`(policy: String) throws {
    let cache = try cacheAboutToEvict(policy, "unseen")
    #expect(cache.contains(100))
    for newcomer in 102..<200 where cache.contains(100) { cache.view(newcomer) }
    #expect(!cache.contains(100))
  }

  @Test(arguments: ["cr-lfu", "lfu-da", "lru-k"])
  func `a policy spares an unseen image if the next one is new`(policy: String) throws {
    #expect(try cacheAboutToEvict(policy, "unseen").contains(100))
  }

  @Test(arguments: ["sieve", "lfu", "cr-lfu", "lfu-da", "lru-k", "lirs", "mq"])
  func `a prefetched image that counts as viewed is evicted at once`(policy: String) throws {
    #expect(try !cacheAboutToEvict(policy, "viewed").contains(100))
  }

  @Test(arguments: queues, [("unseen", true), ("viewed", false)])
  func `an unseen image at the front moves to the end of its queue once`(
    policy: String, standing: (name: String, survives: Bool)
  ) throws {
    let cache = try cache(policy, standing.name, room: 40)
    cache.prefetch(100)
    for image in 0..<40 { cache.view(image) }
    #expect(cache.contains(100) == standing.survives)
  }

  @Test(arguments: ["slru", "sfifo"], [("unseen", false), ("viewed", true)])
  func `the first view of an unseen image does not promote it`(
    policy: String, standing: (name: String, survives: Bool)
  ) throws {
    // The image is in the lowest segment, all of which other images replace.
    let cache = try cache(policy, standing.name, room: 40)
    cache.prefetch(100)
    for image in 0..<39 { cache.view(image) }
    cache.view(100)
    for image in 200..<240 { cache.view(image) }
    #expect(cache.contains(100) == standing.survives)
  }

  /// Tests that a returning ghost enters another queue, which the following new images do not
  /// reach.
  ///
  /// Two look-ups move the other images off the first clock of car; with clock-pro no unused image
  /// would be left to be demoted.
  @Test(
    arguments: [
      ("s3fifo", 20, 0, 30), ("2q", 20, 0, 50),
      ("qd-lp", 20, 0, 50), ("car", 10, 2, 9),
      ("clock-pro", 10, 1, 9),
    ], [("viewed", true), ("unseen", false)])
  func `an unseen image leaves no ghost`(
    policy: (name: String, room: Int, looks: Int, strangers: Int),
    standing: (name: String, leavesGhost: Bool)
  ) throws {
    let cache = try cache(policy.name, standing.name, room: policy.room)
    for _ in 0..<policy.looks { for image in 1..<9 { cache.view(image) } }
    cache.prefetch(0)
    var stranger = 20
    while cache.contains(0) {
      cache.view(stranger)
      stranger += 1
    }
    cache.view(0)
    for image in 100..<100 + policy.strangers { cache.view(image) }
    #expect(cache.contains(0) == standing.leavesGhost)
  }
}
