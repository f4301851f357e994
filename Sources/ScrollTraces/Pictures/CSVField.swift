extension ArraySlice<UInt8> {
  /// Cuts off a field of a line of CSV and returns it, without blanks around it.
  ///
  /// A field that begins with a quotation mark ends with the next single one and may hold commas;
  /// two of them stand for one (RFC 4180). A field does not go on in the next line.
  mutating func popCSVField() -> ArraySlice<UInt8> {
    let quote = UInt8(ascii: "\"")
    var rest = self
    while let first = rest.first, first.isBlank { rest.removeFirst() }
    guard rest.first == quote else { return popField(before: UInt8(ascii: ",")) }
    rest.removeFirst()
    var field: [UInt8] = []
    while let byte = rest.popFirst() {
      if byte == quote {
        guard rest.first == quote else { break }
        rest.removeFirst()
      }
      field.append(byte)
    }
    // What stands between the quotation mark and the comma means nothing.
    _ = rest.popField(before: UInt8(ascii: ","))
    self = rest
    return field[...].trimmed
  }
}
