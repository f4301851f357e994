import ScrollCore
package import ScrollSimulation

/// A limit on a figure of a run, such as `stallSeconds <= 2 s`, `p95Milliseconds <= 1 s` or
/// `hitRate >= 60%`.
///
/// The amount may have another unit than the figure; it is converted. A run in which the device
/// killed the app breaks every limit.
package struct Limit: Sendable {
  package let figure: Figure
  /// The bound in the figure's unit: seconds, milliseconds, bytes, a ratio or a count.
  package let bound: Double
  /// The amount as typed; `nil` if it had no unit.
  private let typed: String?

  /// The error for a text that is not a valid limit.
  ///
  /// The description is a sentence that may follow the place of the text.
  package struct ParsingError: Error, Equatable, CustomStringConvertible {
    package let description: String
  }

  /// The result of a limit for a run.
  package enum Verdict: Sendable, Equatable {
    case kept
    /// The run breaks the limit by an amount in the figure's unit; infinite for the time of an
    /// event that never happened.
    case broken(value: Double, by: Double)
    case killed(String)
    /// The run does not have the figure: a regret without a bound.
    case unknown
  }

  /// Creates a limit of a figure, with the bound in the figure's unit.
  init(_ figure: Figure, _ bound: Double) {
    self.figure = figure
    self.bound = bound
    typed = nil
  }

  /// Parses a limit.
  /// - Throws: `ParsingError` for an unknown figure, a comparison in the wrong direction, and an
  ///   invalid amount.
  package init(parsing text: String) throws(ParsingError) {
    let name = text.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
    let figure = try LimitNames.figure(String(name), in: text)
    let rest = text.dropFirst(name.count).drop { $0 == " " }
    let sign = figure.limitSign
    let example = "\(figure.name) \(sign) \(figure.unit.example)"
    guard rest.hasPrefix(sign) else {
      throw ParsingError(description: "'\(text)' is not a limit; expected one like '\(example)'")
    }
    guard let amount = LimitAmount(parsing: rest.dropFirst(2), in: figure.unit) else {
      let typed = rest.dropFirst(2).split(separator: " ").joined(separator: " ")
      throw ParsingError(
        description: "'\(typed)' is not a value of \(figure.name); expected one like '\(example)'")
    }
    self.figure = figure
    bound = amount.value
    typed = amount.text
  }

  /// Returns the result of the limit for a run.
  package func verdict(on run: RunRecord) -> Verdict {
    if let killed = run.killed { return .killed(killed) }
    guard let value = run.limited(figure) else { return .unknown }
    let excess = figure.excess(of: value, over: bound)
    return excess > 0 ? .broken(value: value, by: excess) : .kept
  }
}

extension Limit {
  /// Returns the result of the limit for a run, in which an excess of missing screen or blank time
  /// counts only if it is visible.
  /// - Parameters:
  ///   - run: the run.
  ///   - refreshRate: the refresh rate of the display in hertz; `nil` if it is unknown.
  ///   - materiality: the smallest visible difference.
  /// - Returns: the verdict, as `check` prints it.
  func verdict(
    on run: RunRecord, at refreshRate: Int?, _ materiality: Materiality
  ) -> Verdict {
    let verdict = verdict(on: run)
    guard case .broken(let value, _) = verdict else { return verdict }
    let frames = materiality.leastSeconds(
      over: run.number(.duration),
      at: refreshRate.map(Double.init) ?? Materiality.assumedRefreshRate)
    return isBroken(by: value, materiality, frames: frames) ? verdict : .kept
  }
}

extension Limit: CustomStringConvertible {
  /// The limit in its input format, with the amount as typed.
  package var description: String {
    "\(figure.name) \(figure.limitSign) \(typed ?? figure.unit.text(bound))"
  }
}

extension Limit {
  /// Returns several limits as one text.
  package static func text(_ limits: [Limit]) -> String {
    limits.map(\.description).joined(separator: ", ")
  }
}

extension Figure {
  /// The comparison sign of the figure's limits: an upper limit if less is better.
  var limitSign: String { better == .more ? ">=" : "<=" }

  /// Returns the distance of a value beyond a bound, in the figure's unit; at zero or less the
  /// value keeps the limit.
  func excess(of value: Double, over bound: Double) -> Double {
    better == .more ? bound - value : value - bound
  }

  /// The problem with a value beyond a bound, as text.
  package var excessText: String { better == .more ? "too little" : "too much" }
}

extension RunRecord {
  /// Returns a limited figure; infinite for the time of an event that never happened; `nil` if the
  /// run does not have it.
  func limited(_ figure: Figure) -> Double? {
    // Without a cache there are no hits.
    if figure.better == .more, figure.unit == .ratio, policy == nil { return nil }
    guard let value = self.value(figure) else { return nil }
    // The run's misses have no bound.
    if case .regret = figure.source, value == .null { return nil }
    return value.number
  }
}

extension Figure.Unit {
  /// Returns an amount with its unit, formatted for people.
  package func text(_ value: Double) -> String {
    guard value.isFinite else { return "never" }
    switch self {
    case .count, .word: return Self.short(value)
    case .bytes:
      guard let bytes = Int(exactly: value.rounded()) else { return Self.short(value) + "B" }
      // Bytes that are no round number are shown in MiB.
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

  /// Returns a number with up to four decimals, without trailing zeros.
  private static func short(_ value: Double) -> String {
    let rounded = (value * 10_000).rounded() / 10_000
    return rounded == rounded.rounded() && abs(rounded) < 1e15 ? "\(Int(rounded))" : "\(rounded)"
  }
}

/// The amount of a limit in its input format: `3 s`, `200 ms`, `10%`, `300MiB`, `100`.
struct LimitAmount {
  /// The amount in the figure's unit.
  let value: Double
  /// The amount as typed, with a space if there was one; `nil` if no unit was given.
  let text: String?

  /// Parses an amount, without a unit or with one that can be converted into the figure's unit.
  /// - Returns: `nil` for an invalid amount, and for a ratio above 1.
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
  /// The factor and the divisor that convert an amount in each unit; one of the two is 1, so that
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

/// The names of figures in limits.
package enum LimitNames {
  /// Every figure that may be limited: stored numbers for which more or less is better.
  package static let figures = FigureCatalog.all.filter {
    $0.isStored && $0.better != .neither && $0.unit != .word
  }

  /// Returns the figure that a limit names, by its name or its column in the store.
  /// - Parameters:
  ///   - name: The name as typed.
  ///   - text: The whole limit, for error messages.
  /// - Returns: the figure.
  /// - Throws: `Limit.ParsingError` for an unknown name.
  static func figure(_ name: String, in text: String) throws(Limit.ParsingError) -> Figure {
    if let figure = figures.first(where: { $0.name == name || $0.column == name }) {
      return figure
    }
    throw Limit.ParsingError(
      description: name.isEmpty
        ? "'\(text)' is not a limit; expected one like 'stallSeconds <= 2 s'" : unknown(name))
  }

  /// Returns the message for an unknown name, with the names that are nearest to it.
  package static func unknown(_ name: String) -> String {
    let names = figures.map(\.name)
    let longer = names.filter { $0.lowercased().contains(name.lowercased()) }.prefix(4)
    let near =
      longer.isEmpty
      ? [NameMatch.suggestion(for: name, among: names)].compactMap { $0 } : Array(longer)
    let shown = near.isEmpty ? ["stallSeconds", "blankSeconds", "hitchRatio"] : near
    return "there is no figure '\(name)'; expected one like \(shown.joined(separator: ", ")) "
      + "(`scrollsim check --help` lists all)"
  }

  /// Returns the name of a figure in the keys of searches.
  static func inKeys(_ figure: Figure) -> String { keyNames[figure.name] ?? figure.name }

  private static let keyNames = [
    "stallSeconds": "stall", "blankSeconds": "blank", "wrongSeconds": "wrong",
    "softSeconds": "soft", "hitchRatio": "hitch", "worstHitchMilliseconds": "worstHitch",
    "p50Milliseconds": "p50", "p95Milliseconds": "p95", "p99Milliseconds": "p99",
    "neverShown": "never", "firstFrameMilliseconds": "firstFrame",
    "footprintPeakBytes": "memory", "cachePeakBytes": "cache",
    "wastedDecodeMilliseconds": "wasted", "bytesDownloaded": "downloaded",
    "regretMisses": "regret",
  ]
}
