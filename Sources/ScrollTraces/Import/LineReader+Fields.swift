/// The fields of a recording in the last line that was returned.
extension LineReader {
  /// Returns a number; its decimals after the sixth are rounded.
  func number(
    _ field: String, _ text: ArraySlice<UInt8>, _ expected: String
  ) throws(TraceError) -> Double {
    guard let number = Millionths(parsing: text, rounding: true) else {
      throw error(field: field, text, expected: expected)
    }
    return number.double
  }

  /// Returns a side of a viewport.
  func side(_ field: String, _ text: ArraySlice<UInt8>) throws(TraceError) -> Double {
    let expected = "a number of points from 1 to \(TraceLimits.side)"
    let side = try number(field, text, expected)
    guard TraceHeader.sides.contains(side) else {
      throw error(field: field, text, expected: expected)
    }
    return side
  }

  /// Returns a Boolean value; for a touch, `down` and `up` are values, too.
  func truth(_ field: String, _ text: ArraySlice<UInt8>) throws(TraceError) -> Bool {
    switch text.text {
    case "1", "true": return true
    case "0", "false", "": return false
    case "down" where field == "touch": return true
    case "up" where field == "touch": return false
    default: throw error(field: field, text, expected: "0 or 1")
    }
  }
}
