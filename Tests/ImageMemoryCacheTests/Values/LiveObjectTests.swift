import ImageMemoryCache
import Synchronization
import Testing

/// A value that was evicted while something still shows it.
@Suite struct LiveObjectTests {
  private let departed = RemovalList()

  private func cache(room: Int) throws -> BlobCache {
    var options = CacheOptions<Int, Blob>()
    options.keepsWeakReferences = true
    return BlobCache(room: room, departed, options: options)
  }

  @Test func `the cache finds and stores again a value that is still in use`() throws {
    let cache = try cache(room: 2)
    let shown = Blob(1, bytes: 1)
    cache[1] = shown
    cache.fill(2...3)
    #expect(departed.take() == ["1cost"])
    #expect(cache[1] === shown)
    #expect(cache.statistics.weakReferenceHits == 1)
    #expect(cache.statistics.misses == 1)
    #expect(departed.take() == ["2cost"])
    #expect(cache[1] === shown)
    #expect(cache.statistics.hits == 1)
  }

  @Test func `the cache forgets a value that is no longer in use`() throws {
    let cache = try cache(room: 2)
    let census = LiveCount()
    for key in 1...100 { cache[key] = Blob(key, in: census) }
    #expect(census.living == 2)
    #expect(cache[1] == nil)
    #expect(cache.statistics.weakReferenceHits == 0)
  }

  @Test func `new keys do not take the id of a value that is still in use`() throws {
    let cache = try cache(room: 2)
    let shown = (0..<50).map { Blob($0) }
    for blob in shown { cache[blob.number] = blob }
    cache.fill(1_000..<3_000)
    for blob in shown { #expect(cache[blob.number] === blob) }
    #expect(cache.statistics.weakReferenceHits == 50)
    #expect(cache.statistics.idCount <= 256)
  }

  @Test func `a value that the app removed or replaced does not come back`() throws {
    let cache = try cache(room: 2)
    let (old, new) = (Blob(1), Blob(2))
    cache[1] = old
    cache.removeValue(for: 1)
    #expect(cache[1] == nil)
    cache[1] = old
    cache.fill(2...3)
    cache[1] = new
    cache.fill(4...5)
    #expect(cache[1] === new)
    cache.fill(6...7)
    cache.removeAll()
    #expect(cache[1] == nil)
  }

  @Test func `the cache finds a refused value while the app uses it`() throws {
    let cache = try cache(room: 2)
    var shown: Blob? = Blob(1, bytes: 5)
    if let shown { #expect(cache.insert(shown, for: 1) == .refused) }
    #expect(cache[1] === shown)
    shown = nil
    #expect(cache[1] == nil)
  }

  @Test func `a value that is found again keeps its age`() throws {
    let seconds = Mutex(0.0)
    var options = CacheOptions<Int, Blob>()
    options.keepsWeakReferences = true
    options.lifetime = .seconds(60)
    options.clock = CacheClock { SimTime(seconds: seconds.withLock { $0 }) }
    let cache = BlobCache(room: 1, departed, options: options)
    let shown = Blob(1)
    cache[1] = shown
    cache.fill([2])
    seconds.withLock { $0 = 40 }
    #expect(cache[1] === shown)
    seconds.withLock { $0 = 61 }
    #expect(cache[1] == nil)
    cache[1] = shown
    cache.fill([2])
    seconds.withLock { $0 = 200 }
    #expect(cache[1] == nil)
  }
}
