/// What the escapes within a text of JSON stand for (RFC 8259, section 7).
enum JSONEscapes {
  /// The bytes that a text with escapes stands for; what is no escape stands for itself.
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

  /// The character of `XXXX`, or of two halves of a pair.
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
