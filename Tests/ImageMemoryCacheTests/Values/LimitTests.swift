import ImageMemoryCache
import Testing

/// Tests of the limits on the contents of a cache.
@Suite struct LimitTests {
  private let departed = RemovalList()

  @Test func `a lower limit evicts at once`() throws {
    let cache = BlobCache(room: 10, departed)
    cache.fill(1...10)
    cache.setCostLimit(.cost(7))
    #expect(departed.take() == ["1cost", "2cost", "3cost"])
    cache.setCountLimit(6)
    #expect(departed.take() == ["4count"])
    #expect(cache.limits == CacheLimits(cost: 7, count: 6))
  }

  @Test(arguments: [CostLimit.cost(0), .bytes(0), .mebibytes(0), .cost(.max), .none])
  func `a limit of 0 is no limit`(limit: CostLimit) {
    let cache = BlobCache(policy: .lru, costLimit: limit, countLimit: 0, cost: { $0.bytes })
    #expect(cache.limits == CacheLimits())
    cache.fill(1...1_000, bytes: 1 << 30)
    #expect(cache.count == 1_000)
  }

  @Test func `a limit that becomes 0 no longer limits the cache`() {
    let cache = BlobCache(room: 10, departed)
    cache.setCountLimit(5)
    cache.setCountLimit(0)
    cache.setCostLimit(.mebibytes(0))
    #expect(cache.limits == CacheLimits())
    cache.limits = CacheLimits(cost: 10, count: 5)
    cache.limits = CacheLimits(cost: 0, count: 0)
    #expect(cache.limits == CacheLimits())
    cache.fill(1...100)
    #expect(cache.count == 100)
  }

  @Test func `a share of no memory admits no image`() {
    var options = CacheOptions<Int, Blob>()
    options.physicalMemory = 0
    let cache = BlobCache(
      policy: .lru, costLimit: .shareOfMemory(0.5), cost: { $0.bytes }, options: options)
    cache.fill(1...100, bytes: 1 << 20)
    #expect(cache.count == 0)
  }

  @Test func `a share of memory is rounded down and capped`() {
    let share = CostLimit.shareOfMemory(0.15, atMost: .mebibytes(768))
    #expect(share.cost(memory: 1_001) == 150)
    #expect(share.cost(memory: 8 << 30) == 768 << 20)
    #expect(CostLimit.shareOfMemory(0.15).cost(memory: 8 << 30) == 1_288_490_188)
    #expect(CostLimit.none.cost(memory: 1_000) == nil)
    #expect(CostLimit.mebibytes(2).cost(memory: 1_000) == 2 << 20)
  }

  @Test func `a share of memory refers to the memory in the options`() throws {
    var options = CacheOptions<Int, Blob>()
    options.physicalMemory = 1_000
    let cache = BlobCache(
      policy: .lru, costLimit: .shareOfMemory(0.02), cost: { $0.bytes }, options: options)
    cache.fill(0..<100)
    #expect(cache.count == 20)
  }

  @Test func `the device reports its memory`() {
    #expect(CacheOptions<Int, Blob>().physicalMemory > 1 << 26)
  }

  @Test func `a count limit may be a setting of the policy`() throws {
    let cache = try BlobCache(
      policy: "fifo:countLimit=3", costLimit: .none, cost: { $0.bytes })
    cache.fill(0..<10)
    #expect(cache.resident(of: 0..<10) == [7, 8, 9])
  }
}
