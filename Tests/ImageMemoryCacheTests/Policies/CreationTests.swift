import ImageMemoryCache
import Testing

/// A cache that a policy cannot serve is not made.
@Suite struct CreationTests {
  private func problem(
    _ policy: CachePolicy, cost: CostLimit = .cost(100), count: Int? = nil
  ) -> String? {
    do throws(ImageMemoryCacheError) {
      _ = try BlobCache(policy: policy, costLimit: cost, countLimit: count, cost: { $0.bytes })
      return nil
    } catch { return "\(error)" }
  }

  @Test func `an unknown policy is an error`() {
    #expect(problem(CachePolicy("lur")) == "there is no policy 'lur'; did you mean 'lru'?")
    #expect(problem(CachePolicy("clock:bits=99"))?.contains("'bits' of 'clock'") == true)
  }

  @Test func `the error for an unavailable policy names the reason`() {
    #expect(
      problem(CachePolicy("belady"))
        == "'belady' must know the future, so that no cache in an app can have it")
    #expect(
      problem(CachePolicy("w-tinylfu:sketchByBytes=true"))
        == "'w-tinylfu' with sketchByBytes=true keeps counters for all that was ever stored, so "
        + "that no cache in an app can have it")
    #expect(problem(CachePolicy("w-tinylfu:sketchByBytes=true:sketch=caffeine")) == nil)
    #expect(problem(CachePolicy("nuke-clock"))?.contains("model of a whole cache") == true)
  }

  @Test func `a spatial policy requires an app that reports positions`() throws {
    let sentence = problem(.distance)
    #expect(sentence?.hasPrefix("policy 'distance' goes by where items are") == true)
    #expect(problem(.score("distance")) != nil)
    #expect(problem(.score("idle * bytes")) == nil)
    var options = CacheOptions<Int, Blob>()
    options.tellsPlaces = true
    _ = try BlobCache(
      policy: .distance, costLimit: .cost(10), cost: { $0.bytes }, options: options)
  }

  @Test func `the error for too small a limit names the size that the policy needs`() {
    #expect(
      problem(.twoQ, cost: .none, count: 3)
        == "policy '2q' needs room for 4 images; there is room for 3")
    #expect(problem(.twoQ, cost: .none, count: 4) == nil)
  }

  @Test func `every policy of the package has a name, except for score`() throws {
    let named: [CachePolicy] = [
      .fifo, .lru, .clock, .lfu, .mru, .random, .lruK, .crLFU, .lfuDA, .slru, .sfifo, .twoQ,
      .qdLP, .sieve, .s3fifo, .arc, .lirs, .car, .clockPro, .mq, .tinyLFU, .wTinyLFU, .lecar,
      .cacheus, .gdsf, .size, .gds, .landlord, .camp, .hyperbolic, .lhd, .aggregateDelay,
      .distance, .distanceCost, .distanceLead, .viewportRing, .tileBins, .timeToVisible,
      .expectedStall, .viewedFirst,
    ]
    #expect(Set(CachePolicy.all().map { $0.text }) == Set(named.map { $0.text } + ["score"]))
    #expect(problem(.adaptSize) == nil || problem(.adaptSize)?.contains("adaptsize") == true)
  }

  @Test func `a custom policy works like a built-in one`() throws {
    let mine = PolicyDescriptor(
      "mine", "The oldest leaves.",
      facts: PolicyDescriptor.Facts(claims: [.standard, .reusesIDs])
    ) { FIFOPolicy(imageCount: $0.imageCount) }
    let chosen = CachePolicy("mine", in: .builtIn.adding(mine))
    let cache = try BlobCache(policy: chosen, costLimit: .cost(2), cost: { $0.bytes })
    cache.fill(1...3)
    #expect(cache.resident(of: 1...3) == [2, 3])
  }

  @Test func `a cache for a policy type evicts like a cache for a policy name`() throws {
    let list = EventList(), other = EventList()
    let typed = PolicyMemoryCache<Int, Blob, SievePolicy>(
      costLimit: .cost(50), cost: { $0.bytes }
    ) { SievePolicy(imageCount: $0.imageCount) }
    let named = try BlobCache(policy: .sieve, costLimit: .cost(50), cost: { $0.bytes })
    typed.observe(list)
    named.observe(other)
    var random = SeededRandom(seed: 5)
    for _ in 0..<5_000 {
      let key = random.below(100)
      if typed[key] == nil { typed[key] = Blob(key) }
      if named[key] == nil { named[key] = Blob(key) }
    }
    #expect(list.events == other.events)
  }
}
