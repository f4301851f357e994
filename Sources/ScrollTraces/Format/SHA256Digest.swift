import Crypto

/// What tells one file from another: runs are keyed by the digest of their trace.
enum SHA256Digest {
  /// The SHA-256 of some bytes, 64 lower-case hexadecimal digits.
  static func hex(of bytes: [UInt8]) -> String {
    var text: [UInt8] = []
    text.reserveCapacity(64)
    for byte in SHA256.hash(data: bytes) {
      text.append(digits[Int(byte >> 4)])
      text.append(digits[Int(byte & 15)])
    }
    return String(decoding: text, as: UTF8.self)
  }

  private static let digits = Array("0123456789abcdef".utf8)
}
