import ImageMemoryCache
import Synchronization

/// Says to several caches that memory is short.
final class Broadcast: MemoryEvents {
  /// Ends what it was given for.
  private final class Token: Sendable {
    let end: @Sendable () -> Void
    init(_ end: @escaping @Sendable () -> Void) { self.end = end }
    deinit { end() }
  }

  private let lock = AnnotatedLock<[Int: @Sendable (MemoryEvent) -> Void]>([:])
  private let count = Atomic<Int>(0)

  func observe(_ body: @escaping @Sendable (MemoryEvent) -> Void) -> any Sendable {
    let number = count.wrappingAdd(1, ordering: .relaxed).newValue
    lock.withLock { $0[number] = body }
    return Token { [weak self] in self?.lock.withLock { $0[number] = nil } }
  }

  func say(_ event: MemoryEvent) {
    for body in lock.withLock({ Array($0.values) }) { body(event) }
  }
}
