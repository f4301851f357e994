public import ScrollCore

/// An error in a script of gestures, because of which it cannot be played.
///
/// Indices count gestures from 0; messages count them from 1.
public enum GestureError: Error, Equatable {
  /// A gesture begins before the previous one.
  case notAscending(index: Int)
  /// A gesture begins while the finger of the previous one is still down.
  case fingerStillDown(index: Int, until: SimTime)
  /// A time before 0, a contact that takes no time, or a script of more than a week.
  case timeOutOfRange(index: Int)
  /// Gestures that move the content for more than a day in total.
  case movesTooLong(SimTime)
  /// A distance, velocity or offset that is not a finite number, or whose magnitude is above a
  /// thousand million.
  case valueOutOfRange(index: Int, Double)
}

extension GestureError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .notAscending(let index):
      "gesture \(index + 1) begins before gesture \(index)"
    case .fingerStillDown(let index, let until):
      "gesture \(index + 1) begins before \(until), when the finger of the one before it lifts"
    case .timeOutOfRange(let index):
      "gesture \(index + 1) begins before 0, takes no time or ends after more than a week"
    case .movesTooLong(let time):
      "the gestures move the content for \(time), more than a day"
    case .valueOutOfRange(let index, let value):
      "gesture \(index + 1) has the value \(value); expected a number between -1e9 and 1e9"
    }
  }
}

extension GestureError {
  /// Checks a script before it is played.
  static func check(_ script: [TimedGesture]) throws(GestureError) {
    var previous = SimTime.zero, lifted = SimTime.zero
    for (index, gesture) in script.enumerated() {
      guard gesture.at >= .zero, gesture.at <= ScrollMotion.longest else {
        throw .timeOutOfRange(index: index)
      }
      var values: [Double] = []
      switch gesture.gesture {
      case .wait(let duration):
        guard duration >= .zero, duration <= ScrollMotion.longest else {
          throw .timeOutOfRange(index: index)
        }
      case .drag(let travel, let duration, let release):
        guard duration > .zero, duration <= ScrollMotion.longest else {
          throw .timeOutOfRange(index: index)
        }
        values = [travel, release]
      case .flick(let velocity): values = [velocity]
      case .scroll(let offset): values = [offset]
      case .scrollToTop: break
      }
      for value in values where !(abs(value) <= 1e9) {
        throw .valueOutOfRange(index: index, value)
      }
      guard gesture.end <= ScrollMotion.longest else { throw .timeOutOfRange(index: index) }
      guard gesture.at >= previous else { throw .notAscending(index: index) }
      if case .wait = gesture.gesture {
      } else {
        guard gesture.at >= lifted else {
          throw .fingerStillDown(index: index, until: lifted)
        }
        lifted = gesture.end
      }
      previous = gesture.at
    }
  }
}
