/// Bits in the order of DEFLATE: the first is the lowest of its byte.
struct BitWriter {
  private var bytes: [UInt8] = []
  private var rest: UInt64 = 0
  private var count = 0

  /// Writes the lowest bits of a number, the lowest first.
  mutating func write(_ value: Int, bits: Int) {
    rest |= UInt64(value) << UInt64(count)
    count += bits
    while count >= 8 {
      bytes.append(UInt8(truncatingIfNeeded: rest))
      rest >>= 8
      count -= 8
    }
  }

  /// All bytes, the last one filled up with zeros.
  consuming func finished() -> [UInt8] {
    if count > 0 { bytes.append(UInt8(truncatingIfNeeded: rest)) }
    return bytes
  }
}
