import ImageMemoryCache
import Testing

/// Tests of the values that a cache keeps when memory is short.
@Suite struct MemoryTests {
  private let departed = RemovalList()

  /// Ten values, of which 3 and 7 are pinned.
  private func cache(_ reactions: MemoryReactions = MemoryReactions()) -> BlobCache {
    var options = CacheOptions<Int, Blob>()
    options.memoryReactions = reactions
    options.digest = { UInt64($0) }
    let cache = BlobCache(room: 10, departed, options: options)
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
  func `a memory warning applies its reaction`(reaction: MemoryReaction, kept: [Int]) {
    let cache = cache(MemoryReactions(warning: reaction))
    cache.respond(to: .pressure(.warning))
    #expect(cache.resident(of: 0..<10) == kept)
    let gone = (0..<10).filter { !kept.contains($0) }
    #expect(departed.take() == gone.map { "\($0)pressure" })
    #expect(cache.limits == CacheLimits(cost: 10))
    cache.fill(20..<30)
    #expect(cache.count == 10)
  }

  @Test(arguments: reactions)
  func `the background applies its reaction`(reaction: MemoryReaction, kept: [Int]) {
    let cache = cache()
    cache.respond(to: .background)
    #expect(cache.count == 10)
    cache.respond(to: .background, with: reaction)
    #expect(cache.resident(of: 0..<10) == kept)
    #expect(departed.take().allSatisfy { $0.hasSuffix("background") })
  }

  @Test func `a critical level may keep less than a warning`() {
    let cache = cache(
      MemoryReactions(warning: .keepShare(0.8), critical: .keepNothing))
    cache.respond(to: .pressure(.normal))
    #expect(cache.count == 10)
    cache.respond(to: .pressure(.warning))
    #expect(cache.count == 8)
    cache.respond(to: .pressure(.critical))
    #expect(cache.count == 0)
  }

  @Test func `a share without limits refers to the resident cost`() {
    let cache = BlobCache(policy: .lru, costLimit: .none, cost: { $0.bytes })
    cache.fill(0..<10)
    cache.respond(to: .pressure(.warning), with: .keepShare(0.3))
    #expect(cache.resident(of: 0..<10) == [7, 8, 9])
    #expect(cache.limits == CacheLimits())
  }

  /// Returns ten values in a cache that follows a source of events.
  private func cache(following events: any MemoryEvents) -> BlobCache {
    var options = CacheOptions<Int, Blob>()
    options.memoryEvents = events
    let cache = BlobCache(room: 10, departed, options: options)
    cache.fill(0..<10)
    return cache
  }

  @Test func `a cache reacts to the events of its options without a token`() {
    let events = ManualMemoryEvents()
    let cache = cache(following: events)
    cache.pin(3)
    events.send(.background)
    #expect(cache.count == 10)
    events.send(.pressure(.warning))
    #expect(cache.resident(of: 0..<10) == [3])
  }

  @Test(arguments: [
    (MemoryEvent.pressure(.normal), 10), (.pressure(.warning), 8), (.pressure(.critical), 5),
    (.background, 2),
  ])
  func `each event has its own reaction`(event: MemoryEvent, kept: Int) {
    let events = ManualMemoryEvents()
    var options = CacheOptions<Int, Blob>()
    options.memoryEvents = events
    options.memoryReactions = MemoryReactions(
      warning: .keepShare(0.8), critical: .keepShare(0.5), background: .keepShare(0.2))
    let cache = BlobCache(room: 10, departed, options: options)
    cache.fill(0..<10)
    events.send(event)
    #expect(cache.count == kept)
  }

  @Test func `a cache without a source of events reacts to none`() {
    let events = ManualMemoryEvents()
    var options = CacheOptions<Int, Blob>()
    options.memoryEvents = events
    options.memoryEvents = nil
    let cache = BlobCache(room: 10, departed, options: options)
    cache.fill(0..<10)
    events.send(.pressure(.critical))
    #expect(cache.count == 10)
    #expect(events.listenerCount == 0)
  }

  @Test func `events do not keep a cache alive, and their observation ends with it`() {
    let events = ManualMemoryEvents()
    let census = LiveCount()
    var cache: BlobCache? = cache(following: events)
    cache?[1] = Blob(1, in: census)
    #expect(events.listenerCount == 1)
    cache = nil
    #expect(census.living == 0)
    #expect(events.listenerCount == 0)
    events.send(.pressure(.critical))
  }

  @Test func `every cache with the same options reacts to the events`() {
    let events = ManualMemoryEvents()
    let caches = [cache(following: events), cache(following: events)]
    events.send(.pressure(.critical))
    #expect(caches.map(\.count) == [0, 0])
  }
}
