import ScrollCaching
import ScrollCore

extension PolicyMemoryCache where Policy: ~Copyable {
  /// The number of keys that are resident, remembered by the policy or pinned.
  ///
  /// - Complexity: O(ids).
  package var keysInUse: Int {
    lock.withLock { core in
      var count = 0
      for id in core.entries.indices where core.cache.isInUse(ImageID(id)) { count += 1 }
      return count
    }
  }
}
