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
