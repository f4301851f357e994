/// The hash function XXH64, from its public specification.
///
///     XXH64.hash([], seed: 0)       // 0xef46db3751d8e999
///
/// Y. Collet, "xxHash fast digest algorithm", version 0.1.1. It is here because simulators
/// that index their sketches with it can be matched count for count only with the same
/// hashes. It does not resist attacks: with the seed, keys can be made to collide.
///
/// - Complexity: O(bytes).
package enum XXH64 {
  private static let prime1: UInt64 = 0x9E37_79B1_85EB_CA87
  private static let prime2: UInt64 = 0xC2B2_AE3D_27D4_EB4F
  private static let prime3: UInt64 = 0x1656_67B1_9E37_79F9
  private static let prime4: UInt64 = 0x85EB_CA77_C2B2_AE63
  private static let prime5: UInt64 = 0x27D4_EB2F_1656_67C5

  /// The hash of a number, as of its eight bytes with the least first.
  package static func hash(_ key: UInt64, seed: UInt64) -> UInt64 {
    avalanche(absorb(key, into: seed &+ prime5 &+ 8))
  }

  /// The hash of some bytes.
  package static func hash(_ bytes: [UInt8], seed: UInt64) -> UInt64 {
    var rest = bytes[...]
    var state = seed &+ prime5
    if rest.count >= 32 {
      var lanes = [seed &+ prime1 &+ prime2, seed &+ prime2, seed, seed &- prime1]
      while rest.count >= 32 {
        for lane in lanes.indices { lanes[lane] = round(lanes[lane], take(8, from: &rest)) }
      }
      state = rotated(lanes[0], 1) &+ rotated(lanes[1], 7)
      state = state &+ rotated(lanes[2], 12) &+ rotated(lanes[3], 18)
      for lane in lanes { state = (state ^ round(0, lane)) &* prime1 &+ prime4 }
    }
    state = state &+ UInt64(bytes.count)
    while rest.count >= 8 { state = absorb(take(8, from: &rest), into: state) }
    if rest.count >= 4 {
      state = rotated(state ^ (take(4, from: &rest) &* prime1), 23) &* prime2 &+ prime3
    }
    for byte in rest { state = rotated(state ^ (UInt64(byte) &* prime5), 11) &* prime1 }
    return avalanche(state)
  }

  private static func absorb(_ word: UInt64, into state: UInt64) -> UInt64 {
    rotated(state ^ round(0, word), 27) &* prime1 &+ prime4
  }

  private static func round(_ lane: UInt64, _ word: UInt64) -> UInt64 {
    rotated(lane &+ word &* prime2, 31) &* prime1
  }

  private static func avalanche(_ state: UInt64) -> UInt64 {
    let first = (state ^ (state >> 33)) &* prime2
    let second = (first ^ (first >> 29)) &* prime3
    return second ^ (second >> 32)
  }

  private static func rotated(_ word: UInt64, _ bits: UInt64) -> UInt64 {
    (word << bits) | (word >> (64 - bits))
  }

  /// The number that the first bytes make, the least first.
  private static func take(_ count: Int, from bytes: inout ArraySlice<UInt8>) -> UInt64 {
    let word = bytes.prefix(count).reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    bytes = bytes.dropFirst(count)
    return word
  }
}
