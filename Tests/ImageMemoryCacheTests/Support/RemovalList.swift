import ImageMemoryCache
import Synchronization

/// The removals that a cache reported: `3cost` for key 3, evicted for its cost.
final class RemovalList: Sendable {
  private let told = Mutex<[String]>([])

  /// Notes a removal, as `onRemoval`.
  func note(_ key: Int, _ reason: RemovalReason) { told.withLock { $0.append("\(key)\(reason)") } }

  /// Returns the removals since the last call.
  func take() -> [String] {
    told.withLock { told in
      defer { told = [] }
      return told
    }
  }
}

extension ImageMemoryCache where Key == Int, Value == Blob, Policy == AnyPolicy {
  /// Creates a cache that reports its removals.
  convenience init(
    _ policy: CachePolicy = .lru, room: Int, _ departed: RemovalList,
    options: CacheOptions<Int, Blob> = CacheOptions()
  ) {
    self.init(
      policy: policy, costLimit: .cost(room), cost: { $0.bytes }, options: options,
      onRemoval: { key, _, reason in departed.note(key, reason) })
  }

  /// Stores a blob for each key, with a size in bytes.
  func fill(_ keys: some Sequence<Int>, bytes: Int = 1) {
    for key in keys { insert(Blob(key, bytes: bytes), for: key) }
  }

  /// Returns the keys that are resident; the policy does not see these look-ups.
  func resident(of keys: some Sequence<Int>) -> [Int] { keys.filter { contains($0) } }
}
