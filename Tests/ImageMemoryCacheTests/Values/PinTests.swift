import ImageMemoryCache
import Testing

/// Tests that images on screen stay in the cache.
@Suite struct PinTests {
  private let departed = RemovalList()

  @Test func `a pinned value stays until its last pin is removed`() throws {
    let cache = BlobCache(room: 2, departed)
    cache.fill(1...2)
    cache.pin(1)
    cache.pin(1)
    cache.fill([3])
    #expect(departed.take() == ["2cost"])
    #expect(cache.unpin(1))
    cache.fill([4])
    #expect(departed.take() == ["3cost"])
    #expect(cache.unpin(1))
    #expect(!cache.unpin(1))
    cache.fill([5])
    #expect(departed.take() == ["1cost"])
  }

  @Test func `a key may be pinned before its value comes`() throws {
    let cache = BlobCache(room: 2, departed)
    cache.pin(7)
    // There are enough other keys that every reusable id is reused.
    cache.fill(100..<400)
    cache.fill([7, 8, 9])
    #expect(cache.resident(of: 7...9) == [7, 9])
    #expect(cache.unpin(7))
  }

  @Test func `the cache refuses a value if all residents are pinned`() throws {
    let cache = BlobCache(room: 2, departed)
    cache.fill(1...2)
    cache.pin(1)
    cache.pin(2)
    #expect(cache.insert(Blob(3), for: 3) == .refused)
    #expect(cache.resident(of: 1...3) == [1, 2])
    #expect(cache.statistics.refusals == 1)
  }

  @Test func `a pin outlives the value`() throws {
    let cache = BlobCache(room: 2, departed)
    cache.fill([1])
    cache.pin(1)
    cache.removeValue(for: 1)
    cache.fill([1, 2, 3])
    #expect(cache.resident(of: 1...3) == [1, 3])
  }
}
