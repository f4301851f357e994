import ImageMemoryCache
import Synchronization

/// How many blobs are alive.
final class Census: Sendable {
  private let count = Mutex(0)

  var living: Int { count.withLock { $0 } }
  func born() { count.withLock { $0 += 1 } }
  func died() { count.withLock { $0 -= 1 } }
}

/// A value that is counted as long as it lives, and can do something when it dies.
final class Blob: Sendable {
  let number: Int
  let bytes: Int
  private let census: Census?
  private let onDeath: (@Sendable () -> Void)?

  init(
    _ number: Int, bytes: Int = 1, in census: Census? = nil,
    onDeath: (@Sendable () -> Void)? = nil
  ) {
    self.number = number
    self.bytes = bytes
    self.census = census
    self.onDeath = onDeath
    census?.born()
  }

  deinit {
    census?.died()
    onDeath?()
  }
}

typealias BlobCache = ImageMemoryCache<Int, Blob>
