import ScrollCore
package import ScrollSimulation

/// What a figure of a run must keep to: `stallSeconds <= 2 s`, `firstFrame <= 3 s`,
/// `hitRate >= 60%`.
///
/// The amount may have another unit than the figure, which is converted.
/// A run that the device killed keeps no limit.
package struct Limit: Sendable {
  package let figure: Figure
  /// In the figure's unit: seconds, milliseconds, bytes, a ratio or a count.
  package let bound: Double
  /// The amount as typed, where it had a unit.
  private let typed: String?

  /// Why a text is no limit, as a sentence that may follow its place.
  package struct ParsingError: Error, Equatable, CustomStringConvertible {
    package let description: String
  }

  /// What came of a limit in a run.
  package enum Verdict: Sendable, Equatable {
    case kept
    /// By how much, in the figure's unit; infinite for what never came.
    case broken(value: Double, by: Double)
    case killed(String)
    /// The run does not have the figure: a regret that nothing bounds.
    case unknown
  }

  /// Reads a limit.
  /// - Throws: `ParsingError` for a figure that is not known, the comparison that cannot be
  ///   meant, and an amount that is none.
  package init(parsing text: String) throws(ParsingError) {
    let name = text.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
    let figure = try LimitNames.figure(String(name), in: text)
    let rest = text.dropFirst(name.count).drop { $0 == " " }
    let sign = figure.limitSign
    let example = "\(figure.name) \(sign) \(figure.unit.example)"
    guard rest.hasPrefix(sign) else {
      throw ParsingError(description: "'\(text)' is no limit; expected one like '\(example)'")
    }
    guard let amount = LimitAmount(parsing: rest.dropFirst(2), in: figure.unit) else {
      let typed = rest.dropFirst(2).split(separator: " ").joined(separator: " ")
      throw ParsingError(description: "'\(typed)' is no amount; expected '\(example)'")
    }
    self.figure = figure
    bound = amount.value
    typed = amount.text
  }

  /// Whether a run keeps it.
  package func verdict(on run: RunRecord) -> Verdict {
    if let killed = run.killed { return .killed(killed) }
    guard let value = run.limited(figure) else { return .unknown }
    let excess = figure.excess(of: value, over: bound)
    return excess > 0 ? .broken(value: value, by: excess) : .kept
  }
}

extension Limit: CustomStringConvertible {
  /// As it may be written, the amount as it was.
  package var description: String {
    "\(figure.name) \(figure.limitSign) \(typed ?? figure.unit.text(bound))"
  }
}

extension Limit {
  /// Several in one text.
  package static func text(_ limits: [Limit]) -> String {
    limits.map(\.description).joined(separator: ", ")
  }
}

extension Figure {
  /// How its limits compare: an upper one for what is better less.
  var limitSign: String { better == .more ? ">=" : "<=" }

  /// How far a value is beyond a bound, in the figure's unit; zero or less keeps it.
  func excess(of value: Double, over bound: Double) -> Double {
    better == .more ? bound - value : value - bound
  }

  /// What is wrong with a value beyond a bound.
  package var excessText: String { better == .more ? "too little" : "too much" }
}

extension RunRecord {
  /// A figure that is limited, infinite for what never came; nil where the run has none.
  func limited(_ figure: Figure) -> Double? {
    // Without a cache there is nothing to hit.
    if figure.better == .more, figure.unit == .ratio, policy == nil { return nil }
    guard let value = self.value(figure) else { return nil }
    // Nothing bounds its misses.
    if case .regret = figure.source, value == .null { return nil }
    return value.number
  }
}

extension Figure.Unit {
  /// An amount as people read it, with its unit.
  package func text(_ value: Double) -> String {
    guard value.isFinite else { return "never" }
    switch self {
    case .count, .word: return Self.short(value)
    case .bytes:
      guard let bytes = Int(exactly: value.rounded()) else { return Self.short(value) + "B" }
      // What is no round number is read in MiB.
      let isRound = bytes < 1 << 20 || bytes.isMultiple(of: 1 << 10)
      return isRound ? "\(ByteCount(bytes))" : Self.short(ByteCount(bytes).mebibytes) + "MiB"
    case .milliseconds: return Self.short(value) + " ms"
    case .seconds: return Self.short(value) + " s"
    case .millisecondsPerSecond: return Self.short(value) + " ms/s"
    case .ratio: return Self.short(value * 100) + "%"
    }
  }

  var example: String {
    switch self {
    case .count, .word: "100"
    case .bytes: "300MiB"
    case .milliseconds: "100 ms"
    case .seconds: "2 s"
    case .millisecondsPerSecond: "5 ms/s"
    case .ratio: "60%"
    }
  }

  /// Up to four decimals, without needless zeros.
  private static func short(_ value: Double) -> String {
    let rounded = (value * 10_000).rounded() / 10_000
    return rounded == rounded.rounded() && abs(rounded) < 1e15 ? "\(Int(rounded))" : "\(rounded)"
  }
}
