import ScrollCore

extension Span<UInt8> {
  /// Returns the whole number from 0 to 2^64 - 1 that a range of bytes has in decimal.
  ///
  /// The result is `nil` for anything else. Blanks around the number are ignored.
  func decimal(in range: Range<Int>) -> UInt64? {
    var value: UInt64 = 0
    let digits = trimmed(range)
    guard !digits.isEmpty else { return nil }
    for index in digits {
      let digit = self[index] &- UInt8(ascii: "0")
      guard digit < 10 else { return nil }
      let (product, overflows) = value.multipliedReportingOverflow(by: 10)
      let (sum, carries) = product.addingReportingOverflow(UInt64(digit))
      guard !overflows, !carries else { return nil }
      value = sum
    }
    return value
  }

  /// Returns a range without the spaces and tabs at its ends.
  func trimmed(_ range: Range<Int>) -> Range<Int> {
    var (start, end) = (range.lowerBound, range.upperBound)
    while start < end, isBlank(start) { start += 1 }
    while end > start, isBlank(end - 1) { end -= 1 }
    return start..<end
  }

  func isBlank(_ index: Int) -> Bool {
    self[index] == UInt8(ascii: " ") || self[index] == UInt8(ascii: "\t")
  }

  /// Returns the text of a range.
  func text(in range: Range<Int>) -> String {
    withUnsafeBufferPointer { String(decoding: $0[range], as: UTF8.self) }
  }

  /// Returns a range for an error message: quoted, cut off at 40 bytes, with other bytes than
  /// printable ASCII as numbers.
  func quoted(_ range: Range<Int>) -> String {
    guard !range.isEmpty else { return "empty" }
    var text = ""
    for index in range.prefix(40) {
      let byte = self[index]
      if (0x20..<0x7f).contains(byte) {
        text.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        text += "\\x" + byte.hexadecimal
      }
    }
    return "'\(text)'" + (range.count > 40 ? "..." : "")
  }

  /// Returns `true` if the first bytes, up to `limit`, are text without control characters except
  /// white space.
  func looksLikeText(limit: Int = 4096) -> Bool {
    for index in 0..<Swift.min(limit, count) {
      let byte = self[index]
      guard byte >= 0x20 && byte != 0x7f || (9...13).contains(byte) else { return false }
    }
    return true
  }
}
