import ScrollCaching

extension PolicyMemoryCache where Policy: ~Copyable {
  /// Records all operations on the cache from now on.
  ///
  /// The commands `scrollsim replay`, `scrollsim identify` and `scrollsim trace import` read the
  /// recording.
  ///
  ///     let recording = try cache.record(to: folder + "/cache.jsonl")
  ///     // ... the app is used ...
  ///     recording.stop()
  ///
  /// The file is JSON lines: look-ups and their results, stores with costs and load times,
  /// evictions, limits, warnings, the viewport. A key is written as the digest that the policy
  /// uses. Digests are salted anew in every process, unless `CacheOptions.digest` computes them. A
  /// recording that begins with an empty cache is replayed operation for operation, no matter how
  /// many tasks called the cache.
  ///
  /// A call of the cache only copies a few numbers; a dedicated thread writes them. Memory is
  /// bounded by `capacity`, 32 bytes for each step. A full disk, or more waiting steps than
  /// `capacity`, ends the recording and does not affect the cache.
  /// - Parameters:
  ///   - path: The path of the file, which is created or emptied.
  ///   - capacity: The number of steps that may wait to be written. An operation has up to three,
  ///     and one for each value that it evicts. The number is rounded up to a power of two, 2^24 at
  ///     most.
  /// - Returns: The recording, which must be held. It does not keep the cache alive.
  /// - Throws: `RecordingError`, with a message, if the recording cannot begin.
  public func record(
    to path: String, capacity: Int = 1 << 16
  ) throws(RecordingError) -> CacheRecording {
    guard capacity >= 16 else { throw .tooSmall(capacity: capacity) }
    guard capacity <= StepQueue.mostCapacity else { throw .tooLarge(capacity: capacity) }
    let descriptor = try LogFile.open(path)
    let queue = StepQueue(capacity: capacity)
    let detach: @Sendable () -> Void = { [weak self] in self?.detach(queue) }
    do throws(RecordingError) {
      guard attach(queue) else { throw .observed }
      try LogFile.claim(descriptor, path)
      try RecordingThread.start {
        RecordingWriter(queue, to: LogFile(descriptor)).run()
        detach()
      }
    } catch {
      detach()
      _ = LogFile(descriptor)
      throw error
    }
    return CacheRecording(queue, detachedBy: detach)
  }

  /// Attaches a queue as the observer; returns `false` if there is another observer.
  private func attach(_ queue: StepQueue) -> Bool {
    var start = beginning
    return lock.withLock { core in
      guard core.observer == nil else { return false }
      start.limits = core.cache.limits
      start.residentCount = core.cache.residentCount
      start.idCount = core.cache.imageCount
      queue.observationBegan(start)
      core.tell(queue)
      return true
    }
  }

  /// Detaches a queue, if it is the observer.
  private func detach(_ queue: StepQueue) {
    lock.withLock { core in
      if core.observer === queue { core.tell(nil) }
    }
  }
}

/// A running recording of a cache, which ends with `stop()` or when it is released.
///
/// The file grows once a second. If an app ends without `stop()`, the last second may be missing;
/// the file then contains the beginning of the operations.
public final class CacheRecording: Sendable {
  private let queue: StepQueue
  private let detach: @Sendable () -> Void

  init(_ queue: StepQueue, detachedBy detach: @escaping @Sendable () -> Void) {
    self.queue = queue
    self.detach = detach
  }

  deinit {
    detach()
    queue.end()
  }

  /// The reason why the recording has ended; nil while it runs.
  public var end: RecordingEnd? { queue.state.end }

  /// Ends the recording and waits until all of it is in the file.
  /// - Returns: The reason why it has ended, which may have been earlier.
  @discardableResult
  public func stop() -> RecordingEnd {
    detach()
    queue.end()
    queue.state.waitUntilFinished()
    return queue.state.end ?? .stopped
  }
}

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

/// A dedicated thread for a closure that waits for a disk.
///
/// Such a wait must not block a thread that tasks share.
enum RecordingThread {
  fileprivate final class Work: Sendable {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }

  /// Starts the thread, which ends with the closure.
  /// - Throws: `RecordingError` if the system cannot start a thread.
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

/// A writer that writes the steps of a recording until it ends.
struct RecordingWriter: ~Copyable {
  /// The largest number of seconds before a step is written.
  static let delay = 1
  /// The number of bytes that are written at a time.
  private static let chunk = 1 << 16

  private let queue: StepQueue
  private var file: LogFile
  private var lines = LogBytes()
  private var attachments = StepAttachments()
  private var hasHead = false

  init(_ queue: StepQueue, to file: consuming LogFile) {
    self.queue = queue
    self.file = file
  }

  /// Writes the steps; returns when the recording ends.
  consuming func run() {
    while true {
      let isLast = queue.state.wait(atMost: Self.delay)
      guard writeHead(), writeSteps(), !isLast else { break }
    }
    file.end()
    queue.state.finish()
  }

  /// Writes the waiting steps; returns `true` on success.
  private mutating func writeSteps() -> Bool {
    var isWhole = true
    queue.take { step in
      guard isWhole else { return }
      // A chunk ends before an operation, so that a truncated file ends with a whole one.
      if lines.bytes.count >= Self.chunk, step.kind.isBeginning, attachments.isEmpty {
        isWhole = flush()
      }
      lines.append(step, with: &attachments)
    }
    return isWhole && flush()
  }

  private mutating func writeHead() -> Bool {
    guard !hasHead, let start = queue.state.start else { return true }
    hasHead = true
    lines.append(head: start)
    return true
  }

  private mutating func flush() -> Bool {
    guard !lines.bytes.isEmpty else { return true }
    defer { lines.removeAll() }
    guard let code = file.append(lines.bytes) else { return true }
    queue.fail(code)
    return false
  }
}

extension RecordedStep.Kind {
  /// A Boolean value that indicates whether a line of this kind always begins an operation.
  fileprivate var isBeginning: Bool { self != .left && self != .place }
}

extension StepAttachments {
  fileprivate var isEmpty: Bool { time == nil && load == nil }
}

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

/// A file that is written in whole lines: if bytes do not fit on the disk, the incomplete write is
/// removed again.
///
/// One thread uses it.
struct LogFile: ~Copyable {
  private var descriptor: Int32
  private var length = 0

  /// The time in which an earlier recording must end, in milliseconds.
  private static let patience = 500

  /// Opens a file without changing its content, and creates it if it does not exist.
  /// - Returns: The descriptor of the open file.
  /// - Throws: `RecordingError` if the file cannot be created.
  static func open(_ path: String) throws(RecordingError) -> Int32 {
    let descriptor = systemOpen(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw .uncreatable(path: path, code: errno) }
    return descriptor
  }

  /// Empties an open file, unless another recording of this or another process writes it.
  ///
  /// The file stays claimed until the descriptor is closed. A recording that has been released may
  /// still be writing its last steps; this method waits for it.
  /// - Throws: `RecordingError` if the file stays claimed, or cannot be emptied.
  static func claim(_ descriptor: Int32, _ path: String) throws(RecordingError) {
    var waits = 0
    while flock(descriptor, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK {
      guard waits < patience else { throw .busy(path: path) }
      waits += 1
      usleep(1000)
    }
    // A device or a pipe has no length.
    guard ftruncate(descriptor, 0) == 0 || errno == EINVAL else {
      throw .uncreatable(path: path, code: errno)
    }
  }

  /// Creates a log file from an open descriptor, which is closed with it.
  init(_ descriptor: Int32) { self.descriptor = descriptor }

  /// Appends bytes.
  /// - Returns: The system's error number if the bytes do not fit, in which case none of them stay
  ///   in the file.
  mutating func append(_ bytes: [UInt8]) -> Int32? {
    var start = 0
    while start < bytes.count {
      let count = bytes.withUnsafeBytes {
        write(descriptor, $0.baseAddress.map { $0 + start }, bytes.count - start)
      }
      if count >= 0 {
        start += count
      } else if errno != EINTR {
        let code = errno
        _ = ftruncate(descriptor, off_t(length))
        return code
      }
    }
    length += bytes.count
    return nil
  }

  /// Closes the file, so that others can record to it; nothing can be added any more.
  mutating func end() {
    if descriptor >= 0 { _ = close(descriptor) }
    descriptor = -1
  }

  deinit { if descriptor >= 0 { _ = close(descriptor) } }
}

/// Calls the system's `open`, which the method of that name hides.
private func systemOpen(_ path: String, _ flags: Int32, _ mode: mode_t) -> Int32 {
  open(path, flags, mode)
}
