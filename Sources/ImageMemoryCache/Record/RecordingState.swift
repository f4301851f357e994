#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

/// What a recording is, and what those who wait for it are told.
///
/// `@unchecked` because of `mutex`: mutable state is touched only by the thread that holds it.
final class RecordingState: @unchecked Sendable {
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let changes = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private var beginning: CacheBeginning?
  private var ending: RecordingEnd?
  private var isAwake = false, isWritten = false

  init() {
    pthread_mutex_init(mutex, nil)
    pthread_cond_init(changes, nil)
  }

  deinit {
    pthread_cond_destroy(changes)
    pthread_mutex_destroy(mutex)
    mutex.deallocate()
    changes.deallocate()
  }

  private func withLock<Result>(_ body: () -> Result) -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return body()
  }

  /// What the cache was at first; nil before it has said so.
  var start: CacheBeginning? { withLock { beginning } }

  func begin(_ beginning: CacheBeginning) { withLock { self.beginning = beginning } }

  /// Why nothing is added any more; nil while it is.
  var end: RecordingEnd? { withLock { ending } }

  /// The first reason counts, unless what was added cannot be written after all.
  func end(_ reason: RecordingEnd) {
    withLock {
      if ending == nil || reason != .stopped { ending = reason }
      isAwake = true
      pthread_cond_broadcast(changes)
    }
  }

  /// Says that there is much to write.
  func wake() {
    withLock {
      isAwake = true
      pthread_cond_broadcast(changes)
    }
  }

  /// Waits until there is much to write, the recording ends, or so many seconds are over.
  /// - Returns: whether it has ended.
  func wait(atMost seconds: Int) -> Bool {
    withLock {
      var until = timespec()
      clock_gettime(CLOCK_REALTIME, &until)
      until.tv_sec += time_t(seconds)
      while ending == nil, !isAwake {
        guard pthread_cond_timedwait(changes, mutex, &until) == 0 else { break }
      }
      isAwake = false
      return ending != nil
    }
  }

  /// Says that everything is written.
  func finish() {
    withLock {
      isWritten = true
      pthread_cond_broadcast(changes)
    }
  }

  /// Waits until everything is written.
  func waitUntilFinished() {
    withLock { while !isWritten { pthread_cond_wait(changes, mutex) } }
  }
}
