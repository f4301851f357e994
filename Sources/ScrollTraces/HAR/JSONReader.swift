/// Walks over a JSON text in memory (RFC 8259), value by value; what is not asked for is skipped.
///
/// Nothing is built but what the caller keeps, and nothing recurses, so that a text costs no more
/// memory than itself, however deep it goes.
///
/// - Complexity: O(1) per byte.
package struct JSONReader {
  let bytes: [UInt8]
  /// For messages.
  let file: String
  package private(set) var place = 0

  package init(_ bytes: [UInt8], file: String) {
    (self.bytes, self.file) = (bytes, file)
    if bytes.starts(with: [0xef, 0xbb, 0xbf]) { place = 3 }
    skipBlanks()
  }

  /// The kind of the next value, by its first character.
  package var next: UInt8? { place < bytes.count ? bytes[place] : nil }

  /// Reads an object, field by field; the closure reads or skips the value of each.
  package mutating func readObject(
    _ what: String, _ body: (String, inout JSONReader) throws(TraceError) -> Void
  ) throws(TraceError) {
    try expect("{", "an object: \(what)")
    guard !accept("}") else { return }
    repeat {
      let name = try string("the name of a field of \(what)")
      try expect(":", "a colon after the name of a field")
      try body(name, &self)
    } while accept(",")
    try expect("}", "a comma or the end of \(what)")
  }

  /// Reads an array, value by value.
  package mutating func readArray(
    _ what: String, _ body: (inout JSONReader) throws(TraceError) -> Void
  ) throws(TraceError) {
    try expect("[", "an array: \(what)")
    guard !accept("]") else { return }
    repeat { try body(&self) } while accept(",")
    try expect("]", "a comma or the end of \(what)")
  }

  /// Reads a text.
  package mutating func string(_ what: String) throws(TraceError) -> String {
    String(decoding: try text(what), as: UTF8.self)
  }

  /// Reads a text as the bytes that it stands for.
  mutating func text(_ what: String) throws(TraceError) -> ArraySlice<UInt8> {
    guard next == UInt8(ascii: "\"") else { throw wrong("a text in quotation marks: \(what)") }
    let start = place + 1
    var end = start
    var hasEscapes = false
    while end < bytes.count, bytes[end] != UInt8(ascii: "\"") {
      if bytes[end] == UInt8(ascii: "\\") {
        hasEscapes = true
        end += 1
      }
      end += 1
    }
    guard end < bytes.count else {
      place = bytes.count
      throw wrong("the end of a text")
    }
    place = end + 1
    skipBlanks()
    let raw = bytes[start..<end]
    return hasEscapes ? JSONEscapes.bytes(of: raw) : raw
  }

  /// Reads a number; nil for `null` and for anything else that is no finite one, which is skipped.
  mutating func number() throws(TraceError) -> Double? {
    guard let first = next, first == UInt8(ascii: "-") || 48...57 ~= first else {
      try skip()
      return nil
    }
    let number = Double(scalar().text)
    return number.flatMap { $0.isFinite ? $0 : nil }
  }

  /// Reads a text; nil for anything else, which is skipped.
  mutating func optionalText() throws(TraceError) -> ArraySlice<UInt8>? {
    guard next == UInt8(ascii: "\"") else {
      try skip()
      return nil
    }
    return try text("a value")
  }

  /// Checks that nothing follows.
  func expectEnd() throws(TraceError) {
    guard next == nil else { throw wrong("nothing after the last bracket") }
  }

  /// A number, `true`, `false` or `null`: everything up to what can end it.
  package mutating func scalar() -> ArraySlice<UInt8> {
    let start = place
    while let byte = next, byte > 32, !Self.ends.contains(byte) { place += 1 }
    let scalar = bytes[start..<place]
    skipBlanks()
    return scalar
  }

  private static let ends = Array(",:]}[{\"".utf8)

  private mutating func expect(_ mark: Character, _ what: String) throws(TraceError) {
    guard accept(mark) else { throw wrong(what) }
  }

  mutating func accept(_ mark: Character) -> Bool {
    guard let next, next == mark.asciiValue else { return false }
    advance()
    return true
  }

  /// Goes behind one character, and the blanks after it.
  mutating func advance() {
    place += 1
    skipBlanks()
  }

  private mutating func skipBlanks() {
    while let byte = next, byte == 32 || 9...10 ~= byte || byte == 13 { place += 1 }
  }

  /// An error at the next value.
  package func wrong(_ expected: String) -> TraceError {
    let line = 1 + bytes[..<place].count { $0 == UInt8(ascii: "\n") }
    let found: TraceError.Found =
      next == nil
      ? .fact("is cut off here")
      : .fact("has '\(ClippedText(bytes: bytes[place...].prefix(12)))' at byte \(place)")
    return TraceError(
      file: file, line: line, subject: .file, found: found, expected: expected)
  }
}
