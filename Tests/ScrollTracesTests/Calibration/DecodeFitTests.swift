import ScrollCore
import ScrollDevice
import ScrollTraces
import Testing

@Suite struct DecodeFitTests {
  private func fit(_ planted: PlantedReadings) -> DecodeFit {
    DecodeCalibration(planted.readings).fits[0]
  }

  /// Returns the median error of the formula against the planted one, over its files.
  private func bias(_ fit: DecodeFit, _ planted: PlantedReadings) -> Double {
    fit.files.map { file in
      log(file.formula / planted.time(megapixels: file.megapixels, megabytes: file.megabytes))
    }.median
  }

  /// The stated error is one standard error: four of them are almost never exceeded.
  @Test(arguments: 0..<40 as Range<UInt64>)
  func `a fit recovers planted decode times despite a tenth of outliers`(seed: UInt64) throws {
    let planted = PlantedReadings(seed: seed, gross: 0.1)
    let fit = fit(planted)
    let error = try #require(fit.error)
    #expect(error < 0.05, "seed \(seed)")
    #expect(abs(bias(fit, planted)) < 4 * error, "seed \(seed): \(bias(fit, planted)), \(error)")
    let errors = try #require(fit.standardErrors)
    for (found, truth, error) in [
      (fit.fixed, planted.fixed, errors[0]), (fit.perMegapixel, planted.perMegapixel, errors[1]),
      (fit.perMegabyte, planted.perMegabyte, errors[2]),
    ] {
      #expect(found >= 0)
      #expect(abs(found - truth) < 5 * error, "seed \(seed): \(found) for \(truth) ±\(error)")
    }
  }

  @Test func `a fit recovers planted spreads`() throws {
    let fits = (0..<20 as Range<UInt64>).map { seed in
      fit(PlantedReadings(seed: seed, files: 120, fileNoise: 0.12, jobNoise: 0.06, gross: 0.05))
    }
    let files = try fits.map { try #require($0.fileSpread) }.median
    let jobs = try fits.map { try #require($0.jobSpread) }.median
    #expect(0.11...0.14 ~= files, "\(files)")
    #expect(0.055...0.065 ~= jobs, "\(jobs)")
  }

  /// All noise is that of decodes: the rest of it in medians is not noise of files.
  @Test func `noise between decodes does not count as spread between files`() throws {
    let spreads = try (0..<20 as Range<UInt64>).map { seed in
      let fit = fit(
        PlantedReadings(seed: seed, files: 150, repetitions: 7, fileNoise: 0, jobNoise: 0.1))
      return try #require(fit.fileSpread)
    }
    #expect(spreads.median < 0.02, "\(spreads)")
  }

  @Test
  func `a machine that changes its speed has a drift and no larger spread of files`()
    throws
  {
    let steady = fit(PlantedReadings(seed: 1, repetitions: 9))
    let changing = fit(PlantedReadings(seed: 1, repetitions: 9, roundNoise: 0.1))
    let drift = try #require(changing.drift)
    #expect(0.05...0.15 ~= drift, "\(drift)")
    #expect(try #require(steady.drift) < 0.03)
    #expect(try #require(changing.error) < drift / 2)
    #expect(
      changing.concerns.contains { $0.contains("between repetitions") }, "\(changing.concerns)")
    // A change that affects all files equally is no variation of single decodes.
    #expect(0.03...0.05 ~= (try #require(changing.jobSpread)))
  }

  /// Medians of three do not hide changes of the machine.
  @Test func `three repetitions suffice to measure the drift`() throws {
    let drifts = try (0..<60 as Range<UInt64>).map { seed in
      let planted = PlantedReadings(seed: seed, repetitions: 3, roundNoise: 0.05)
      return try #require(fit(planted).drift)
    }
    let square = drifts.reduce(0) { $0 + $1 * $1 } / Double(drifts.count)
    #expect(0.04...0.06 ~= square.squareRoot(), "\(square.squareRoot())")
  }

  /// Nine in ten values of a normal distribution lie within 1.645 standard deviations.
  @Test(arguments: [3, 5, 8])
  func `nine in ten future runs lie within the band of few repetitions`(
    repetitions: Int
  ) throws {
    var held = 0
    let seeds = 0..<600 as Range<UInt64>
    for seed in seeds {
      let planted = PlantedReadings(
        seed: seed, files: 6, repetitions: repetitions, fileNoise: 0, jobNoise: 0,
        roundNoise: 0.05)
      let fit = fit(planted)
      let run = try #require(fit.runDrift)
      var dice = SeededRandom(seed: seed &+ 1_000_000)
      // The fit is the median of the rounds; it is compared where all rounds are, at one file.
      let file = fit.files[0]
      let truth =
        planted.fixed + planted.perMegapixel * file.megapixels
        + planted.perMegabyte * file.megabytes
      let off = log(file.milliseconds / (truth * exp(0.05 * dice.normal())))
      if abs(off) <= 1.645 * run { held += 1 }
    }
    let share = Double(held) / Double(seeds.count)
    #expect(0.86...0.94 ~= share, "\(share) from \(repetitions) repetitions")
  }

  @Test func `a fit of one file uses only its pixels`() {
    let fit = fit(PlantedReadings(seed: 5, files: 1, repetitions: 1))
    let file = fit.files[0]
    #expect(fit.fixed == 0 && fit.perMegabyte == 0)
    #expect(abs(fit.perMegapixel * file.megapixels / file.milliseconds - 1) < 1e-9)
    #expect(fit.error == nil && fit.fileSpread == nil && fit.jobSpread == nil)
    #expect(fit.concerns.contains { $0.contains("only 1 file;") }, "\(fit.concerns)")
  }

  private static func readings(
    _ sizes: [(width: Int, height: Int, bytes: Int)], _ time: (Double, Double) -> Double
  ) -> [DecodeReading] {
    sizes.enumerated().flatMap { index, size in
      (0..<3).map { repetition in
        DecodeReading(
          file: "\(index)", width: size.width, height: size.height, encoded: ByteCount(size.bytes),
          format: .png, repetition: repetition,
          milliseconds: time(
            Double(size.width * size.height) / 1e6, Double(size.bytes) / 1e6)
            * (1 + 0.01 * Double((index * 7 + repetition) % 5)))
      }
    }
  }

  @Test func `files of one size are a concern`() {
    let sizes = (0..<20).map { (width: 1000, height: 1000 + $0, bytes: 90_000 + 9000 * $0) }
    let fit = DecodeCalibration(Self.readings(sizes) { 1 + 3 * $0 + 9 * $1 }).fits[0]
    #expect(
      fit.concerns.contains { $0.contains("other sizes are extrapolated") }, "\(fit.concerns)")
  }

  @Test func `files with one ratio of bytes to pixels are a concern`() {
    let sizes = (1...20).map { (width: 100 * $0, height: 1000, bytes: 20_000 * $0) }
    let fit = DecodeCalibration(Self.readings(sizes) { 1 + 3 * $0 + 9 * $1 }).fits[0]
    #expect(fit.concerns.contains { $0.contains("do not distinguish") }, "\(fit.concerns)")
    // The sum is correct all the same.
    #expect(fit.medianResidual < 0.02)
  }

  @Test func `good readings raise no concern`() {
    let fit = fit(PlantedReadings(seed: 7, files: 100, fileNoise: 0.04, jobNoise: 0.02))
    #expect(fit.concerns.isEmpty, "\(fit.concerns)")
  }

  @Test func `a concern lists the outlying files, the worst first`() throws {
    var readings = PlantedReadings(seed: 8, fileNoise: 0.03).readings
    for index in readings.indices {
      if readings[index].file == "f3" { readings[index].milliseconds *= 4 }
      if readings[index].file == "f9" { readings[index].milliseconds *= 9 }
    }
    let fit = DecodeCalibration(readings).fits[0]
    #expect(fit.outliers.map(\.name).prefix(2) == ["f9", "f3"])
    let concern = try #require(fit.concerns.first { $0.contains("deviated too far") })
    #expect(concern.contains("f9 (+"), "\(concern)")
  }
}
