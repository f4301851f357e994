/// A reader for a JSON text in memory (RFC 8259), value by value; it skips values that are not
/// requested.
///
/// Only the caller stores values, and nothing recurses. So the reader needs no memory besides the
/// text, however deeply its values are nested.
///
/// - Complexity: O(1) per byte.
struct JSONReader {
  let bytes: [UInt8]
  /// The name of the file in messages.
  let file: String
  private(set) var place = 0

  init(_ bytes: [UInt8], file: String) {
    (self.bytes, self.file) = (bytes, file)
    place = bytes[...].byteOrderMarkLength
    skipBlanks()
  }

  /// The kind of the next value, by its first character.
  var next: UInt8? { place < bytes.count ? bytes[place] : nil }

  /// Reads an object, field by field; the closure reads or skips the value of each.
  mutating func readObject(
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
  mutating func readArray(
    _ what: String, _ body: (inout JSONReader) throws(TraceError) -> Void
  ) throws(TraceError) {
    try expect("[", "an array: \(what)")
    guard !accept("]") else { return }
    repeat { try body(&self) } while accept(",")
    try expect("]", "a comma or the end of \(what)")
  }

  /// Reads a text.
  mutating func string(_ what: String) throws(TraceError) -> String {
    String(decoding: try text(what), as: UTF8.self)
  }

  /// Reads a text and returns its bytes without escapes.
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

  /// Reads a number; returns `nil` for `null` and for anything else that is not a finite number,
  /// which is skipped.
  mutating func number() throws(TraceError) -> Double? {
    guard let first = next, first == UInt8(ascii: "-") || 48...57 ~= first else {
      try skip()
      return nil
    }
    let number = Double(scalar().text)
    return number.flatMap { $0.isFinite ? $0 : nil }
  }

  /// Reads a text; returns `nil` for anything else, which is skipped.
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

  /// Reads a number, `true`, `false` or `null`: everything up to a character that can end it.
  mutating func scalar() -> ArraySlice<UInt8> {
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

  /// Skips one character, and the blanks after it.
  mutating func advance() {
    place += 1
    skipBlanks()
  }

  private mutating func skipBlanks() {
    while let byte = next, byte == 32 || 9...10 ~= byte || byte == 13 { place += 1 }
  }

  /// Returns an error at the next value.
  func wrong(_ expected: String) -> TraceError {
    let line = 1 + bytes[..<place].count { $0 == UInt8(ascii: "\n") }
    let found: TraceError.Found =
      next == nil
      ? .fact("is cut off here")
      : .fact("has '\(ClippedText(bytes: bytes[place...].prefix(12)))' at byte \(place)")
    return TraceError(
      file: file, line: line, subject: .file, found: found, expected: expected)
  }
}

extension JSONReader {
  /// Returns `true` if the next value is an object with fields; skips the value.
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

  /// Skips a value of any kind.
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

/// The decoder of the escapes within a text of JSON (RFC 8259, section 7).
enum JSONEscapes {
  /// Returns the bytes of a text with its escapes decoded; any other bytes are unchanged.
  static func bytes(of raw: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var rest = raw
    var text: [UInt8] = []
    text.reserveCapacity(raw.count)
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "\\"), let escape = rest.popFirst() else {
        text.append(byte)
        continue
      }
      switch escape {
      case UInt8(ascii: "n"): text.append(10)
      case UInt8(ascii: "t"): text.append(9)
      case UInt8(ascii: "r"): text.append(13)
      case UInt8(ascii: "b"): text.append(8)
      case UInt8(ascii: "f"): text.append(12)
      case UInt8(ascii: "u"): text.append(contentsOf: String(scalar(&rest)).utf8)
      default: text.append(escape)
      }
    }
    return text[...]
  }

  /// Returns the character of the escape `\uXXXX`, or of two escapes that are a surrogate pair.
  private static func scalar(_ rest: inout ArraySlice<UInt8>) -> Unicode.Scalar {
    func unit() -> UInt32? {
      let digits = rest.prefix(4)
      guard digits.count == 4, let unit = UInt32(digits.text, radix: 16) else { return nil }
      rest = rest.dropFirst(4)
      return unit
    }
    let none: Unicode.Scalar = "\u{fffd}"
    guard let first = unit() else { return none }
    guard 0xd800..<0xdc00 ~= first else { return Unicode.Scalar(first) ?? none }
    guard rest.starts(with: Array("\\u".utf8)) else { return none }
    rest = rest.dropFirst(2)
    guard let second = unit(), 0xdc00..<0xe000 ~= second else { return none }
    return Unicode.Scalar(0x10000 + (first - 0xd800) << 10 + (second - 0xdc00)) ?? none
  }
}
