extension FixedWidthInteger where Self: UnsignedInteger {
  /// The lower-case hexadecimal digits of all bits, with leading zeros.
  package var hexadecimal: String {
    let digits = String(self, radix: 16)
    return String(repeating: "0", count: Self.bitWidth / 4 - digits.utf8.count) + digits
  }

  /// Parses the digits that `hexadecimal` writes; `nil` for any other text.
  package init?(hexadecimal text: Substring) {
    let isDigits = text.utf8.allSatisfy { 48...57 ~= $0 || 97...102 ~= $0 }
    guard isDigits, text.utf8.count == Self.bitWidth / 4 else { return nil }
    self.init(text, radix: 16)
  }
}
