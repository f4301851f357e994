/// The reasons why a recording cannot begin.
public enum RecordingError: Error, Equatable {
  /// The file cannot be created: the system's error number.
  case uncreatable(path: String, code: Int32)
  /// Another recording writes the file.
  case busy(path: String)
  /// The capacity is too small for a single operation.
  case tooSmall(capacity: Int)
  /// The capacity needs too much memory.
  case tooLarge(capacity: Int)
  /// The system cannot start another thread: its error number.
  case noThread(code: Int32)
  /// The cache has another observer.
  case observed
}

extension RecordingError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .uncreatable(let path, let code):
      "'\(path)' cannot be created (error \(code)); expected a path in a writable folder"
    case .busy(let path):
      "another recording writes '\(path)'; use another path, or end that recording first"
    case .tooSmall(let capacity):
      "a recording needs a capacity of at least 16 steps, not \(capacity)"
    case .tooLarge(let capacity):
      "a recording needs a capacity of at most \(StepQueue.mostCapacity) steps, not \(capacity)"
    case .noThread(let code):
      "the system cannot start a thread for the recording (error \(code))"
    case .observed:
      "the cache already has an observer, perhaps another recording; a cache supports one at "
        + "a time"
    }
  }
}

/// The reasons why a recording has ended.
public enum RecordingEnd: Equatable, Sendable {
  /// `stop()` was called, or the recording was released.
  case stopped
  /// More steps waited than `capacity` allows.
  case fellBehind
  /// The file could not be written: the system's error number, `ENOSPC` for a full disk.
  case unwritable(Int32)
}

extension RecordingEnd: CustomStringConvertible {
  public var description: String {
    switch self {
    case .stopped: "the recording was stopped"
    case .fellBehind:
      "the recording has stopped, because its buffer was full; use a larger 'capacity'"
    case .unwritable(let code):
      "the recording has stopped, because its file cannot be written (error \(code)); check "
        + "the free space"
    }
  }
}
