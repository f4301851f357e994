import ScrollCore
import ScrollDevice

/// Readings whose formula is known, with noise and gross mistakes from a seed.
struct PlantedReadings {
  var seed: UInt64
  var files = 60
  var repetitions = 5
  var fixed = 0.3, perMegapixel = 4.0, perMegabyte = 12.0
  /// The standard deviations of the logarithms.
  var fileNoise = 0.1, jobNoise = 0.04, roundNoise = 0.0
  /// The share of files that take up to ten times as long.
  var gross = 0.0
  var format = ImageFormat.jpeg
  var content: ContentClass?

  var readings: [DecodeReading] {
    var dice = SeededRandom(seed: seed)
    let rounds = (0..<repetitions).map { _ in exp(roundNoise * dice.normal()) }
    return (0..<files).flatMap { file in
      let width = dice.within(40...2400)
      let height = dice.within(40...2400)
      let pixels = Double(width * height)
      let bytes = Int(pixels * (0.03 + 0.5 * dice.unit())) + 300
      let time = fixed + perMegapixel * pixels / 1e6 + perMegabyte * Double(bytes) / 1e6
      let off = dice.unit() < gross ? 3 + 7 * dice.unit() : 1
      let own = time * off * exp(fileNoise * dice.normal())
      return rounds.indices.map { round in
        DecodeReading(
          file: "f\(file)", width: width, height: height, encoded: ByteCount(bytes), format: format,
          content: content, repetition: round,
          milliseconds: own * rounds[round] * exp(jobNoise * dice.normal()))
      }
    }
  }

  /// Returns the time by the formula, without noise.
  func time(megapixels: Double, megabytes: Double) -> Double {
    fixed + perMegapixel * megapixels + perMegabyte * megabytes
  }
}

extension SeededRandom {
  /// Returns a random number of a normal distribution around 0 with a deviation of 1 (Box and
  /// Muller).
  mutating func normal() -> Double {
    (-2 * log(1 - unit())).squareRoot() * cos(2 * Double.pi * unit())
  }
}
