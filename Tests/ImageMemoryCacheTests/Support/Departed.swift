import ImageMemoryCache
import Synchronization

/// What a cache said of values that left: `3cost` for key 3, evicted for its cost.
final class Departed: Sendable {
  private let told = Mutex<[String]>([])

  /// For `onRemoval`.
  func note(_ key: Int, _ reason: RemovalReason) { told.withLock { $0.append("\(key)\(reason)") } }

  /// What was told since this was last asked.
  func take() -> [String] {
    told.withLock { told in
      defer { told = [] }
      return told
    }
  }
}

extension ImageMemoryCache where Key == Int, Value == Blob, Policy == AnyPolicy {
  /// A cache that tells what leaves.
  convenience init(
    _ policy: CachePolicy = .lru, room: Int, _ departed: Departed,
    options: CacheOptions<Int, Blob> = CacheOptions()
  ) throws(ImageMemoryCacheError) {
    try self.init(
      policy: policy, costLimit: .cost(room), cost: { $0.bytes }, options: options,
      onRemoval: { key, _, reason in departed.note(key, reason) })
  }

  /// Stores a blob of so many bytes for each key.
  func fill(_ keys: some Sequence<Int>, bytes: Int = 1) {
    for key in keys { setValue(Blob(key, bytes: bytes), forKey: key) }
  }

  /// Which of these keys are in, without a word to the policy.
  func resident(of keys: some Sequence<Int>) -> [Int] { keys.filter { contains($0) } }
}
