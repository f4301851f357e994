import ImageMemoryCache
import Synchronization
import Testing

/// Tests of the values that a cache keeps when memory is short.
@Suite struct MemoryTests {
  private let departed = Departed()

  /// Ten values, of which 3 and 7 are pinned.
  private func cache(_ reactions: MemoryReactions = MemoryReactions()) throws -> BlobCache {
    var options = CacheOptions<Int, Blob>()
    options.reactions = reactions
    options.digest = { UInt64($0) }
    let cache = try BlobCache(room: 10, departed, options: options)
    cache.fill(0..<10)
    cache.pin(3)
    cache.pin(7)
    return cache
  }

  private static let reactions: [(MemoryReaction, [Int])] = [
    (.keepEverything, Array(0..<10)), (.keepNothing, []), (.keepPinned, [3, 7]),
    (.keepShare(0.5), [3, 6, 7, 8, 9]), (.keepShare(0), [3, 7]),
  ]

  @Test(arguments: reactions)
  func `a memory warning applies its reaction`(reaction: MemoryReaction, kept: [Int]) throws {
    let cache = try cache(MemoryReactions(warning: reaction))
    cache.pressureChanged(to: .warning)
    #expect(cache.resident(of: 0..<10) == kept)
    let gone = (0..<10).filter { !kept.contains($0) }
    #expect(departed.take() == gone.map { "\($0)pressure" })
    #expect(cache.limits == CacheLimits(cost: 10))
    cache.fill(20..<30)
    #expect(cache.count == 10)
  }

  @Test(arguments: reactions)
  func `the background applies its reaction`(reaction: MemoryReaction, kept: [Int]) throws {
    let cache = try cache()
    cache.enteredBackground()
    #expect(cache.count == 10)
    cache.enteredBackground(reaction)
    #expect(cache.resident(of: 0..<10) == kept)
    #expect(departed.take().allSatisfy { $0.hasSuffix("background") })
  }

  @Test func `a critical level may keep less than a warning`() throws {
    let cache = try cache(
      MemoryReactions(warning: .keepShare(0.8), critical: .keepNothing))
    cache.pressureChanged(to: .normal)
    #expect(cache.count == 10)
    cache.pressureChanged(to: .warning)
    #expect(cache.count == 8)
    cache.pressureChanged(to: .critical)
    #expect(cache.count == 0)
  }

  @Test func `a share without limits refers to the resident cost`() throws {
    let cache = try BlobCache(policy: .lru, costLimit: .none, cost: { $0.bytes })
    cache.fill(0..<10)
    cache.pressureChanged(to: .warning, .keepShare(0.3))
    #expect(cache.resident(of: 0..<10) == [7, 8, 9])
    #expect(cache.limits == CacheLimits())
  }

  /// Sends memory events by hand.
  private final class Bell: MemoryEvents {
    private let listeners = Mutex<[Int: @Sendable (MemoryEvent) -> Void]>([:])

    func ring(_ event: MemoryEvent) {
      for (_, body) in listeners.withLock({ $0 }) { body(event) }
    }

    var listenerCount: Int { listeners.withLock { $0.count } }

    func observe(_ body: @escaping @Sendable (MemoryEvent) -> Void) -> any Sendable {
      let place = listeners.withLock { listeners in
        listeners[listeners.count] = body
        return listeners.count - 1
      }
      return Token { self.listeners.withLock { _ = $0.removeValue(forKey: place) } }
    }

    private final class Token: Sendable {
      let onEnd: @Sendable () -> Void
      init(onEnd: @escaping @Sendable () -> Void) { self.onEnd = onEnd }
      deinit { onEnd() }
    }
  }

  @Test func `a cache receives memory events while its token exists`() throws {
    let bell = Bell()
    let cache = try cache()
    var token: (any Sendable)? = cache.follow(bell)
    bell.ring(.background)
    #expect(cache.count == 10)
    bell.ring(.pressure(.warning))
    #expect(cache.resident(of: 0..<10) == [3, 7])
    #expect(token != nil)
    token = nil
    #expect(bell.listenerCount == 0)
  }

  @Test func `events do not keep a cache alive`() throws {
    let bell = Bell()
    let census = Census()
    var cache: BlobCache? = try BlobCache(policy: .lru, costLimit: .none, cost: { $0.bytes })
    cache?[1] = Blob(1, in: census)
    let token = cache?.follow(bell)
    cache = nil
    #expect(census.living == 0)
    bell.ring(.pressure(.critical))
    #expect(token != nil)
  }
}
