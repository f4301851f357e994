/// Rows of named values, whatever file they are in.
protocol RecordingTable {
  /// Where the columns have their names, once a row was read; nil where each row names them.
  var namesPlace: RecordingPlace? { get }
  /// The next row, nil after the last.
  mutating func nextRow() throws(TraceError) -> RecordingRow?
}

/// A row: values by their names, as they stand in the file.
struct RecordingRow {
  var place: RecordingPlace
  var names: [String]
  /// One for each name.
  var values: [ArraySlice<UInt8>]

  subscript(name: String) -> ArraySlice<UInt8>? {
    names.firstIndex(of: name).map { values[$0] }
  }
}

/// Where something stands in a recording.
struct RecordingPlace: Equatable {
  /// From 1; nil for what has a byte.
  var line: Int?
  /// Of a JSON text, whose lines are counted only where there is something to complain of.
  var byte = 0
  /// What it is called there, `traceEvents[12]`; nil for a line.
  var name: String?
}

/// The bytes of a recording, for the sentences about it.
struct RecordingSource {
  let bytes: [UInt8]
  let file: String

  func error(
    _ place: RecordingPlace, field: String? = nil, _ found: TraceError.Found, expected: String
  ) -> TraceError {
    let line = place.line ?? 1 + bytes[..<min(place.byte, bytes.count)].count { $0 == 10 }
    // What a file calls its fields may hold anything.
    let name = [place.name, field].compactMap { $0.map { "\(ClippedText($0))" } }
      .joined(separator: ".")
    return TraceError(
      file: file, line: line, subject: name.isEmpty ? .line : .field(name), found: found,
      expected: expected)
  }

  /// A number of a row.
  /// - Throws: `TraceError` for what is none.
  func number(
    _ text: ArraySlice<UInt8>?, _ field: String, at place: RecordingPlace, expected: String
  ) throws(TraceError) -> Double {
    guard let text else {
      throw error(place, field: field, .fact("is missing"), expected: expected)
    }
    guard let number = Double(recorded: text) else {
      throw error(place, field: field, .text(ClippedText(bytes: text)), expected: expected)
    }
    return number
  }
}

extension Double {
  /// A finite number as CSV and JSON have it, `-12.5` or `1e3`; nil for anything else.
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
