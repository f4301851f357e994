package import ScrollCore

/// The values to try for a setting: `1,2,4`, `0.5..8:x2`, `0..1:+0.25` or `any`, in any mixture.
///
/// A range without a step doubles if its lower end is above 0, and is divided into quarters
/// otherwise.
struct SettingRange {
  /// The largest number of values from one range; a range with a tiny step is a mistake.
  static let limit = 10_000
  /// The text for the values that the catalog suggests (`Setting.ladder`).
  static let any = "any"

  let values: [SweepValue]

  /// Reads values of a setting, without duplicates of the same meaning.
  /// - Throws: `SweepError` for a range of words, and for a malformed range.
  init(_ asked: [SweepValue], of setting: Setting) throws(SweepError) {
    var values: [SweepValue] = []
    var known: Set<String> = []
    for value in asked {
      for text in try value.text == Self.any ? setting.ladder : Self.texts(value, setting.domain)
      where known.insert(setting.domain.canonical(text)).inserted {
        values.append(SweepValue(text, place: value.place, isFromFile: value.isFromFile))
      }
    }
    self.values = values
  }

  private static func texts(
    _ value: SweepValue, _ domain: Setting.Domain
  ) throws(SweepError) -> [String] {
    guard let dots = value.text.firstRange(of: "..") else { return [value.text] }
    let isWhole: Bool
    switch domain {
    case .number: isWhole = false
    case .distance:
      isWhole = false
      if let texts = try points(value) { return texts }
    case .integer: isWhole = true
    // An expression may contain dots.
    case .expression: return [value.text]
    case .choice, .flag: throw value.wrong("'\(value.text)' is a range; expected \(domain)")
    }
    let sides = value.text[dots.upperBound...].split(separator: ":", maxSplits: 1)
    guard (1...2).contains(sides.count), let low = Double(value.text[..<dots.lowerBound]),
      let high = Double(sides[0]), low.isFinite, high.isFinite, low <= high
    else { throw noRange(value) }
    let typed = sides.count == 2 ? String(sides[1]) : low > 0 ? "x2" : "+\((high - low) / 4)"
    guard let step = Double(typed.dropFirst()), step.isFinite else { throw noRange(value) }
    if sides.count == 1, low == high { return [text(low, isWhole: isWhole)] }
    var numbers: [Double] = []
    switch typed.first {
    case "x" where step > 1 && low > 0:
      var next = low
      while next <= high * (1 + tolerance), numbers.count <= limit {
        numbers.append(next)
        next *= step
      }
    case "+" where step > 0:
      while low + Double(numbers.count) * step <= high + tolerance * step, numbers.count <= limit {
        numbers.append(low + Double(numbers.count) * step)
      }
    default: throw noRange(value)
    }
    guard numbers.count <= limit else {
      throw value.wrong("range '\(value.text)' is too long; expected at most \(limit) values")
    }
    return numbers.map { text($0, isWhole: isWhole) }
  }

  /// Returns the values of a range in points, like `100pt..400pt:x2`; `nil` if its ends are in
  /// screens.
  private static func points(_ value: SweepValue) throws(SweepError) -> [String]? {
    guard value.text.contains("pt") else { return nil }
    let bare = value.text.split(separator: "pt", omittingEmptySubsequences: false).joined()
    let range = SweepValue(bare, place: value.place, isFromFile: value.isFromFile)
    return try texts(range, .number(0...ScreenDistance.mostPoints)).map { "\($0)pt" }
  }

  /// The tolerance for rounding errors of added steps.
  private static let tolerance = 1e-9

  static func text(_ number: Double, isWhole: Bool) -> String {
    // Three tenths are 0.3, not 0.30000000000000004.
    let rounded = isWhole ? number.rounded() : (number * 1e9).rounded() / 1e9
    return rounded == rounded.rounded() && abs(rounded) < 1e15 ? "\(Int(rounded))" : "\(rounded)"
  }

  private static func noRange(_ value: SweepValue) -> SweepError {
    value.wrong("'\(value.text)' is not a range; expected one like 0.5..8:x2 or 0..1:+0.25")
  }
}

extension Setting {
  /// The values that a search tries if none are given: the default, then others around it.
  ///
  /// For a number these are a quarter, half, twice and four times its default. If the default is 0
  /// they are 1, 2, 4 and 8, or quarters for a share. Values outside the domain are left out. A
  /// default of 0 for a setting that may be thousands means that nothing is limited; no other value
  /// is tried. For a choice these are all its words, for an expression only its default.
  package var ladder: [String] {
    let values: [String]
    switch domain {
    case .number(let range), .distance(let range):
      let start = Double(standard) ?? 0
      let others =
        start != 0
        ? Self.factors.map { start * $0 }
        : range.upperBound <= 1 ? [0.25, 0.5, 0.75, 1] : [1, 2, 4, 8]
      values = others.filter(range.contains).map { SettingRange.text($0, isWhole: false) }
    case .integer(let range):
      let start = Int(standard) ?? 0
      let steps = range.upperBound < 1000 ? [1.0, 2, 4, 8] : []
      let others = start != 0 ? Self.factors.map { Double(start) * $0 } : steps
      values = others.compactMap { Int(exactly: $0.rounded()) }.filter(range.contains)
        .map(String.init)
    case .choice(let words): values = words
    case .flag: values = ["false", "true"]
    case .expression: values = []
    }
    var known = Set([domain.canonical(standard)])
    return [standard] + values.filter { known.insert(domain.canonical($0)).inserted }
  }

  private static let factors = [0.25, 0.5, 2.0, 4.0]
}
