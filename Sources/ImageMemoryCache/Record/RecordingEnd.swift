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
