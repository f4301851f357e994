/// An error in a recording, because of which it cannot be a scroll.
///
/// Indices count samples from 0; messages count them from 1.
public enum RecordingError: Error, Equatable {
  case empty
  /// A time that is not after the one before it.
  case notAscending(index: Int, time: Double, previous: Double)
  /// A time that is not a finite number, or a recording of more than a day.
  case timeOutOfRange(index: Int, time: Double)
  /// An offset that is not a finite number, or whose magnitude is above a thousand million points.
  case offsetOutOfRange(index: Int, offset: Double)
}

extension RecordingError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .empty: "the recording has no samples"
    case .notAscending(let index, let time, let previous):
      "sample \(index + 1) is at \(time) ms, not later than sample \(index) (\(previous) ms)"
    case .timeOutOfRange(let index, let time):
      "sample \(index + 1) is at \(time) ms; expected a number, and a day at most in all"
    case .offsetOutOfRange(let index, let offset):
      "sample \(index + 1) is at offset \(offset); expected a number between -1e9 and 1e9"
    }
  }
}
