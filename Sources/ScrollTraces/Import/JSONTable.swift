/// Samples in JSON, in one of four forms.
///
/// The forms are an array of objects, an object with such an array in a field, an object with an
/// array of numbers for each column, and an object on each line.
///
/// A value within nested objects is named by its path, `contentOffset.y`; arrays in samples are
/// skipped.
///
/// - Complexity: O(1) per byte; memory for one row.
struct JSONTable: RecordingTable {
  /// The maximum depth of nested objects.
  static let depth = 16

  var namesPlace: RecordingPlace? { nil }
  var continuesAfterErrors: Bool { false }

  private var reader: JSONReader
  /// The name of an array of samples, and its remaining values; `nil` for the other forms.
  private var samples: (name: String, values: JSONArrayCursor)?
  private var columns: [(name: String, values: JSONArrayCursor)] = []
  /// The number of rows so far; `nil` before the first row.
  private var count: Int?

  init(_ bytes: [UInt8], file: String) { reader = JSONReader(bytes, file: file) }

  mutating func nextRow() throws(TraceError) -> RecordingRow? {
    if count == nil { try begin() }
    let number = count ?? 0
    count = number + 1
    if !columns.isEmpty { return try nextOfColumns(number) }
    if let name = samples?.name {
      guard try samples?.values.advance() ?? false else { return nil }
      return try samples?.values.reader.row(named: "\(name)[\(number)]")
    }
    guard reader.next != nil else { return nil }
    return try reader.row(named: "sample \(number + 1)")
  }

  /// Determines the form of the samples.
  private mutating func begin() throws(TraceError) {
    if reader.next == UInt8(ascii: "[") {
      samples = ("", JSONArrayCursor(reader))
      return
    }
    guard reader.next == UInt8(ascii: "{") else { throw reader.wrong("an array of samples") }
    var found = self
    var look = reader
    try look.readObject("the recording") { (name, reader) throws(TraceError) in
      if reader.next == UInt8(ascii: "["), found.samples == nil {
        let values = JSONArrayCursor(reader)
        var first = values
        if try first.advance(), first.reader.next == UInt8(ascii: "{") {
          found.samples = (name, values)
        } else {
          found.columns.append((name, values))
        }
      }
      try reader.skip()
    }
    if found.samples != nil { found.columns = [] }
    self = found
  }

  private mutating func nextOfColumns(_ number: Int) throws(TraceError) -> RecordingRow? {
    var row = RecordingRow(
      place: RecordingPlace(byte: columns[0].values.reader.place, name: "sample \(number + 1)"),
      names: [], values: [])
    for index in columns.indices where try columns[index].values.advance() {
      row.place.byte = columns[index].values.reader.place
      guard let value = try columns[index].values.reader.value() else { continue }
      row.names.append(columns[index].name)
      row.values.append(value)
    }
    return columns.allSatisfy { $0.values.hasEnded } ? nil : row
  }
}

/// A cursor through an array, value by value.
struct JSONArrayCursor {
  /// The reader, at the current value after `advance()`; the caller has to read the value before
  /// the next call.
  var reader: JSONReader
  private(set) var hasEnded = false
  private var hasBegun = false

  /// Creates a cursor before the first value of the next array.
  init(_ reader: JSONReader) { self.reader = reader }

  /// Moves to the next value; returns `false` at the end.
  mutating func advance() throws(TraceError) -> Bool {
    guard !hasEnded else { return false }
    if hasBegun {
      hasEnded = reader.accept("]")
      guard hasEnded || reader.accept(",") else {
        throw reader.wrong("a comma or the end of an array")
      }
    } else {
      guard reader.accept("[") else { throw reader.wrong("an array") }
      hasEnded = reader.accept("]")
    }
    hasBegun = true
    return !hasEnded
  }
}

extension JSONReader {
  /// Reads a number, text or word without change; returns `nil` for `null`, and for an object or
  /// array, which is skipped.
  mutating func value() throws(TraceError) -> ArraySlice<UInt8>? {
    switch next {
    case UInt8(ascii: "\""): return try text("a value")
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      try skip()
      return nil
    default:
      let value = scalar()
      guard !value.isEmpty else { throw wrong("a value") }
      return value.elementsEqual("null".utf8) ? nil : value
    }
  }

  /// Reads an object as a row.
  fileprivate mutating func row(named name: String) throws(TraceError) -> RecordingRow {
    var row = RecordingRow(place: RecordingPlace(byte: place, name: name), names: [], values: [])
    try readFields("", depth: 0, into: &row)
    return row
  }

  /// Reads an object into a row; the names of deeper values begin with their path.
  fileprivate mutating func readFields(
    _ path: String, depth: Int, into row: inout RecordingRow
  ) throws(TraceError) {
    guard depth < JSONTable.depth else {
      throw wrong("at most \(JSONTable.depth) objects within each other")
    }
    // A closure cannot capture an `inout` parameter.
    var found = row
    try readObject("a sample") { (name, reader) throws(TraceError) in
      let name = path.isEmpty ? name : "\(path).\(name)"
      if reader.next == UInt8(ascii: "{") {
        try reader.readFields(name, depth: depth + 1, into: &found)
      } else if let value = try reader.value() {
        found.names.append(name)
        found.values.append(value)
      }
    }
    row = found
  }
}
