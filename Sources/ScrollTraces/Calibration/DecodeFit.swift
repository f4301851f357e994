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

extension DecodeFit {
  /// Beyond so many percent between files a stall is predicted no better than to a fifth or so:
  /// near saturation 5 % of decode time move it by that.
  static let coarse = 0.1
  /// How many files make a formula that others may be predicted by.
  static let enoughFiles = 12
  /// How much of the time may change from one term to another within one standard error.
  static let looseShare = 0.15
  /// How many times as large the largest should be as the smallest.
  static let enoughSpan = 4.0

  /// What keeps the figures from being as good as they look, a sentence each.
  package var concerns: [String] {
    [tooFew, oneKind, narrow, loose, coarseFit, biased, notRepeated, leftAside, drifted].compactMap
    { $0 }
  }

  private var tooFew: String? {
    guard files.count < Self.enoughFiles else { return nil }
    let terms =
      files.count < Self.filesForThreeTerms ? "; all of the time is taken to go by the pixels" : ""
    return "\(name): only \(Words.count(files.count, "file"))\(terms); expected "
      + "\(Self.enoughFiles) or more"
  }

  private var oneKind: String? {
    guard content == nil, let onlyContent else { return nil }
    let other: ContentClass = onlyContent == .photo ? .graphic : .photo
    return
      "\(name): all files are \(onlyContent.rawValue)s, and \(other.rawValue)s are taken to decode "
      + "like them; expected some of each"
  }

  private var narrow: String? {
    let sizes = megapixels
    guard sizes.upperBound < Self.enoughSpan * sizes.lowerBound else { return nil }
    return "\(name): all files have \(Self.text(sizes.lowerBound)) to "
      + "\(Self.text(sizes.upperBound)) MP, so other sizes are a guess; expected the largest to have "
      + "four times the pixels of the smallest, or more"
  }

  /// Which terms the files do not tell apart.
  private var loose: String? {
    guard files.count >= Self.filesForThreeTerms else { return nil }
    let names = ["fixed", "perMegapixel", "perMegabyte"]
    guard let standardErrors else {
      return
        "\(name): the files do not tell \(Words.list(names)) apart at all; expected other ratios of "
        + "bytes to pixels, and small files beside large ones"
    }
    let terms: [[Double]] = [
      files.map { 1 / $0.formula }, files.map { $0.megapixels / $0.formula },
      files.map { $0.megabytes / $0.formula },
    ]
    let loose = names.indices.filter { standardErrors[$0] * terms[$0].median > Self.looseShare }
    guard !loose.isEmpty else { return nil }
    return
      "\(name): the files hardly tell \(Words.list(loose.map { names[$0] })) from the rest of the "
      + "time; expected other ratios of bytes to pixels, and small files beside large ones"
  }

  private var coarseFit: String? {
    guard let fileSpread, fileSpread > Self.coarse else { return nil }
    return
      "\(name): single files are off the formula by \(Self.percent(fileSpread)); near saturation "
      + "5 % of decode time move the stall by 20 %, so give files their own times (decode_ms) or read "
      + "the band"
  }

  private var biased: String? {
    guard (sumRatio - 1).magnitude > 0.03 else { return nil }
    return "\(name): all files together take \(Self.percent((sumRatio - 1).magnitude)) "
      + "\(sumRatio > 1 ? "more" : "less") than the formula says: the files that it fits worst are "
      + "\(sumRatio > 1 ? "slow" : "quick") or large"
  }

  private var notRepeated: String? {
    guard drift == nil else { return nil }
    return
      "\(name): fewer than three files, or three decodes of each, do not tell how steady the machine "
      + "was; expected more, and minutes between them"
  }

  private var leftAside: String? {
    let outliers = outliers
    guard !outliers.isEmpty else { return nil }
    let names = outliers.map { "\($0.name) (\(Self.signed($0.residual)))" }
    return "\(name): \(Words.count(outliers.count, "file")) too far off to count: "
      + Words.list(names, atMost: 3)
  }

  private var drifted: String? {
    guard let drift, drift > 0.05 else { return nil }
    return
      "\(name): the machine's own speed changed by \(Self.percent(drift)) between repetitions; "
      + "expected a quieter one"
  }

  /// Two digits, `8.9 %`.
  static func percent(_ share: Double) -> String { "\(text(share * 100)) %" }

  private static func signed(_ share: Double) -> String {
    "\(share < 0 ? "-" : "+")\(percent(share.magnitude))"
  }

  /// About two digits.
  static func text(_ number: Double) -> String { Digits.text(number, digits: 2) }
}

/// How far a run to come may lie from the mean of a few repetitions.
///
/// Their standard deviation is too little for that: the mean of *n* repetitions is off itself, which
/// makes it sqrt(1 + 1/n) times as much, and few repetitions may lie closer together than they usually
/// do, which Student's distribution has and the normal one has not. With both a 90 % band that is
/// drawn from a normal distribution holds nine in ten runs to come (W. Q. Meeker, G. J. Hahn,
/// L. A. Escobar, "Statistical Intervals", 2nd edition, Wiley 2017, section 4.7).
enum RunDrift {
  /// By what the standard deviation of some repetitions is multiplied.
  /// - Parameter repetitions: at least 3.
  /// - Returns: the factor: 2 for three repetitions, 1.2 for eight.
  static func factor(repetitions: Int) -> Double {
    let count = Double(repetitions)
    let normal = StudentQuantile.normal95
    return (1 + 1 / count).squareRoot()
      * StudentQuantile.value(degrees: repetitions - 1, normal: normal) / normal
  }
}

/// Numbers by how many digits of them mean something.
package enum Digits {
  /// A number rounded to so many digits, like `0.0214`, `2.14` or `214`.
  ///
  /// All digits before the point are kept; there is never an exponent. What is below 0 is 0.
  package static func text(_ number: Double, digits: Int) -> String {
    guard number > 0, number.isFinite else { return "0" }
    // As many decimals as reach the last digit, at most twelve.
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
    // Zeros at the end say nothing.
    let trimmed = text.reversed().drop { $0 == "0" }
    let whole = trimmed.first == "." ? trimmed.dropFirst() : trimmed
    return String(whole.reversed())
  }
}
