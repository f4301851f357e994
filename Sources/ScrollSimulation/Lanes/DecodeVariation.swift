import ScrollCore
import ScrollDevice

/// By how much decodes take more or less than the formula says, where a device's spread was measured.
///
/// A file's own factor is the same in every run with one seed, and so is that of its n-th decode:
/// policies are compared on the same luck (common random numbers). Factors are log-normal around 1,
/// cut off at three standard deviations, so that a bound can be proven.
struct DecodeVariation: ~Copyable {
  /// How many standard deviations a factor may be away from 1.
  static let limit = 3.0

  private let seed: UInt64
  /// How often each picture's file was decoded; empty where nothing varies.
  private var counts: Table<PictureWork, UInt32>

  init(_ prepared: PreparedScenario, seed: UInt64) {
    self.seed = seed
    counts = Table(
      repeating: 0, count: prepared.works.vary ? prepared.works.count : 0)
  }

  /// The factor of the next decode of a file.
  mutating func next(of file: PictureIndex, _ spread: DecodeSpread) -> Double {
    guard counts.count > 0, !spread.isNone else { return 1 }
    counts[file] += 1
    let own = spread.files * deviate(file, 0)
    return exp(own + spread.jobs * deviate(file, counts[file]))
  }

  /// A standard normal deviate by Box and Muller (doi:10.1214/aoms/1177706645), clipped.
  private func deviate(_ file: PictureIndex, _ number: UInt32) -> Double {
    var random = SeededRandom(
      seed: seed &* 0x9e37_79b9_7f4a_7c15 ^ UInt64(file.position) << 32 ^ UInt64(number))
    let radius = (-2 * log(1 - random.unit())).squareRoot()
    return min(max(radius * cos(2 * .pi * random.unit()), -Self.limit), Self.limit)
  }
}

/// By how much one decode takes more, or less, than the formula says.
struct Slowness {
  /// As a share of what it says; 0 for as long as that.
  var share = 0.0

  /// What a duration grows by, in nanoseconds.
  func extra(_ duration: Int64) -> Int64 {
    share == 0 ? 0 : Int64((Double(duration) * share).rounded())
  }
}
