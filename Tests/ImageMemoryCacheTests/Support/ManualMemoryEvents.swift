import ImageMemoryCache
import Synchronization

/// A source of memory events that a test sends.
final class ManualMemoryEvents: MemoryEvents {
  /// An observation that ends when it is released.
  private final class Token: Sendable {
    let onEnd: @Sendable () -> Void
    init(onEnd: @escaping @Sendable () -> Void) { self.onEnd = onEnd }
    deinit { onEnd() }
  }

  private typealias Listener = @Sendable (MemoryEvent) -> Void

  private let state = Mutex((listeners: [Int: Listener](), next: 0))

  var listenerCount: Int { state.withLock { $0.listeners.count } }

  func observe(_ body: @escaping @Sendable (MemoryEvent) -> Void) -> any Sendable {
    let place = state.withLock { state in
      state.next += 1
      state.listeners[state.next] = body
      return state.next
    }
    return Token { self.state.withLock { $0.listeners[place] = nil } }
  }

  /// Sends an event to all caches that follow this source.
  func send(_ event: MemoryEvent) {
    for body in state.withLock({ Array($0.listeners.values) }) { body(event) }
  }
}
