import ScrollCore

/// The values that a setting is tried with: `1,2,4`, `0.5..8:x2` or `0..1:+0.25`, in any mixture.
struct SettingRange {
  /// At most so many values come from one range: one with a tiny step is a mistake.
  static let limit = 10_000

  let values: [SweepValue]

  /// Reads values of a setting, of which those that mean the same stay once.
  /// - Throws: `SweepError` for a range of words, and for one that is none.
  init(_ asked: [SweepValue], of setting: Setting) throws(SweepError) {
    var values: [SweepValue] = []
    var known: Set<String> = []
    for value in asked {
      for text in try Self.texts(value, setting.domain)
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
    case .integer: isWhole = true
    // An expression may have dots in it.
    case .expression: return [value.text]
    case .choice, .flag: throw value.wrong("'\(value.text)' is a range; expected \(domain)")
    }
    let sides = value.text[dots.upperBound...].split(separator: ":", maxSplits: 1)
    guard sides.count == 2, let low = Double(value.text[..<dots.lowerBound]),
      let high = Double(sides[0]), let step = Double(sides[1].dropFirst()), low.isFinite,
      high.isFinite, step.isFinite, low <= high
    else { throw noRange(value) }
    var numbers: [Double] = []
    switch sides[1].first {
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
      throw value.wrong("'\(value.text)' is too long a range; expected at most \(limit) values")
    }
    return numbers.map { text($0, isWhole: isWhole) }
  }

  /// What adding steps may be off by.
  private static let tolerance = 1e-9

  private static func text(_ number: Double, isWhole: Bool) -> String {
    // Three tenths are 0.3, not 0.30000000000000004.
    let rounded = isWhole ? number.rounded() : (number * 1e9).rounded() / 1e9
    return rounded == rounded.rounded() && abs(rounded) < 1e15 ? "\(Int(rounded))" : "\(rounded)"
  }

  private static func noRange(_ value: SweepValue) -> SweepError {
    value.wrong("'\(value.text)' is no range; expected one like 0.5..8:x2 or 0..1:+0.25")
  }
}
