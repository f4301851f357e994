public import Synchronization

/// The single lock of a cache, and the state that it guards.
///
/// There is one lock, not one for each of several shards: only then do all evictions have an order
/// that a simulation can repeat.
@usableFromInline struct CacheLock<State: ~Copyable>: ~Copyable, Sendable {
  @usableFromInline let mutex: Mutex<State>
  #if SANITIZES_THREADS
    @usableFromInline let sanitized = SanitizedLock()
  #elseif os(Linux)
    @usableFromInline let gate = LockGate()
  #endif

  @inlinable init(_ state: consuming sending State) { mutex = Mutex(state) }

  @inlinable borrowing func withLock<Result>(
    _ body: (inout sending State) -> sending Result
  ) -> sending Result {
    #if SANITIZES_THREADS
      mutex.withLock { state in
        sanitized.acquired()
        defer { sanitized.released() }
        return body(&state)
      }
    #elseif os(Linux)
      gate.enter()
      defer { gate.leave() }
      return mutex.withLock { body(&$0) }
    #else
      mutex.withLock { body(&$0) }
    #endif
  }
}
