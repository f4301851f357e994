package import ScrollCore

extension Setting {
  /// The values that a search tries where none are given: the default, then others around it.
  ///
  /// A number is tried at a quarter, half, twice and four times its default, and if that is 0, at
  /// 1, 2, 4 and 8, or in quarters where it is a share; what it cannot be is left out. Where 0 is
  /// the default of what may be thousands it means that nothing is limited, and no other suggests
  /// itself. A word is tried with all that there are, an expression only as it is.
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
