/// A random number generator whose sequence depends only on its seed; it is the simulator's only
/// source of randomness.
///
/// xoshiro256** seeded through SplitMix64 (D. Blackman, S. Vigna, "Scrambled Linear Pseudorandom
/// Number Generators", ACM TOMS 47(4), 2021, doi:10.1145/3460772). The type implements its own
/// functions for random numbers in ranges, because those of the standard library may change between
/// releases.
public struct SeededRandom: RandomNumberGenerator, Sendable {
  var s0: UInt64, s1: UInt64, s2: UInt64, s3: UInt64

  public init(seed: UInt64) {
    var state = seed
    func next() -> UInt64 {
      state &+= 0x9e37_79b9_7f4a_7c15
      var z = state
      z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
      z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
      return z ^ (z >> 31)
    }
    (s0, s1, s2, s3) = (next(), next(), next(), next())
  }

  public mutating func next() -> UInt64 {
    let product = s1 &* 5
    let result = ((product << 7) | (product >> 57)) &* 9
    let t = s1 << 17
    s2 ^= s0
    s3 ^= s1
    s1 ^= s2
    s0 ^= s3
    s2 ^= t
    s3 = (s3 << 45) | (s3 >> 19)
    return result
  }

  /// Returns a real number in `0 ..< 1` with 53 random bits.
  public mutating func unit() -> Double {
    Double(next() >> 11) * 0x1p-53
  }

  /// Returns a whole number in `0 ..< bound`, without bias.
  /// - Precondition: `bound` is positive.
  public mutating func below(_ bound: Int) -> Int {
    precondition(bound > 0, "no number is below \(bound)")
    let bound = UInt64(bound)
    let threshold = (0 &- bound) % bound
    while true {
      let (high, low) = next().multipliedFullWidth(by: bound)
      if low >= threshold { return Int(high) }
    }
  }

  /// Returns a whole number in `range`, without bias.
  public mutating func within(_ range: ClosedRange<Int>) -> Int {
    range.lowerBound + below(range.count)
  }

  /// Returns `true` with the given probability.
  public mutating func chance(_ probability: Double) -> Bool {
    unit() < probability
  }
}
