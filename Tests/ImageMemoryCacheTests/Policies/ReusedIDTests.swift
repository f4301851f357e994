import ImageMemoryCache
import Testing

/// Memory follows what is in and what is remembered, not how many keys there were.
@Suite struct ReusedIDTests {
  @Test(
    arguments: [
      ("lru", 1_024), ("fifo", 1_024), ("s3fifo", 2_048), ("arc", 2_048), ("sieve", 1_024),
      ("lru-k", 4_096), ("lirs", 4_096),
    ])
  func `an endless stream of keys needs a bounded number of ids`(
    policy: String, most: Int
  ) throws {
    let cache = try BlobCache(
      policy: policy, costLimit: .none, countLimit: 1_000, cost: { _ in 1 })
    for key in 0..<100_000 {
      if cache[key] == nil { cache[key] = Blob(key) }
      if key % 3 == 0 { _ = cache[key / 2] }
    }
    #expect(cache.statistics.idCount <= most)
  }

  @Test func `misses alone allocate no ids`() throws {
    let cache = BlobCache(policy: .lru, costLimit: .cost(10), cost: { _ in 1 })
    for key in 0..<10_000 { _ = cache[key] }
    #expect(cache.statistics.idCount == 64)
  }

  @Test func `the cache allocates ids only if residents hold all others`() throws {
    let cache = BlobCache(
      policy: .lru, costLimit: .none, countLimit: 63, cost: { _ in 1 })
    for key in 0..<10_000 where cache[key % 500] == nil { cache[key % 500] = Blob(key) }
    #expect(cache.count == 63)
    #expect(cache.statistics.idCount == 64)
  }

  @Test func `a policy recognizes a remembered key among many others`() throws {
    // What comes back while it is remembered is not the first to go again.
    let cache = BlobCache(
      policy: .s3fifo, costLimit: .none, countLimit: 40, cost: { _ in 1 })
    let list = EventList()
    cache.observe(list)
    cache[0] = Blob(0)
    for key in 1...40 { cache[key] = Blob(key) }
    #expect(!cache.contains(0))
    for key in 41...60 { _ = cache[1_000 * key] }
    cache[0] = Blob(0)
    for key in 100...139 { cache[key] = Blob(key) }
    #expect(cache.contains(0))
    let assignments = list.events.count {
      if case .assigned = $0 { true } else { false }
    }
    #expect(assignments == 1 + 40 + 20 + 40)
  }
}
