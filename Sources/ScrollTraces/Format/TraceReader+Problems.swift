import ScrollCore
import ScrollDevice

extension TraceReader {
  /// So many mistakes are found at most: a file that is something else has one in every line.
  static let mostProblems = 1000

  /// Every mistake of a text, by ascending line; those that are in no line come first.
  static func problems(in bytes: [UInt8], file: String) -> [TraceError] {
    var reader = TraceReader(bytes, file: file)
    // The last one ends the reading.
    reader.patience = mostProblems - 1
    do { _ = try reader.readWhole() } catch { reader.problems.append(error) }
    let ordered = reader.problems.enumerated().sorted {
      ($0.element.line ?? 0, $0.offset) < ($1.element.line ?? 0, $1.offset)
    }
    return ordered.map(\.element)
  }

  /// Passes over a mistake.
  /// - Throws: the mistake, if it is the first one too many.
  mutating func pass(_ error: TraceError) throws(TraceError) {
    guard problems.count < patience else { throw error }
    problems.append(error)
  }

  /// Passes over the mistakes that are found when rows are read again.
  /// - Parameters:
  ///   - reader: in front of them.
  ///   - readAgain: reads them.
  /// - Throws: the first one too many.
  mutating func passRows(
    of reader: TraceReader, _ readAgain: (inout TraceReader) throws(TraceError) -> Void
  ) throws(TraceError) {
    var reader = reader
    (reader.patience, reader.problems) = (patience, problems)
    try readAgain(&reader)
    problems = reader.problems
  }

  /// Goes on behind a section that is not read.
  mutating func skipSection() throws(TraceError) {
    repeat { try advance() } while !isBoundary
  }

  /// Takes out the row that a fault is about.
  /// - Returns: whether there is one.
  mutating func remove(
    _ fault: TraceFault, _ movement: inout TraceMovement?, _ events: inout [TimedSystemEvent]
  ) -> Bool {
    if let index = fault.eventIndex {
      events.remove(at: index)
      eventLines.remove(at: index)
      return true
    }
    guard case .gesture(let error) = fault, case .gestures(let script) = movement else {
      return false
    }
    var gestures = script.gestures
    gestures.remove(at: error.index)
    gestureLines.remove(at: error.index)
    movement = .gestures(GestureScript(start: script.start, gestures))
    return true
  }
}
