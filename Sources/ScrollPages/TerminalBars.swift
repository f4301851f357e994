/// A bar for each row of a table, in the part of the terminal at the right of the table.
package struct TerminalBars: Sendable {
  /// The least width of a bar.
  ///
  /// Narrower bars are not readable.
  private static let least = 8
  private static let most = 40

  private let values: [Double]
  private let header: String

  /// Creates the bars.
  ///
  /// - Parameters:
  ///   - values: One value for each row. A value that is not finite gets a full bar with an arrow.
  ///   - header: The header of the bars.
  package init(_ values: [Double], header: String) {
    self.values = values
    self.header = header
  }

  /// Returns the table with a column of bars, or unchanged if the terminal is too narrow.
  /// - Precondition: There is a value for each row.
  package func beside(_ table: Table, width: Int) -> Table {
    precondition(table.rows.count == values.count, "\(values.count) bars, \(table.rows.count) rows")
    let room = min(Self.most, width - table.width - 2)
    let greatest = values.filter(\.isFinite).max() ?? 0
    guard room >= max(Self.least, header.count), table.rows.count > 1, greatest > 0 else {
      return table
    }
    var wide = Table(table.columns + [.left(header)])
    for (row, value) in zip(table.rows, values) {
      wide.append(row + [Self.bar(value.isFinite ? value / greatest : .infinity, room)])
    }
    return wide
  }

  /// Returns a bar such as `███▌`, with a length in eighths of a column.
  static func bar(_ share: Double, _ width: Int) -> String {
    guard share.isFinite else { return String(repeating: "█", count: width - 1) + "▶" }
    let eighths = Int((share * Double(width) * 8).rounded())
    guard eighths > 0 else { return share > 0 ? "▏" : "" }
    let rest = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"][eighths % 8]
    return String(repeating: "█", count: eighths / 8) + rest
  }
}
