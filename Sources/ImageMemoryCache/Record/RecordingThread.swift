#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

/// Runs a closure on a thread of its own, because what waits for a disk must not hold one of those
/// that tasks share.
enum RecordingThread {
  fileprivate final class Work: Sendable {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }

  /// Starts the thread, which ends with the closure.
  /// - Throws: `RecordingError` where the system has no thread.
  static func start(_ body: @escaping @Sendable () -> Void) throws(RecordingError) {
    let work = Unmanaged.passRetained(Work(body)).toOpaque()
    let code = create(work)
    guard code != 0 else { return }
    Unmanaged<Work>.fromOpaque(work).release()
    throw .noThread(code: code)
  }

  #if canImport(Darwin)
    private static func create(_ work: UnsafeMutableRawPointer) -> Int32 {
      var thread: pthread_t?
      let code = pthread_create(&thread, nil, runWork, work)
      if let thread { pthread_detach(thread) }
      return code
    }
  #else
    private static func create(_ work: UnsafeMutableRawPointer) -> Int32 {
      var thread = pthread_t()
      let code = pthread_create(&thread, nil, runWork, work)
      if code == 0 { pthread_detach(thread) }
      return code
    }
  #endif
}

#if canImport(Darwin)
  private func runWork(_ work: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
    Unmanaged<RecordingThread.Work>.fromOpaque(work).takeRetainedValue().body()
    return nil
  }
#else
  private func runWork(_ work: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let work else { return nil }
    Unmanaged<RecordingThread.Work>.fromOpaque(work).takeRetainedValue().body()
    return nil
  }
#endif
