import ImageMemoryCache
import Testing

/// A cache that a policy cannot serve is not made.
@Suite struct CreationTests {
  private func problem(
    _ policy: String, cost: CostLimit = .cost(100), count: Int? = nil
  ) -> String? {
    do throws(ImageMemoryCacheError) {
      _ = try BlobCache(policy: policy, costLimit: cost, countLimit: count, cost: { $0.bytes })
      return nil
    } catch { return "\(error)" }
  }

  @Test func `an unknown policy is an error`() {
    #expect(problem("lur") == "there is no policy 'lur'; did you mean 'lru'?")
    #expect(problem("clock:bits=99")?.contains("'bits' of 'clock'") == true)
  }

  @Test func `the error for an unavailable policy names the reason`() {
    #expect(
      problem("belady")
        == "'belady' needs to know the future, so a cache in an app cannot use it")
    #expect(
      problem("w-tinylfu:sketchByBytes=true")
        == "'w-tinylfu' with sketchByBytes=true keeps counters for all images that were ever "
        + "stored, so a cache in an app cannot use it")
    #expect(problem("w-tinylfu:sketchByBytes=true:sketch=caffeine") == nil)
    #expect(problem("nuke-clock")?.contains("model of a whole cache") == true)
  }

  @Test func `a spatial policy requires an app that reports positions`() throws {
    let sentence = problem("distance")
    #expect(sentence?.hasPrefix("policy 'distance' needs the positions of items") == true)
    #expect(problem("score: distance") != nil)
    #expect(problem("score: idle * bytes") == nil)
    var options = CacheOptions<Int, Blob>()
    options.reportsPositions = true
    _ = try BlobCache(
      policy: "distance", costLimit: .cost(10), cost: { $0.bytes }, options: options)
  }

  @Test func `the error for too small a limit names the size that the policy needs`() {
    #expect(
      problem("2q", cost: .none, count: 3)
        == "policy '2q' needs a limit of at least 4 images, not 3")
    #expect(problem("2q", cost: .none, count: 4) == nil)
  }

  @Test func `every policy that needs no positions is a case of CachePolicy`() throws {
    let unconditional = try CachePolicy.allNames.filter { name in
      let choice = try PolicyCatalog.builtIn.choose(name)
      return !choice.entry.followsViewport(choice.settings)
    }
    let cases = Set(CachePolicy.allCases.map { $0.rawValue })
    #expect(cases == Set(unconditional).subtracting(["score"]))
  }

  @Test(arguments: CachePolicy.allCases)
  func `a case of CachePolicy works with every limit`(policy: CachePolicy) {
    for count in [1, 2, 3, 4, 10, nil] {
      let cache = BlobCache(
        policy: policy, costLimit: .cost(60), countLimit: count, cost: { $0.bytes })
      var random = SeededRandom(seed: 9)
      for _ in 0..<2_000 {
        let key = random.below(50)
        if cache[key] == nil { cache[key] = Blob(key, bytes: 1 + random.below(20)) }
      }
      #expect(cache.count > 0 && cache.count <= count ?? .max, "seed 9")
      #expect(cache.totalCost <= 60, "seed 9")
    }
  }

  @Test(arguments: CachePolicy.allCases)
  func `a case of CachePolicy evicts like its name`(policy: CachePolicy) throws {
    let list = EventList(), other = EventList()
    var options = CacheOptions<Int, Blob>()
    options.clock = CacheClock { .zero }
    let byCase = BlobCache(
      policy: policy, costLimit: .cost(50), cost: { $0.bytes }, options: options)
    let byName = try BlobCache(
      policy: policy.rawValue, costLimit: .cost(50), cost: { $0.bytes }, options: options)
    byCase.observe(list)
    byName.observe(other)
    var random = SeededRandom(seed: 5)
    for _ in 0..<1_000 {
      let key = random.below(100)
      for cache in [byCase, byName] where cache[key] == nil { cache[key] = Blob(key) }
    }
    #expect(list.beginning == other.beginning)
    let areEqual = list.events == other.events
    #expect(areEqual, "seed 5")
  }

  @Test func `a custom policy works like a built-in one`() throws {
    let mine = PolicyDescriptor(
      "mine", "The oldest leaves.",
      facts: PolicyDescriptor.Facts(claims: [.standard, .reusesIDs])
    ) { FIFOPolicy(imageCount: $0.imageCount) }
    let cache = try BlobCache(
      policy: "mine", in: .builtIn.adding(mine), costLimit: .cost(2), cost: { $0.bytes })
    cache.fill(1...3)
    #expect(cache.resident(of: 1...3) == [2, 3])
  }

  @Test func `a cache for a policy type evicts like a cache for a policy name`() throws {
    let list = EventList(), other = EventList()
    let typed = PolicyMemoryCache<Int, Blob, SievePolicy>(
      costLimit: .cost(50), cost: { $0.bytes }
    ) { SievePolicy(imageCount: $0.imageCount) }
    let named = BlobCache(policy: .sieve, costLimit: .cost(50), cost: { $0.bytes })
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
