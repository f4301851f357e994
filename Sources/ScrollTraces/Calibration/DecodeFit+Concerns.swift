import ScrollCore
import ScrollDevice

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
