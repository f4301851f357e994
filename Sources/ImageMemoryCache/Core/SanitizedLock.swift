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
