#if SANITIZES_THREADS
  /// What the Thread Sanitizer is told of a lock, in its own build alone: on Linux it does not see
  /// `Mutex`, and calls what is guarded by one a race.
  @usableFromInline final class SanitizedLock: Sendable {
    @usableFromInline init() {}

    /// The lock was taken.
    @usableFromInline func acquired() { threadSanitizerAcquire(address) }

    /// The lock is about to be given back.
    @usableFromInline func released() { threadSanitizerRelease(address) }

    private var address: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }
  }

  @_silgen_name("__tsan_acquire")
  private func threadSanitizerAcquire(_ address: UnsafeMutableRawPointer)

  @_silgen_name("__tsan_release")
  private func threadSanitizerRelease(_ address: UnsafeMutableRawPointer)
#endif
