import ImageMemoryCache
import Testing

/// Tests of the limits on the contents of a cache.
@Suite struct LimitTests {
  private let departed = Departed()

  @Test func `a lower limit evicts at once`() throws {
    let cache = try BlobCache(room: 10, departed)
    cache.fill(1...10)
    cache.setCostLimit(.cost(7))
    #expect(departed.take() == ["1cost", "2cost", "3cost"])
    cache.setCountLimit(6)
    #expect(departed.take() == ["4count"])
    #expect(cache.limits == CacheLimits(cost: 7, count: 6))
    cache.totalCostLimit = 0
    cache.countLimit = 0
    cache.fill(11...100)
    #expect(cache.count == 96)
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
    options.memory = 1_000
    let cache = try BlobCache(
      policy: .lru, costLimit: .shareOfMemory(0.02), cost: { $0.bytes }, options: options)
    cache.fill(0..<100)
    #expect(cache.count == 20)
  }

  @Test func `the device reports its memory`() {
    #expect(CacheOptions<Int, Blob>().memory > 1 << 26)
  }

  @Test func `a count limit may be a setting of the policy`() throws {
    let cache = try BlobCache(
      policy: CachePolicy("fifo:countLimit=3"), costLimit: .none, cost: { $0.bytes })
    cache.fill(0..<10)
    #expect(cache.resident(of: 0..<10) == [7, 8, 9])
  }
}
