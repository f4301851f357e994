import ScrollCore
package import ScrollPages
package import ScrollSimulation

extension Figure {
  /// Returns a value as a cell of its column: rounded, MiB for bytes, percent for ratios.
  package func cell(_ value: FigureValue) -> String {
    switch (value, unit) {
    case (.text(let text), _): text
    case (.integer(let count), .count): "\(count)"
    case (.null, .count), (.null, .word), (.null, .bytes), (.null, .ratio), (.null, .seconds): "-"
    default: cell(value.number ?? .nan)
    }
  }

  /// Returns a number, for instance a mean, as a cell of its column.
  ///
  /// - Parameters:
  ///   - number: a number in the figure's unit; infinite for the time of an event that never
  ///     happened.
  ///   - decimals: the number of decimals; if `nil`, that of the catalog.
  /// - Returns: the cell.
  package func cell(_ number: Double, decimals: Int? = nil) -> String {
    let decimals = decimals ?? self.decimals
    return switch unit {
    case .bytes: NumberText.fixed(number / Double(1 << 20), decimals: decimals)
    case .ratio: NumberText.fixed(number * 100, decimals: decimals)
    case .count, .milliseconds, .seconds, .millisecondsPerSecond, .word:
      NumberText.fixed(number, decimals: decimals)
    }
  }

  /// Returns a mean, with its deviation if it has one, as a cell of its column.
  func cell(_ spread: Spread, decimals: Int? = nil) -> String {
    let scale = unit == .bytes ? 1 / Double(1 << 20) : unit == .ratio ? 100 : 1
    return spread.text(decimals: decimals ?? self.decimals, scale: scale)
  }

  /// The figure's column in a table.
  package var tableColumn: Table.Column {
    let column: Table.Column =
      unit == .word ? .left(header).toned(Band.tones) : .right(header)
    return name == Self.stall.name || name == Self.band.name ? column.keeping(.key) : column
  }
}

// Bands of seconds as text, with no more digits than they support.

extension FigureBand {
  private static let mostDecimals = 5

  /// The band of a stall: `1.9 to 3.4 s`.
  var secondsText: String { range(low, high) }

  /// Returns the band of a saving: `saves 1.2 to 2.1 s against lru`,
  /// `stalls between 0.1 s more and 0.3 s less than lru`.
  func savingText(against other: String) -> String {
    if low == 0, high == 0 { return "stalls as much as \(other)" }
    if low >= 0 || high > 0 && isNothing(low) {
      return "saves \(range(low, high)) against \(other)"
    }
    if high <= 0 || isNothing(high) {
      return "stalls \(range(-high, -low)) more than \(other)"
    }
    return "stalls between \(text(-low)) s more and \(text(high)) s less than \(other)"
  }

  private func range(_ first: Double, _ last: Double) -> String {
    let ends = (text(first), text(last))
    return ends.0 == ends.1 ? SecondsText.of(first) : "\(ends.0) to \(ends.1) s"
  }

  /// Returns whether a number of seconds rounds to 0.
  private func isNothing(_ seconds: Double) -> Bool { Double(text(abs(seconds))) == 0 }

  private func text(_ seconds: Double) -> String {
    NumberText.fixed(seconds, decimals: decimals(atMost: Self.mostDecimals))
  }
}

extension Band {
  /// The color of each band's word on a terminal.
  static let tones: [String: TerminalStyle.Tone] = Dictionary(
    uniqueKeysWithValues: allCases.map { ($0.rawValue, $0.tone) })

  private var tone: TerminalStyle.Tone {
    switch self {
    case .good: .good
    case .warning: .warning
    case .critical: .critical
    }
  }
}
