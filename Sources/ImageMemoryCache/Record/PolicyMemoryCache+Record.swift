import ScrollCaching

extension PolicyMemoryCache where Policy: ~Copyable {
  /// Records everything that is done to the cache from now on, for `scrollsim replay`,
  /// `scrollsim identify` and `scrollsim trace import`.
  ///
  ///     let recording = try cache.record(to: folder + "/cache.jsonl")
  ///     // ... the app is used ...
  ///     recording.stop()
  ///
  /// The file is JSON lines: look-ups and what they found, stores with costs and load times, what
  /// was evicted, limits, warnings, the viewport. Of a key it has the digest that the policy goes
  /// by, which is salted anew in every process, unless `CacheOptions.digest` makes it otherwise. A
  /// recording that begins with an empty cache is replayed operation for operation, from however
  /// many tasks it was made.
  ///
  /// A call of the cache pays for a few numbers that are copied; a thread of its own writes them.
  /// Memory is bounded by `capacity`, 32 bytes for each step. A disk that is full, or more steps
  /// at once than there is room for, ends the recording and nothing else.
  /// - Parameters:
  ///   - path: of the file, which is made, or emptied.
  ///   - capacity: how many steps may wait for being written; an operation has up to three, and
  ///     one for each value that it evicts. It is rounded up to a power of two.
  /// - Returns: the recording, which must be held. It does not keep the cache alive.
  /// - Throws: `RecordingError`, with a sentence, where it cannot begin.
  public func record(
    to path: String, capacity: Int = 1 << 16
  ) throws(RecordingError) -> CacheRecording {
    guard capacity >= 16 else { throw .tooSmall(capacity: capacity) }
    let descriptor = try LogFile.create(path)
    let queue = StepQueue(capacity: capacity)
    let detach: @Sendable () -> Void = { [weak self] in self?.detach(queue) }
    do throws(RecordingError) {
      guard attach(queue) else { throw .observed }
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

  /// Lets a queue hear what happens from now on; false if somebody else does.
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

  /// Ends what a queue hears, if it does.
  private func detach(_ queue: StepQueue) {
    lock.withLock { core in
      if core.observer === queue { core.tell(nil) }
    }
  }
}
