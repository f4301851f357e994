import ScrollCore

/// The key of a piece of content: the first 128 bits of its SHA-256.
///
/// Equal content has equal keys on every machine, so stores that were filled separately can be
/// merged. Any shell can compute a key: the key of a text is
/// `printf %s TEXT | sha256sum | head -c 32`. The key of several keys is that of a text with their
/// digits and a line feed after each key.
package struct ContentKey: Hashable, Sendable {
  private let high: UInt64
  private let low: UInt64

  /// Creates the key of a text's UTF-8 bytes.
  ///
  /// - Complexity: O(*n*) in the bytes of `text`.
  package init(of text: String) {
    self.init(hashing: Array(text.utf8))
  }

  /// Creates the key of several keys, in their order.
  ///
  /// - Complexity: O(*n*) in the number of keys.
  package init(of keys: some Sequence<ContentKey>) {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(keys.underestimatedCount * (Self.digitCount + 1))
    for key in keys {
      bytes.append(contentsOf: key.description.utf8)
      bytes.append(UInt8(ascii: "\n"))
    }
    self.init(hashing: bytes)
  }

  /// Creates a key from its 32 hexadecimal digits; `nil` if `hex` is anything else.
  package init?(hex: String) {
    let digits = Array(hex.utf8)
    guard digits.count == Self.digitCount,
      digits.allSatisfy({ Character(UnicodeScalar($0)).isHexDigit }),
      let high = UInt64(hex.prefix(Self.digitCount / 2), radix: 16),
      let low = UInt64(hex.suffix(Self.digitCount / 2), radix: 16)
    else { return nil }
    self.high = high
    self.low = low
  }

  private init(hashing bytes: [UInt8]) {
    let words = SHA256(of: bytes).words
    high = UInt64(words[0]) << 32 | UInt64(words[1])
    low = UInt64(words[2]) << 32 | UInt64(words[3])
  }

  private static let digitCount = 32
}

extension ContentKey: Comparable {
  /// Compares keys in the order of their digits.
  package static func < (left: Self, right: Self) -> Bool {
    (left.high, left.low) < (right.high, right.low)
  }
}

extension ContentKey: CustomStringConvertible {
  /// The 32 lower-case hexadecimal digits.
  package var description: String { high.hexadecimal + low.hexadecimal }
}
