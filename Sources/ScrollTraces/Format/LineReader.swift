/// A reader for the lines of a text in memory, with their numbers.
///
/// Lines end in LF or CRLF, or in CR if the text has no LF; a byte order mark at the start is
/// skipped. `nextLine()` skips empty
/// lines and lines that begin with `#`.
///
/// - Complexity: O(1) per byte, nothing is copied.
struct LineReader {
  let bytes: [UInt8]
  /// The name of the file in messages.
  let file: String
  /// The number of the last line that was returned, from 1; 0 before the first.
  private(set) var number = 0
  /// A Boolean value that indicates whether the last line that was returned had no line feed at its
  /// end.
  private(set) var isUnterminated = false
  private var position = 0
  private let lineEnd: UInt8

  init(_ bytes: [UInt8], file: String) {
    self.bytes = bytes
    self.file = file
    lineEnd = bytes[...].lineEnd
    position = bytes[...].byteOrderMarkLength
  }

  /// Returns the next line that is not empty and no comment, without its end; `nil` after the last
  /// one.
  /// - Throws: `TraceError` for a line that is too long, has a NUL byte or is not UTF-8.
  mutating func nextLine() throws(TraceError) -> ArraySlice<UInt8>? {
    while let line = try nextRawLine() {
      guard let first = line.first, first != UInt8(ascii: "#") else { continue }
      return line
    }
    return nil
  }

  /// Returns the next line, whatever its content, without trailing blanks.
  mutating func nextRawLine() throws(TraceError) -> ArraySlice<UInt8>? {
    guard position < bytes.count else { return nil }
    let start = position
    number += 1
    var end = start
    // All bits that are set in any byte, and whether a byte is 0.
    var (bits, hasZero) = (UInt8(0), false)
    while end < bytes.count, bytes[end] != lineEnd {
      bits |= bytes[end]
      hasZero = hasZero || bytes[end] == 0
      end += 1
    }
    isUnterminated = end == bytes.count
    position = end + 1
    if end > start, bytes[end - 1] == UInt8(ascii: "\r") { end -= 1 }
    guard end - start <= TraceLimits.line else {
      if let foreign = ForeignBytes(bytes) { throw foreign.error(file: file) }
      throw wrong(found: .fact("is longer than 64 KiB"), expected: "a shorter line")
    }
    guard !hasZero else {
      if let foreign = ForeignBytes(bytes) { throw foreign.error(file: file) }
      throw wrong(found: .fact("has a NUL byte, as in a binary file"), expected: "text")
    }
    if bits >= 0x80, String(validating: bytes[start..<end], as: UTF8.self) == nil {
      if let foreign = ForeignBytes(bytes) { throw foreign.error(file: file) }
      throw wrong(found: .fact("is not UTF-8"), expected: "text in UTF-8")
    }
    while end > start, bytes[end - 1].isBlank { end -= 1 }
    return bytes[start..<end]
  }

  private func wrong(found: TraceError.Found, expected: String) -> TraceError {
    TraceError(file: file, line: number, subject: .line, found: found, expected: expected)
  }

  /// Returns an error in the last line that was returned.
  func error(_ text: ArraySlice<UInt8>, expected: String) -> TraceError {
    wrong(found: .text(ClippedText(bytes: text)), expected: expected)
  }

  /// Returns an error in a field of the last line that was returned.
  func error(
    field: String, _ text: ArraySlice<UInt8>, expected: String
  ) -> TraceError {
    TraceError(
      file: file, line: number, subject: .field(field),
      found: .text(ClippedText(bytes: text)), expected: expected)
  }

  /// Returns an error in words about a field of the last line that was returned.
  func error(field: String, fact: String, expected: String) -> TraceError {
    TraceError(
      file: file, line: number, subject: .field(field), found: .fact(fact),
      expected: expected)
  }
}

extension UInt8 {
  /// A space or a tabulator.
  var isBlank: Bool { self == 32 || self == 9 }
}

extension ArraySlice<UInt8> {
  /// The byte at the end of each line of a text: LF, or CR if there is no LF.
  var lineEnd: UInt8 {
    let (feed, carriageReturn) = (UInt8(ascii: "\n"), UInt8(ascii: "\r"))
    return contains(feed) || !contains(carriageReturn) ? feed : carriageReturn
  }

  /// The number of bytes of the byte order mark with which a text in UTF-8 may begin: 3, or 0 without
  /// one.
  var byteOrderMarkLength: Int { starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0 }

  /// The slice without blanks at both ends.
  var trimmed: ArraySlice<UInt8> {
    var slice = self
    while let first = slice.first, first.isBlank { slice.removeFirst() }
    while let last = slice.last, last.isBlank { slice.removeLast() }
    return slice
  }

  /// Cuts off everything up to a separator and returns it; returns all of it if there is no
  /// separator.
  mutating func popField(before separator: UInt8) -> ArraySlice<UInt8> {
    let end = firstIndex(of: separator) ?? endIndex
    let field = self[startIndex..<end]
    self = end < endIndex ? self[(end + 1)...] : self[endIndex...]
    return field.trimmed
  }

  /// The slice as text; invalid UTF-8 is repaired.
  var text: String { String(decoding: self, as: UTF8.self) }
}

/// The fields of a recording in the last line that was returned.
extension LineReader {
  /// Returns a number; its decimals after the sixth are rounded.
  func number(
    _ field: String, _ text: ArraySlice<UInt8>, _ expected: String
  ) throws(TraceError) -> Double {
    guard let number = Millionths(parsing: text, rounding: true) else {
      throw error(field: field, text, expected: expected + text.decimalHint)
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
