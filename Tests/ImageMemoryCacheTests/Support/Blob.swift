import ImageMemoryCache
import Synchronization

/// Counts the blobs that are alive.
final class LiveCount: Sendable {
  private let count = Mutex(0)

  var living: Int { count.withLock { $0 } }
  func born() { count.withLock { $0 += 1 } }
  func died() { count.withLock { $0 -= 1 } }
}

/// A value that is counted while it is alive, and can run a closure when it is released.
final class Blob: Sendable {
  let number: Int
  let bytes: Int
  private let census: LiveCount?
  private let onDeath: (@Sendable () -> Void)?

  init(
    _ number: Int, bytes: Int = 1, in census: LiveCount? = nil,
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
