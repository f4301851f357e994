import ScrollCore
package import ScrollDevice

/// A formula for the decode times of one format, fitted to readings, with its uncertainty.
///
///     milliseconds = fixed + perMegapixel * megapixels + perMegabyte * encoded megabytes
///
/// No coefficient is negative. `RobustFit` fits the coefficients to the own times of the files. The
/// own time of a file is the median of its decode times.
package struct DecodeFit: Sendable {
  /// A file and its deviation from the formula.
  package struct File: Sendable {
    package let name: String
    package let megapixels: Double, megabytes: Double
    /// The file's own time.
    package let milliseconds: Double
    /// The time by the formula.
    package let formula: Double
    /// The weight of the file in the fit, from 0 to 1.
    package let weight: Double

    /// The deviation of the file's own time from the formula, relative to the formula.
    var residual: Double { milliseconds / formula - 1 }
  }

  package let format: ImageFormat
  /// The content of the files; `nil` if files of all contents are in one fit.
  package let content: ContentClass?
  /// The content of all files, if the readings state it and it is the same for all.
  package let onlyContent: ContentClass?
  /// The files in the order of the readings.
  package let files: [File]
  /// The number of decodes of all files.
  package let readings: Int
  package let fixed: Double, perMegapixel: Double, perMegabyte: Double
  /// The standard errors of the three coefficients, in their units; `nil` if the files do not
  /// determine them.
  package let standardErrors: [Double]?
  /// The relative standard error of a factor that all three coefficients have in common; `nil` if
  /// unknown.
  ///
  /// The drift of the machine's speed over time is not included; see `drift`.
  package let error: Double?
  /// The drift of the machine's speed between repetitions; see `[MeasuredDecodes].drift`.
  package let drift: Double?
  /// The standard deviation of the relative difference between the speed of a future run and the
  /// fitted speed.
  ///
  /// `nil` if the drift is unknown. See `RunDrift`.
  package let runDrift: Double?
  /// The robust standard deviation of ln(own time / formula) between files, without the variation
  /// between decodes of one file.
  ///
  /// `nil` with too few files.
  package let fileSpread: Double?
  /// The standard deviation of ln(decode / own time); `nil` if no file was decoded twice.
  package let jobSpread: Double?

  /// The smallest number of files that determines three terms and their uncertainty.
  static let filesForThreeTerms = 5

  /// - Parameters:
  ///   - format: the format of all files.
  ///   - content: the content of the files; `nil` for one fit of all contents.
  ///   - onlyContent: the content of all files, if known.
  ///   - measured: the files of the format, at least one.
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

  /// The median of the deviations of the files from the formula, relative to the formula.
  package var medianResidual: Double { files.map(\.residual.magnitude).median }
  /// The deviation that 95 % of the files do not exceed.
  package var residual95: Double { files.map(\.residual.magnitude).quantile(0.95) }
  /// The sum of the own times of all files, divided by the sum of the times by the formula.
  package var sumRatio: Double {
    files.reduce(0) { $0 + $1.milliseconds } / files.reduce(0) { $0 + $1.formula }
  }
  package var megapixels: ClosedRange<Double> {
    let sizes = files.map(\.megapixels)
    return (sizes.min() ?? 0)...(sizes.max() ?? 0)
  }
  /// The files with weight 0, the largest deviation first.
  package var outliers: [File] {
    files.filter { $0.weight == 0 }.sorted { $0.residual.magnitude > $1.residual.magnitude }
  }
  /// A name such as `jpeg`, or `jpeg, photo`.
  package var name: String {
    content.map { "\(format.rawValue), \($0.rawValue)" } ?? format.rawValue
  }
}

extension DecodeFit {
  /// The deviation between files above which predicted stall times are accurate to about 20 % at
  /// best.
  ///
  /// If decoding is the bottleneck, 5 % more decode time changes stall time by about 20 %.
  static let coarse = 0.1
  /// The smallest number of files that makes a formula suitable for predictions of other files.
  static let enoughFiles = 12
  /// The share of the time that may move from one term to another within one standard error.
  static let looseShare = 0.15
  /// The required ratio of the largest size to the smallest.
  static let enoughSpan = 4.0

  /// The reasons why the coefficients are less reliable than they look, one sentence each.
  package var concerns: [String] {
    [tooFew, oneKind, narrow, loose, coarseFit, biased, notRepeated, leftAside, drifted].compactMap
    { $0 }
  }

  private var tooFew: String? {
    guard files.count < Self.enoughFiles else { return nil }
    let terms =
      files.count < Self.filesForThreeTerms
      ? "; the fit assumes that decode time depends only on pixels" : ""
    return "\(name): only \(Phrase.count(files.count, "file"))\(terms); expected "
      + "\(Self.enoughFiles) or more"
  }

  private var oneKind: String? {
    guard content == nil, let onlyContent else { return nil }
    let other: ContentClass = onlyContent == .photo ? .graphic : .photo
    return
      "\(name): all files are \(onlyContent.rawValue)s, and the fit assumes that "
      + "\(other.rawValue)s decode like them; expected some of each"
  }

  private var narrow: String? {
    let sizes = megapixels
    guard sizes.upperBound < Self.enoughSpan * sizes.lowerBound else { return nil }
    return "\(name): all files have \(Self.text(sizes.lowerBound)) to "
      + "\(Self.text(sizes.upperBound)) MP, so other sizes are extrapolated; expected the "
      + "largest to have at least four times the pixels of the smallest"
  }

  /// A sentence about the terms that the files do not separate.
  private var loose: String? {
    guard files.count >= Self.filesForThreeTerms else { return nil }
    let names = ["fixed", "perMegapixel", "perMegabyte"]
    guard let standardErrors else {
      return
        "\(name): the files do not distinguish \(Phrase.list(names)); expected other ratios "
        + "of bytes to pixels, and both small and large files"
    }
    let terms: [[Double]] = [
      files.map { 1 / $0.formula }, files.map { $0.megapixels / $0.formula },
      files.map { $0.megabytes / $0.formula },
    ]
    let loose = names.indices.filter { standardErrors[$0] * terms[$0].median > Self.looseShare }
    guard !loose.isEmpty else { return nil }
    return
      "\(name): \(Phrase.list(loose.map { names[$0] })) \(loose.count == 1 ? "is" : "are") "
      + "uncertain, because the files resemble each other; expected other ratios of bytes to "
      + "pixels, and both small and large files"
  }

  private var coarseFit: String? {
    guard let fileSpread, fileSpread > Self.coarse else { return nil }
    return
      "\(name): single files deviate from the formula by \(Self.percent(fileSpread)). If "
      + "decoding is the bottleneck, 5 % of its time changes the stall by 20 %. So give files "
      + "their own times (decode_ms) or use --band"
  }

  private var biased: String? {
    guard (sumRatio - 1).magnitude > 0.03 else { return nil }
    return "\(name): all files together take \(Self.percent((sumRatio - 1).magnitude)) "
      + "\(sumRatio > 1 ? "more" : "less") than the formula predicts: the files that fit "
      + "worst are \(sumRatio > 1 ? "slow" : "quick") or large"
  }

  private var notRepeated: String? {
    guard drift == nil else { return nil }
    return
      "\(name): it is unknown how steady the machine was; expected at least three files, and three "
      + "decodes of each, minutes apart"
  }

  private var leftAside: String? {
    let outliers = outliers
    guard !outliers.isEmpty else { return nil }
    let names = outliers.map { "\($0.name) (\(Self.signed($0.residual)))" }
    return "\(name): left out \(Phrase.count(outliers.count, "file")) that deviated too far: "
      + Phrase.list(names, atMost: 3)
  }

  private var drifted: String? {
    guard let drift, drift > 0.05 else { return nil }
    return
      "\(name): the machine's speed changed by \(Self.percent(drift)) between repetitions; "
      + "use a quieter machine"
  }

  /// Returns a percentage with two digits, `8.9 %`.
  static func percent(_ share: Double) -> String { "\(text(share * 100)) %" }

  private static func signed(_ share: Double) -> String {
    "\(share < 0 ? "-" : "+")\(percent(share.magnitude))"
  }

  /// Returns a number with about two digits.
  static func text(_ number: Double) -> String { Digits.text(number, digits: 2) }
}

/// The deviation of a future run from the mean of a few repetitions.
///
/// The standard deviation of the repetitions underestimates this deviation for two reasons. The
/// mean of *n* repetitions has an error itself, which makes the deviation sqrt(1 + 1/n) times as
/// large. Few repetitions may also be closer together than usual, which Student's distribution
/// models and the normal distribution does not. With both corrections, a 90 % band of a normal
/// distribution holds nine in ten future runs (W. Q. Meeker, G. J. Hahn, L. A. Escobar,
/// "Statistical Intervals", 2nd edition, Wiley 2017, section 4.7).
enum RunDrift {
  /// Returns the factor by which the standard deviation of some repetitions is multiplied.
  /// - Parameter repetitions: the number of repetitions, at least 3.
  /// - Returns: the factor: 2 for three repetitions, 1.2 for eight.
  static func factor(repetitions: Int) -> Double {
    let count = Double(repetitions)
    let normal = StudentQuantile.normal95
    return (1 + 1 / count).squareRoot()
      * StudentQuantile.value(degrees: repetitions - 1, normal: normal) / normal
  }
}

/// Numbers as text with a limited number of digits.
package enum Digits {
  /// Returns a number rounded to a number of digits, like `0.0214`, `2.14` or `214`.
  ///
  /// All digits before the point are kept; there is never an exponent. A negative number gives 0.
  package static func text(_ number: Double, digits: Int) -> String {
    guard number > 0, number.isFinite else { return "0" }
    // As many decimals as the last digit needs, at most twelve.
    var (decimals, factor) = (0, 1.0)
    var least = 1.0
    for _ in 1..<digits { least *= 10 }
    while decimals < 12, (number * factor).rounded() < least {
      decimals += 1
      factor *= 10
    }
    guard number * factor < 9e15 else { return "\(Int(min(number, 9e15).rounded()))" }
    let units = Int((number * factor).rounded())
    guard decimals > 0 else { return "\(units)" }
    let scale = Int(factor)
    let fraction = "\(units % scale)"
    let text =
      "\(units / scale)." + String(repeating: "0", count: decimals - fraction.count) + fraction
    // Drops zeros at the end.
    let trimmed = text.reversed().drop { $0 == "0" }
    let whole = trimmed.first == "." ? trimmed.dropFirst() : trimmed
    return String(whole.reversed())
  }
}

/// The formulas for decode times that are fitted to readings, one or two for each format in the
/// readings.
package struct DecodeCalibration: Sendable {
  /// The fits in the order of the formats, photos before graphics.
  package let fits: [DecodeFit]
  /// The largest `runDrift` of all fits; `nil` if none is known.
  package var runDrift: Double? { fits.compactMap(\.runDrift).max() }

  /// Fits each format.
  ///
  /// A format has one fit for photos and one for graphics, as in a device profile, if the readings
  /// state the content of every file and have enough files of both contents. Otherwise it has one
  /// fit for all its files.
  /// - Parameter readings: the readings, at least one.
  /// - Complexity: O(*n* log *n*) in the readings.
  package init(_ readings: [DecodeReading]) {
    let byFormat = Dictionary(grouping: readings, by: \.format)
    fits = ImageFormat.codecs.flatMap { format in
      guard let readings = byFormat[format] else { return [DecodeFit]() }
      let contents = ContentClass.allCases.map { content in
        Self.files(readings.filter { $0.content == content })
      }
      let known = contents.reduce(0) { $0 + $1.count }
      let all = Self.files(readings)
      if known == all.count, contents.allSatisfy({ $0.count >= DecodeFit.filesForThreeTerms }) {
        return zip(ContentClass.allCases, contents).map { DecodeFit(format, content: $0, of: $1) }
      }
      let only = zip(ContentClass.allCases, contents).first { $1.count == all.count }?.0
      return [DecodeFit(format, content: nil, onlyContent: only, of: all)]
    }
  }

  private static func files(_ readings: [DecodeReading]) -> [MeasuredDecodes] {
    readings.byFile.map { MeasuredDecodes($0) }
  }
}
