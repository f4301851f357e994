import ImageMemoryCache
import ScrollCaching
import ScrollCore

/// The cache for apps, around a policy whose type is known or one that is chosen by its name.
final class ShippedCache<Key: Hashable & Sendable, Policy: EvictionPolicy & ~Copyable>: Contender {
  let cache: PolicyMemoryCache<Key, Payload, Policy>

  init(_ cache: PolicyMemoryCache<Key, Payload, Policy>) { self.cache = cache }

  func value(of key: Key) -> Payload? { cache.value(for: key) }

  func set(_ payload: Payload, for key: Key) { cache.insert(payload, for: key) }
}

extension ShippedCache where Policy == LRUPolicy {
  /// Creates a cache with LRU as a static type.
  convenience init(
    lruWithRoomFor count: Int, options: CacheOptions<Key, Payload> = CacheOptions()
  ) {
    self.init(
      PolicyMemoryCache(costLimit: .none, countLimit: count, cost: { _ in 1 }, options: options) {
        LRUPolicy(imageCount: $0.imageCount)
      })
  }
}

extension ShippedCache where Policy == AnyPolicy {
  /// Creates a cache with a policy by its name.
  convenience init(
    policy: String, countLimit: Int, options: CacheOptions<Key, Payload> = CacheOptions()
  ) throws {
    self.init(
      try ImageMemoryCache(
        policy: policy, costLimit: .none, countLimit: countLimit, cost: { _ in 1 },
        options: options))
  }
}

/// The policies of the cache for apps.
enum ShippedPolicies {
  /// Returns the policies of a comma-separated list, or all.
  static func named(_ list: String?) -> [String] {
    list?.split(separator: ",").map(String.init) ?? CachePolicy.allNames
  }
}
