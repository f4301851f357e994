#if canImport(Darwin)
  public import Darwin
#else
  public import Synchronization
#endif

/// The single lock of a cache, and the state that it guards.
///
/// The cache is not divided into shards with a lock each. Only with a single lock do all evictions
/// have an order that a simulation can repeat.
@usableFromInline struct CacheLock<State: ~Copyable>: ~Copyable, Sendable {
  #if canImport(Darwin)
    @usableFromInline let mutex: UnfairLock<State>
  #else
    @usableFromInline let mutex: Mutex<State>
  #endif
  #if SANITIZES_THREADS
    @usableFromInline let sanitized = SanitizedLock()
  #elseif os(Linux)
    @usableFromInline let gate = LockGate()
  #endif

  @inlinable init(_ state: consuming sending State) {
    #if canImport(Darwin)
      mutex = UnfairLock(state)
    #else
      mutex = Mutex(state)
    #endif
  }

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

#if canImport(Darwin)
  /// The system's lock, and the state that it guards; `Mutex`, which has the same lock, needs iOS 18.
  ///
  /// `@unchecked` because only the thread that holds the lock touches the state.
  @usableFromInline struct UnfairLock<State: ~Copyable>: ~Copyable, @unchecked Sendable {
    @usableFromInline let lock: UnsafeMutablePointer<os_unfair_lock>
    @usableFromInline let state: UnsafeMutablePointer<State>

    @inlinable init(_ state: consuming sending State) {
      lock = .allocate(capacity: 1)
      lock.initialize(to: os_unfair_lock())
      self.state = .allocate(capacity: 1)
      self.state.initialize(to: state)
    }

    @inlinable borrowing func withLock<Result>(
      _ body: (inout sending State) -> sending Result
    ) -> sending Result {
      os_unfair_lock_lock(lock)
      defer { os_unfair_lock_unlock(lock) }
      return body(&state.pointee)
    }

    deinit {
      state.deinitialize(count: 1)
      state.deallocate()
      lock.deinitialize(count: 1)
      lock.deallocate()
    }
  }
#endif

#if SANITIZES_THREADS
  /// The notifications of a lock for the Thread Sanitizer, in its own build only.
  ///
  /// On Linux the sanitizer does not see `Mutex`, and reports accesses that a `Mutex` guards as
  /// races.
  @usableFromInline final class SanitizedLock: Sendable {
    @usableFromInline init() {}

    /// Reports that the lock was acquired.
    @usableFromInline func acquired() { threadSanitizerAcquire(address) }

    /// Reports that the lock is about to be released.
    @usableFromInline func released() { threadSanitizerRelease(address) }

    private var address: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }
  }

  @_silgen_name("__tsan_acquire")
  private func threadSanitizerAcquire(_ address: UnsafeMutableRawPointer)

  @_silgen_name("__tsan_release")
  private func threadSanitizerRelease(_ address: UnsafeMutableRawPointer)
#endif
