import ImageMemoryCache
import Synchronization
import Testing

/// Values that are good for a while.
@Suite struct LifetimeTests {
  private let departed = RemovalList()

  /// A clock that is set by hand and counts how often it is read.
  private final class Watch: Sendable {
    private let state = Mutex((seconds: 0.0, reads: 0))

    var reads: Int { state.withLock { $0.reads } }
    func set(_ seconds: Double) { state.withLock { $0.seconds = seconds } }
    var clock: CacheClock {
      CacheClock {
        self.state.withLock { state in
          state.reads += 1
          return SimTime(seconds: state.seconds)
        }
      }
    }
  }

  private func options(_ watch: Watch, lifetime: Duration?) -> CacheOptions<Int, Blob> {
    var options = CacheOptions<Int, Blob>()
    options.clock = watch.clock
    options.lifetime = lifetime
    return options
  }

  @Test func `the cache removes an expired value when it is requested`() throws {
    let watch = Watch()
    let cache = BlobCache(
      room: 10, departed, options: options(watch, lifetime: .seconds(60)))
    cache.fill(1...2)
    watch.set(30)
    cache.fill([2])
    watch.set(59)
    #expect(cache[1] != nil)
    watch.set(60)
    #expect(!cache.contains(1))
    #expect(cache[1] == nil)
    #expect(cache[2] != nil)
    #expect(departed.take() == ["2replaced", "1expired"])
    #expect(cache.statistics.misses == 1)
    watch.set(90)
    cache.removeExpired()
    #expect(departed.take() == ["2expired"])
    #expect(cache.totalCost == 0)
  }

  @Test(arguments: [("lru", false), ("s3fifo", false), ("aggregate-delay", true)])
  func `the cache reads the clock only for policies that use time`(
    policy: String, reads: Bool
  ) throws {
    let watch = Watch()
    let cache = try BlobCache(
      policy: policy, costLimit: .cost(10), cost: { $0.bytes },
      options: options(watch, lifetime: nil))
    cache.fill(1...20)
    _ = cache[1]
    #expect((watch.reads > 0) == reads)
  }
}
