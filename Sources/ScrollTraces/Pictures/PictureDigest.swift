import ScrollCore

/// What is kept of a picture's name or address: 128 bits of its SHA-256.
struct PictureDigest: Hashable {
  private let high: UInt64, low: UInt64

  init(_ name: some Sequence<UInt8>) {
    let words = SHA256(of: Array(name)).words
    high = UInt64(words[0]) << 32 | UInt64(words[1])
    low = UInt64(words[2]) << 32 | UInt64(words[3])
  }
}
