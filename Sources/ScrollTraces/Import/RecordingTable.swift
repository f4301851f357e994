/// Rows of named values in a file of any format.
protocol RecordingTable {
  /// The place of the columns' names, once a row was read; `nil` if each row names them.
  var namesPlace: RecordingPlace? { get }
  /// A Boolean value that indicates whether further rows can be read after an error in one.
  var continuesAfterErrors: Bool { get }
  /// Returns the next row; `nil` after the last.
  mutating func nextRow() throws(TraceError) -> RecordingRow?
}

extension RecordingTable {
  /// Returns the next row without an error; `nil` after the last.
  mutating func nextReadableRow() -> RecordingRow? {
    while true {
      do { return try nextRow() } catch { guard continuesAfterErrors else { return nil } }
    }
  }
}

/// A row: values by their names, as written in the file.
struct RecordingRow {
  var place: RecordingPlace
  var names: [String]
  /// The values, one for each name.
  var values: [ArraySlice<UInt8>]

  subscript(name: String) -> ArraySlice<UInt8>? {
    names.firstIndex(of: name).map { values[$0] }
  }
}

/// A place in a recording.
struct RecordingPlace: Equatable {
  /// The line, from 1; `nil` for a place with a byte.
  var line: Int?
  /// The position in a JSON text, whose lines are counted only for errors.
  var byte = 0
  /// The name in the file, `traceEvents[12]`; `nil` for a line.
  var name: String?
}

/// The bytes of a recording, for messages about it.
struct RecordingSource {
  let bytes: [UInt8]
  let file: String

  func error(
    _ place: RecordingPlace, field: String? = nil, _ found: TraceError.Found, expected: String
  ) -> TraceError {
    let line = place.line ?? 1 + bytes[..<min(place.byte, bytes.count)].count { $0 == 10 }
    // A field name in a file may contain any text.
    let name = [place.name, field].compactMap { $0.map { "\(ClippedText($0))" } }
      .joined(separator: ".")
    return TraceError(
      file: file, line: line, subject: name.isEmpty ? .line : .field(name), found: found,
      expected: expected)
  }

  /// Returns a number of a row.
  /// - Throws: `TraceError` for a value that is not a number.
  func number(
    _ text: ArraySlice<UInt8>?, _ field: String, at place: RecordingPlace, expected: String
  ) throws(TraceError) -> Double {
    guard let text else {
      throw error(place, field: field, .fact("is missing"), expected: expected)
    }
    guard let number = Double(recorded: text) else {
      throw error(
        place, field: field, .text(ClippedText(bytes: text)),
        expected: expected + (expected.hasSuffix("decimal point") ? "" : text.decimalHint))
    }
    return number
  }
}

extension Double {
  /// Parses a finite number as in CSV and JSON, `-12.5` or `1e3`; `nil` for anything else.
  init?(recorded text: ArraySlice<UInt8>) {
    if let number = Millionths(parsing: text, rounding: true) {
      self = number.double
      return
    }
    guard text.count <= 64, text.allSatisfy({ "0123456789.+-eE".utf8.contains($0) }),
      let number = Double(text.text), number.isFinite
    else { return nil }
    self = number
  }
}
