/// Rows under a line with the names of their columns, separated by commas, semicolons or
/// tabulators, whichever the first line has most of.
///
/// Fields may stand in quotation marks (RFC 4180), within which a line does not end. Empty lines
/// and lines that begin with `#` are passed over.
///
/// - Complexity: O(1) per byte; memory is that of one row.
struct CSVTable: RecordingTable {
  private var lines: LineReader
  private var separator = UInt8(ascii: ",")
  /// Nil before the first line.
  private(set) var names: [String]?
  private(set) var namesPlace: RecordingPlace?

  init(_ bytes: [UInt8], file: String) { lines = LineReader(bytes, file: file) }

  /// Reads the first line, unless that was done.
  mutating func readNames() throws(TraceError) -> [String] {
    if let names { return names }
    guard let line = try lines.nextLine() else {
      throw TraceError(
        file: lines.file, subject: .file, found: .fact("is empty"),
        expected: "a first line that names the columns")
    }
    for mark in [UInt8(ascii: ";"), 9] where count(mark, line) > count(separator, line) {
      separator = mark
    }
    let found = fields(line).map { $0.text }
    names = found
    namesPlace = RecordingPlace(line: lines.number)
    return found
  }

  mutating func nextRow() throws(TraceError) -> RecordingRow? {
    let names = try readNames()
    guard let line = try lines.nextLine() else { return nil }
    var values = fields(line)
    if values.count > names.count { values.removeLast(values.count - names.count) }
    while values.count < names.count { values.append([]) }
    return RecordingRow(
      place: RecordingPlace(line: lines.number), names: names, values: values)
  }

  private func count(_ mark: UInt8, _ line: ArraySlice<UInt8>) -> Int { line.count { $0 == mark } }

  private func fields(_ line: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
    var fields: [ArraySlice<UInt8>] = []
    var rest = line
    repeat { fields.append(popField(&rest)) } while !rest.isEmpty
    return fields
  }

  private func popField(_ rest: inout ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let quote = UInt8(ascii: "\"")
    guard rest.trimmed.first == quote else { return rest.popField(before: separator) }
    rest = rest.trimmed.dropFirst()
    var field: [UInt8] = []
    while let byte = rest.popFirst() {
      if byte == quote, rest.popFirst(if: quote) == nil { break }
      field.append(byte)
    }
    _ = rest.popField(before: separator)
    return field[...]
  }
}

extension ArraySlice<UInt8> {
  /// Takes the first byte off if it is this one.
  fileprivate mutating func popFirst(if byte: UInt8) -> UInt8? {
    first == byte ? popFirst() : nil
  }
}
