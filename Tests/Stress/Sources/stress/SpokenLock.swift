import Synchronization

/// A lock of the program itself, which notifies the sanitizer as the cache's lock does.
final class AnnotatedLock<State: Sendable>: Sendable {
  private let mutex: Mutex<State>

  init(_ state: State) { mutex = Mutex(state) }

  func withLock<Result: Sendable>(_ body: (inout State) -> Result) -> Result {
    mutex.withLock { state in
      #if SANITIZES_THREADS
        let address = Unmanaged.passUnretained(self).toOpaque()
        threadSanitizerAcquire(address)
        defer { threadSanitizerRelease(address) }
      #endif
      return body(&state)
    }
  }
}

#if SANITIZES_THREADS
  @_silgen_name("__tsan_acquire")
  private func threadSanitizerAcquire(_ address: UnsafeMutableRawPointer)

  @_silgen_name("__tsan_release")
  private func threadSanitizerRelease(_ address: UnsafeMutableRawPointer)
#endif
