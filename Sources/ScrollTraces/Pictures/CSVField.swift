/// The fields of a line of CSV.
extension ArraySlice<UInt8> {
  /// Cuts off a field of a line of CSV and returns it, without blanks around it.
  ///
  /// A field that begins with a quotation mark may contain separators and ends at the next
  /// quotation mark that is not doubled; a doubled one represents one quotation mark (RFC 4180). A
  /// field does not continue in the next line.
  mutating func popCSVField(before separator: UInt8) -> ArraySlice<UInt8> {
    let quote = UInt8(ascii: "\"")
    var rest = self
    while let first = rest.first, first.isBlank, first != separator { rest.removeFirst() }
    guard rest.first == quote else { return popField(before: separator) }
    rest.removeFirst()
    var field: [UInt8] = []
    while let byte = rest.popFirst() {
      if byte == quote {
        guard rest.first == quote else { break }
        rest.removeFirst()
      }
      field.append(byte)
    }
    // Text between the quotation mark and the separator is ignored.
    _ = rest.popField(before: separator)
    self = rest
    return field[...].trimmed
  }

  /// A clause about decimal commas for an error of a number; empty for a text without a comma.
  var decimalHint: String {
    contains(UInt8(ascii: ",")) && contains { 48...57 ~= $0 } ? ", with a decimal point" : ""
  }

  /// A number with a decimal comma, as one with a point; anything else without change.
  var withDecimalPoint: ArraySlice<UInt8> {
    let comma = UInt8(ascii: ",")
    guard let place = firstIndex(of: comma), lastIndex(of: comma) == place, place > startIndex,
      allSatisfy({ "0123456789,-+eE \t".utf8.contains($0) })
    else { return self }
    var number = self
    number[place] = UInt8(ascii: ".")
    return number
  }
}

extension LineReader {
  /// Checks that the last line that was returned has no more fields than the first line, except
  /// for empty ones at its end.
  /// - Parameters:
  ///   - rest: the rest of the line after the fields that have names.
  ///   - line: the whole line.
  ///   - count: the number of names.
  ///   - separator: the byte between two fields.
  /// - Throws: `TraceError` for further fields, with their number.
  func expectEnd(
    _ rest: ArraySlice<UInt8>, of line: ArraySlice<UInt8>, after count: Int,
    before separator: UInt8
  ) throws(TraceError) {
    guard !rest.isEmpty else { return }
    var (rest, fields, isEmpty) = (rest, count, true)
    while !rest.isEmpty {
      isEmpty = rest.popCSVField(before: separator).isEmpty && isEmpty
      fields += 1
    }
    guard !isEmpty else { return }
    // The parts of a number with a decimal comma are two fields of digits.
    var (parts, before, isSplit) = (line, ArraySlice<UInt8>(), false)
    while !parts.isEmpty, separator == UInt8(ascii: ",") {
      let part = parts.popCSVField(before: separator)
      isSplit = isSplit || before.last.map { 48...57 ~= $0 } ?? false && part.isDigits
      before = part
    }
    throw TraceError(
      file: file, line: number, subject: .line,
      found: .fact("has \(fields) fields"),
      expected: "\(count), as in the first line"
        + (isSplit
          ? "; if commas are decimal marks here, points, or semicolons between the fields" : ""))
  }
}

extension ArraySlice<UInt8> {
  fileprivate var isDigits: Bool { !isEmpty && allSatisfy { 48...57 ~= $0 } }
}
