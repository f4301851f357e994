import ImageMemoryCache
import ScrollCaching
import ScrollCore
import Synchronization

/// The cache for apps in the environment of a replay.
///
/// The item of key `i` lies at `i`, the viewport is at the last requested key, and time counts
/// requests. It supports one task at a time.
final class FollowedCache: Contender {
  private let cache: ImageMemoryCache<Int, Payload>
  private let requests: Counter
  private let last = Mutex((item: -1, direction: ScrollDirection.forward))
  private let reportsPositions: Bool

  /// The number of requests so far.
  private final class Counter: Sendable {
    let count = Atomic<Int>(-1)
  }

  /// Creates an empty cache for a number of values.
  ///
  /// The digest of a key, which policies with a sketch hash, is the number in `keys` at its index,
  /// or the key itself if `keys` is empty.
  init(policy: String, countLimit: Int, keys: [UInt64] = []) throws {
    let counter = Counter()
    var options = CacheOptions<Int, Payload>()
    options.reportsPositions = true
    options.digest = { keys.isEmpty ? UInt64($0) : keys[$0] }
    options.clock = CacheClock {
      SimTime(nanoseconds: Int64(counter.count.load(ordering: .relaxed)))
    }
    requests = counter
    let choice = try PolicyCatalog.builtIn.choose(policy)
    reportsPositions = choice.entry.isSpatial
    cache = try ImageMemoryCache(
      policy: policy, costLimit: .none, countLimit: countLimit, cost: { _ in 1 },
      options: options)
  }

  func value(of key: Int) -> Payload? {
    requests.count.wrappingAdd(1, ordering: .relaxed)
    if reportsPositions { follow(key) }
    return cache.value(for: key)
  }

  func set(_ payload: Payload, for key: Int) {
    if reportsPositions { cache.place(key, at: Double(key)..<Double(key + 1)) }
    cache.insert(payload, for: key)
  }

  private func follow(_ item: Int) {
    let direction = last.withLock { last in
      if item != last.item {
        last = (item, item > last.item ? .forward : .backward)
      }
      return last.direction
    }
    cache.setViewport(
      Viewport(lower: Double(item), upper: Double(item + 1), direction: direction))
  }
}
