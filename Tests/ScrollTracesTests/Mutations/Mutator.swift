import ScrollCore

/// Damages files as transfers, editors and attackers do, from a seed.
struct Mutator {
  private var dice: SeededRandom

  /// Every case of a seed has a generator of its own, so that one can be made again by itself.
  init(seed: UInt64, number: Int) {
    dice = SeededRandom(seed: seed &+ 0x9e37_79b9 &* UInt64(number))
  }

  /// One of the samples, damaged up to four times.
  mutating func input(from samples: [[UInt8]]) -> [UInt8] {
    var bytes = samples[dice.below(samples.count)]
    for _ in 0...dice.below(4) {
      damage(&bytes, samples)
      guard bytes.count < Self.most else { return Array(bytes.prefix(Self.most)) }
    }
    return bytes
  }

  /// No input is longer.
  static let most = 1 << 16

  private mutating func damage(_ bytes: inout [UInt8], _ samples: [[UInt8]]) {
    guard !bytes.isEmpty else { return bytes.append(UInt8(dice.below(256))) }
    let place = dice.below(bytes.count)
    let end = min(bytes.count, place + 1 + dice.below(dice.chance(0.8) ? 8 : 400))
    switch dice.below(10) {
    case 0: bytes[place] ^= 1 << UInt8(dice.below(8))
    case 1: bytes[place] = Self.marks[dice.below(Self.marks.count)]
    case 2: bytes.removeSubrange(place..<end)
    case 3: bytes.insert(contentsOf: (place..<end).map { _ in UInt8(dice.below(256)) }, at: place)
    case 4:
      let piece = Array(bytes[place..<end])
      for _ in 0...dice.below(30) { bytes.insert(contentsOf: piece, at: place) }
    case 5: bytes.removeSubrange(place...)
    case 6:
      // The end of another file.
      let other = samples[dice.below(samples.count)]
      bytes.replaceSubrange(place..., with: other[dice.below(other.count + 1)...])
    case 7: setNumber(&bytes, at: place)
    case 8: setDigits(&bytes, near: place)
    default:
      let piece = Array(bytes[place..<end])
      bytes.removeSubrange(place..<end)
      bytes.insert(contentsOf: piece, at: dice.below(bytes.count + 1))
    }
  }

  /// Bytes with a meaning somewhere.
  private static let marks: [UInt8] =
    [0, 1, 0x7f, 0x80, 0xc0, 0xd8, 0xd9, 0xda, 0xfe, 0xff]
    + Array("\n\r,;:\"'\\{}[]<-+.eE09 #=%&*!".utf8)

  private static let numbers: [UInt64] = [
    0, 1, 2, 7, 8, 0x7f, 0xff, 0x7fff, 0xffff, 0x7fff_ffff, 0x8000_0000, 0xffff_ffff,
    0x3fff_ffff_ffff_ffff, 0x7fff_ffff_ffff_ffff, 0xffff_ffff_ffff_ffff,
  ]

  /// Overwrites some bytes with a number at some limit.
  private mutating func setNumber(_ bytes: inout [UInt8], at place: Int) {
    let size = [2, 3, 4, 8][dice.below(4)]
    let number = Self.numbers[dice.below(Self.numbers.count)]
    let isLittle = dice.chance(0.5)
    for index in 0..<size where place + index < bytes.count {
      let shift = UInt64(8 * (isLittle ? index : size - 1 - index))
      bytes[place + index] = UInt8(truncatingIfNeeded: number >> shift)
    }
  }

  private static let texts = [
    "", "0", "-0", "-1", "1", "1e9", "1e999", "-1e-999", "nan", "inf", "0x10", "00007", "1.", ".5",
    "0.0000001", "99999", "2147483648", "9223372036854775807", "9223372036854775808",
    "18446744073709551615", "99999999999999999999999999", "½", "१",
  ].map { Array($0.utf8) }

  /// Replaces the next digits with a number that is hard to read.
  private mutating func setDigits(_ bytes: inout [UInt8], near place: Int) {
    guard let start = bytes[place...].firstIndex(where: { 48...57 ~= $0 }) else { return }
    let end = bytes[start...].firstIndex { !(48...57 ~= $0) } ?? bytes.count
    bytes.replaceSubrange(start..<end, with: Self.texts[dice.below(Self.texts.count)])
  }
}
