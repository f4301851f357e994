/// A recording that is being made of a cache: it ends with `stop()`, or when it is released.
///
/// The file grows by a second at a time. Of an app that ends without `stop()` the last second may
/// be missing; what is there is the beginning of what happened.
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

  /// Why nothing is recorded any more; nil while it is.
  public var end: RecordingEnd? { queue.state.end }

  /// Ends the recording and waits until all of it is in the file.
  /// - Returns: why it has ended, which may have been earlier.
  @discardableResult
  public func stop() -> RecordingEnd {
    detach()
    queue.end()
    queue.state.waitUntilFinished()
    return queue.state.end ?? .stopped
  }
}
