import ScrollCore

/// Changes the bytes of a file as accidents and attackers do.
struct Mutation {
  private var random: SeededRandom

  init(seed: UInt64) { random = SeededRandom(seed: seed) }

  /// What breaks readers: marks, numbers at the ends of ranges, bytes that are no text.
  private static let tokens: [[UInt8]] =
    [
      "\"", "\\", "\\u", "\\ud800", "{", "}", "[", "]", "[[[[[[[[", "{\"a\":", ",", ":", ";", "\t",
      "\n", "\r\n", "#", "-", "+", ".", "e", "1e999", "1e-999", "-0", "9999999999999999999",
      "0x10", "nan", "inf", "null", "true", "1e18", "9e12", "86400001", "1e9", "µ", "\u{2028}",
    ].map { Array($0.utf8) } + [[0], [0xff], [0xc3], [0xed, 0xa0, 0x80], [0xef, 0xbb, 0xbf]]

  /// The bytes with one to eight changes.
  mutating func changed(_ bytes: [UInt8], and other: [UInt8]) -> [UInt8] {
    var changed = bytes
    for _ in 0..<random.within(1...8) { change(&changed, other) }
    return changed
  }

  private mutating func change(_ bytes: inout [UInt8], _ other: [UInt8]) {
    let place = random.below(bytes.count + 1)
    let end = min(bytes.count, place + random.below(40))
    switch random.below(9) {
    case 0: bytes.removeSubrange(place..<end)
    case 1: bytes.removeSubrange(place...)
    case 2: bytes.insert(contentsOf: bytes[place..<end], at: random.below(bytes.count + 1))
    case 3: if place < bytes.count { bytes[place] ^= 1 << UInt8(random.below(8)) }
    case 4: if place < bytes.count { bytes[place] = UInt8(random.below(256)) }
    case 5:
      let start = random.below(other.count + 1)
      bytes.insert(contentsOf: other[start..<min(other.count, start + random.below(80))], at: place)
    case 6: if place < bytes.count { bytes[place] = 48 + UInt8(random.below(10)) }
    default: bytes.insert(contentsOf: Self.tokens[random.below(Self.tokens.count)], at: place)
    }
  }
}
