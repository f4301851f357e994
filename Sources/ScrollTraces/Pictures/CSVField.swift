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
