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
      "'\(path)' cannot be made (error \(code)); expected a path in a folder that can be written"
    case .busy(let path):
      "another recording writes '\(path)'; expected another path, or an earlier end of that one"
    case .tooSmall(let capacity):
      "a recording with room for \(capacity) steps; expected at least 16"
    case .tooLarge(let capacity):
      "a recording with room for \(capacity) steps; expected at most \(StepQueue.mostCapacity)"
    case .noThread(let code):
      "there is no thread for the recording (error \(code)); expected the system to start one"
    case .observed:
      "the cache has an observer, perhaps another recording; expected one at a time"
    }
  }
}
