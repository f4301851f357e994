package import ScrollCore

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
