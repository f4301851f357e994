import ImageMemoryCache
import ScrollCaching
import Synchronization

/// The caches under stress: one whose policy's type is known, others by name, with every option.
enum Fleet {
  static func make(_ events: Broadcast, _ tallies: Tallies) throws -> [any Stressed] {
    var caches: [any Stressed] = [plain(events, tallies)]
    for policy in ["arc", "s3fifo", "gdsf", "distance"] {
      caches.append(try chosen(policy, events, tallies))
    }
    return caches
  }

  private static func plain(_ events: Broadcast, _ tallies: Tallies) -> any Stressed {
    let back = CallBack<PolicyMemoryCache<Int, Picture, LRUPolicy>>(tallies) { cache, key in
      _ = cache.value(for: key)
    }
    var options = CacheOptions<Int, Picture>()
    options.memoryEvents = events
    let cache = PolicyMemoryCache<Int, Picture, LRUPolicy>(
      costLimit: .cost(120), countLimit: 32, cost: { _ in 4 }, options: options,
      onRemoval: { key, picture, _ in back.tell(key, picture) }
    ) { LRUPolicy(imageCount: $0.imageCount) }
    back.aim(at: cache)
    return StressedCache(cache: cache)
  }

  private static func chosen(
    _ policy: String, _ events: Broadcast, _ tallies: Tallies
  ) throws -> any Stressed {
    var options = CacheOptions<Int, Picture>()
    options.memoryEvents = events
    options.reportsPositions = true
    options.keepsWeakReferences = policy != "arc"
    options.lifetime = policy == "gdsf" ? .milliseconds(5) : nil
    options.measuresLoadTimes = true
    options.memoryReactions = MemoryReactions(critical: .keepShare(0.25), background: .keepPinned)
    let back = CallBack<ImageMemoryCache<Int, Picture>>(tallies) { cache, key in
      if key.isMultiple(of: 7) {
        cache.insert(Picture(key), for: key, cost: 1, as: .prefetched)
      } else {
        _ = cache.contains(key)
      }
    }
    let cache = try ImageMemoryCache<Int, Picture>(
      policy: policy, costLimit: .cost(120), countLimit: 32, cost: { _ in 4 },
      options: options, onRemoval: { key, picture, _ in back.tell(key, picture) })
    back.aim(at: cache)
    return StressedCache(cache: cache)
  }
}

/// A callback of a cache that calls the cache.
final class CallBack<Cache: AnyObject & Sendable>: Sendable {
  private struct Aim: Sendable {
    weak var cache: Cache?
  }

  private let tallies: Tallies
  private let aim = AnnotatedLock(Aim())
  private let body: @Sendable (Cache, Int) -> Void
  /// The number of callbacks; one of four calls the cache, or they would never end.
  private let count = Atomic<Int>(0)

  init(_ tallies: Tallies, _ body: @escaping @Sendable (Cache, Int) -> Void) {
    self.tallies = tallies
    self.body = body
  }

  func aim(at cache: Cache) { aim.withLock { $0.cache = cache } }

  func tell(_ key: Int, _ picture: Picture) {
    tallies.callbacks.wrappingAdd(1, ordering: .relaxed)
    PlantedRace.step()
    if picture.number != key { tallies.fault("\(picture.number) left as \(key)") }
    let turn = count.wrappingAdd(1, ordering: .relaxed).newValue
    guard turn.isMultiple(of: 4), let cache = aim.withLock({ $0.cache }) else { return }
    body(cache, key)
  }
}
