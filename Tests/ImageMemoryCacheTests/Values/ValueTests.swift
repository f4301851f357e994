import ImageMemoryCache
import Testing

/// Values go in and come out by their keys.
@Suite struct ValueTests {
  private let departed = RemovalList()

  @Test func `the cache finds a stored value`() throws {
    let cache = BlobCache(room: 10, departed)
    #expect(cache[1] == nil)
    cache[1] = Blob(7)
    #expect(cache[1]?.number == 7)
    #expect(cache.value(for: 2) == nil)
    #expect(cache.statistics.hits == 1)
    #expect(cache.statistics.misses == 2)
  }

  @Test func `the least recently used value is evicted first`() throws {
    let cache = BlobCache(room: 3, departed)
    cache.fill(1...3)
    _ = cache[1]
    cache.fill([4])
    #expect(departed.take() == ["2cost"])
    #expect(cache.resident(of: 1...4) == [1, 3, 4])
  }

  @Test func `a containment check is not a use`() throws {
    let cache = BlobCache(room: 2, departed)
    cache.fill(1...2)
    #expect(cache.contains(1))
    cache.fill([3])
    #expect(departed.take() == ["1cost"])
    #expect(cache.statistics.requests == 0)
  }

  @Test func `a replaced value is charged once`() throws {
    let cache = BlobCache(room: 10, departed)
    cache.fill([1], bytes: 4)
    cache.fill([1], bytes: 6)
    #expect(cache.totalCost == 6)
    #expect(cache.count == 1)
    #expect(departed.take() == ["1replaced"])
    cache.fill([2], bytes: 4)
    #expect(cache.resident(of: 1...2) == [1, 2])
  }

  @Test func `a refused value removes the old one`() throws {
    let cache = BlobCache(room: 10, departed)
    cache.fill([1, 2])
    #expect(cache.insert(Blob(9, bytes: 11), for: 1) == .refused)
    #expect(cache[1] == nil)
    #expect(departed.take() == ["1replaced"])
    #expect(cache[2] != nil)
  }

  @Test func `a removal returns the value`() throws {
    let cache = BlobCache(room: 10, departed)
    cache.fill(1...3)
    #expect(cache.removeValue(for: 2)?.number == 2)
    #expect(cache.removeValue(for: 2) == nil)
    cache[3] = nil
    #expect(departed.take() == ["2removed", "3removed"])
    cache.removeAll()
    #expect(departed.take() == ["1removed"])
    #expect(cache.count == 0)
    #expect(cache.totalCost == 0)
  }

  @Test func `the closure computes a cost unless the call passes one`() throws {
    let cache = BlobCache(room: 100, departed)
    cache.insert(Blob(1, bytes: 30), for: 1)
    cache.insert(Blob(2, bytes: 30), for: 2, cost: 5)
    #expect(cache.totalCost == 35)
    #expect(cache.value(for: 2)?.number == 2)
  }

  @Test func `the cache distinguishes keys with equal hashes`() throws {
    var options = CacheOptions<Int, Blob>()
    options.digest = { UInt64($0 % 3) }
    let cache = BlobCache(room: 100, departed, options: options)
    cache.fill(0..<300)
    #expect(cache.resident(of: 0..<300) == Array(200..<300))
    for key in 200..<300 { #expect(cache[key]?.number == key) }
    for key in stride(from: 200, to: 300, by: 2) { cache.removeValue(for: key) }
    #expect(cache.resident(of: 0..<300) == Array(stride(from: 201, to: 300, by: 2)))
  }

  @Test func `a value may take at most the entry share of the limit`() throws {
    var options = CacheOptions<Int, Blob>()
    options.entryShare = 0.1
    let cache = BlobCache(room: 100, departed, options: options)
    cache.fill([1, 2], bytes: 10)
    cache.fill([2, 3], bytes: 11)
    #expect(cache.resident(of: 1...3) == [1])
    #expect(cache.statistics.refusals == 2)
    #expect(departed.take() == ["2replaced"])
  }
}
