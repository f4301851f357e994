extension JSONReader {
  /// Whether the next value is an object with something in it; skips it.
  mutating func isFilled() throws(TraceError) -> Bool {
    guard next == UInt8(ascii: "{") else {
      try skip()
      return false
    }
    var isFilled = false
    try readObject("it") { (_, reader) throws(TraceError) in
      isFilled = true
      try reader.skip()
    }
    return isFilled
  }

  /// Skips a value, whatever is in it.
  mutating func skip() throws(TraceError) {
    // The closing brackets that are still to come.
    var open: [UInt8] = []
    repeat {
      switch next {
      case UInt8(ascii: "\""): _ = try text("a value")
      case UInt8(ascii: "{"): try enter(UInt8(ascii: "}"), &open)
      case UInt8(ascii: "["): try enter(UInt8(ascii: "]"), &open)
      case let end? where end == open.last: leave(&open)
      case UInt8(ascii: ","), UInt8(ascii: ":"):
        guard !open.isEmpty else { throw wrong("a value") }
        advance()
      case nil: throw wrong("a value")
      default:
        guard !scalar().isEmpty else { throw wrong("a value") }
      }
    } while !open.isEmpty
  }

  private mutating func enter(_ end: UInt8, _ open: inout [UInt8]) throws(TraceError) {
    guard open.count < 1000 else { throw wrong("fewer than 1000 brackets within each other") }
    open.append(end)
    advance()
  }

  private mutating func leave(_ open: inout [UInt8]) {
    open.removeLast()
    advance()
  }
}
