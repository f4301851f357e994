import ScrollCore
import ScrollSimulation

/// The amount of a limit as it is written: `3 s`, `200 ms`, `10%`, `300MiB`, `100`.
struct LimitAmount {
  /// In the figure's unit.
  let value: Double
  /// As typed, with a blank where there was one; nil where no unit was given.
  let text: String?

  /// Reads an amount, with a unit that can be converted into the figure's or with none.
  /// - Returns: nil for what is no amount, or no share of at most 1 where a ratio is meant.
  init?(parsing typed: some StringProtocol, in unit: Figure.Unit) {
    let words = typed.split(separator: " ")
    let amount = words.joined()
    guard words.count <= 2, let value = Self.value(amount, in: unit) else { return nil }
    self.value = value
    let hasUnit = amount.last.map { !$0.isNumber && $0 != "." } ?? false
    text = hasUnit ? words.joined(separator: " ") : nil
  }

  private static func value(_ amount: String, in unit: Figure.Unit) -> Double? {
    if unit == .bytes { return ByteCount(parsing: amount).map { Double($0.bytes) } }
    let digits = amount.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
    guard let number = Double(digits) else { return nil }
    let name = String(amount.dropFirst(digits.count))
    if name.isEmpty { return unit == .ratio && number > 1 ? nil : number }
    guard let (factor, divisor) = unit.conversions[name] else { return nil }
    let value = number * factor / divisor
    return unit == .ratio && value > 1 ? nil : value
  }
}

extension Figure.Unit {
  /// What an amount in some unit is multiplied and divided by: one of both is 1, so that
  /// nothing is rounded twice.
  fileprivate var conversions: [String: (factor: Double, divisor: Double)] {
    switch self {
    case .bytes, .count, .word: [:]
    case .milliseconds: ["us": (1, 1000), "ms": (1, 1), "s": (1000, 1), "min": (60_000, 1)]
    case .seconds: ["us": (1, 1_000_000), "ms": (1, 1000), "s": (1, 1), "min": (60, 1)]
    case .millisecondsPerSecond: ["ms/s": (1, 1), "%": (10, 1)]
    case .ratio: ["%": (1, 100)]
    }
  }
}
