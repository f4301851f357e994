import ScrollCore
package import ScrollDevice

/// What the readings of one format say: how long a decode takes, and how sure that is.
///
///     milliseconds = fixed + perMegapixel * megapixels + perMegabyte * encoded megabytes
///
/// No figure is negative. Fitted to each file's own time, the median of its decodes, by `RobustFit`.
package struct DecodeFit: Sendable {
  /// A file beside the formula.
  package struct File: Sendable {
    package let name: String
    package let megapixels: Double, megabytes: Double
    /// Its own time.
    package let milliseconds: Double
    /// What the formula says.
    package let formula: Double
    /// What it counts in the fit, from 0 to 1.
    package let weight: Double

    /// How far its own time is off the formula, relative to that.
    package var residual: Double { milliseconds / formula - 1 }
  }

  package let format: ImageFormat
  /// Nil where files of all contents went into one fit.
  package let content: ContentClass?
  /// What is in all of the files, where the readings say so and it is one kind.
  package let onlyContent: ContentClass?
  /// In the order of the readings.
  package let files: [File]
  /// How many decodes of all files.
  package let readings: Int
  package let fixed: Double, perMegapixel: Double, perMegabyte: Double
  /// Of the three figures, in their units; nil where the files do not tell.
  package let standardErrors: [Double]?
  /// One standard error of the three figures together, relative to them; nil where it is not known.
  ///
  /// That the machine is slower or faster at another time is not in it, but in the drift.
  package let error: Double?
  /// Of the machine's speed between repetitions; see `[MeasuredDecodes].drift`.
  package let drift: Double?
  /// How far the speed of a run to come may lie from the fitted one, as a standard deviation.
  ///
  /// Nil where the drift is not known. See `RunDrift`.
  package let runDrift: Double?
  /// The standard deviation of ln(own time / formula) between files, robust, without what decodes
  /// of one file lie apart; nil where the files are too few.
  package let fileSpread: Double?
  /// The standard deviation of ln(decode / own time); nil where no file was decoded twice.
  package let jobSpread: Double?

  /// How many files it takes to tell three terms and how sure they are.
  static let filesForThreeTerms = 5

  /// - Parameters:
  ///   - format: of all files.
  ///   - content: nil for one fit of all contents.
  ///   - onlyContent: what is in all of the files, if that is known.
  ///   - measured: files of the format, at least one.
  init(
    _ format: ImageFormat, content: ContentClass?, onlyContent: ContentClass? = nil,
    of measured: [MeasuredDecodes]
  ) {
    self.format = format
    self.content = content
    self.onlyContent = content ?? onlyContent
    readings = measured.reduce(0) { $0 + $1.milliseconds.count }
    let isWhole = measured.count >= Self.filesForThreeTerms
    let rows = measured.map { isWhole ? [1, $0.megapixels, $0.megabytes] : [$0.megapixels] }
    let own = measured.map(\.ownTime)
    let fit = RobustFit(rows, to: own)
    let figures = isWhole ? fit.coefficients : [0, fit.coefficients[0], 0]
    (fixed, perMegapixel, perMegabyte) = (figures[0], figures[1], figures[2])
    standardErrors = isWhole ? fit.standardErrors : nil
    files = measured.indices.map { index in
      File(
        name: measured[index].file, megapixels: measured[index].megapixels,
        megabytes: measured[index].megabytes, milliseconds: own[index], formula: fit(rows[index]),
        weight: fit.weights[index])
    }
    drift = measured.drift
    runDrift = measured.drift.map { $0 * RunDrift.factor(repetitions: measured.levels.count) }
    jobSpread = measured.jobSpread
    error = fit.error
    let left = (jobSpread ?? 0) * (jobSpread ?? 0) * measured.shareLeftByMedians
    fileSpread =
      error == nil ? nil : max(0, fit.scale * fit.scale - left).squareRoot()
  }

  /// The median of how far files are off the formula, relative to that.
  package var medianResidual: Double { files.map(\.residual.magnitude).median }
  /// What 95 % of the files are not further off.
  package var residual95: Double { files.map(\.residual.magnitude).quantile(0.95) }
  /// The own times of all files added up, divided by what the formula says for them.
  package var sumRatio: Double {
    files.reduce(0) { $0 + $1.milliseconds } / files.reduce(0) { $0 + $1.formula }
  }
  package var megapixels: ClosedRange<Double> {
    let sizes = files.map(\.megapixels)
    return (sizes.min() ?? 0)...(sizes.max() ?? 0)
  }
  /// Files that count for nothing, the worst first.
  package var outliers: [File] {
    files.filter { $0.weight == 0 }.sorted { $0.residual.magnitude > $1.residual.magnitude }
  }
  /// `jpeg`, or `jpeg, photo`.
  package var name: String {
    content.map { "\(format.rawValue), \($0.rawValue)" } ?? format.rawValue
  }
}
