extension Table {
  /// Aligned text: two spaces between columns, none at the end of a line.
  ///
  /// Control characters in a cell (a line break, an escape) are shown as their pictures, so
  /// that no cell can break the table or write to the terminal.
  ///
  /// - Parameter style: whether the header is bold, and words have colors.
  /// - Returns: one line for the header and one per row.
  package func text(style: TerminalStyle = .plain) -> String {
    let header = columns.map { $0.header.visible }
    let cells = rows.map { $0.map(\.visible) }
    let widths = columns.indices.map { column in
      ([header] + cells).map { $0[column].displayWidth }.max() ?? 0
    }
    var text = style.bold(Self.line(header, columns, widths)) + "\n"
    for row in cells { text += Self.line(row, columns, widths, style) + "\n" }
    return text
  }

  /// The same on a terminal, where no line is longer than it is wide.
  ///
  /// - Parameters:
  ///   - width: columns of the terminal; nil for as many as the table takes.
  ///   - style: whether the header is bold, and words have colors.
  /// - Returns: lines; the table as it is if it fits, else as `FittedTable` makes it.
  package func text(fitting width: Int?, style: TerminalStyle = .plain) -> String {
    guard let width, self.width > width else { return text(style: style) }
    return FittedTable(self, width: width).text(style: style)
  }

  /// How many columns of a terminal its text takes.
  package var width: Int {
    let widths = columns.indices.map { column in
      ([columns[column].header.visible] + rows.map { $0[column].visible })
        .map(\.displayWidth).max() ?? 0
    }
    return widths.reduce(0, +) + Self.gap * max(0, columns.count - 1)
  }

  /// Spaces between columns.
  static let gap = 2

  /// One line of aligned cells.
  static func line(
    _ cells: [String], _ columns: [Column], _ widths: [Int], _ style: TerminalStyle = .plain
  ) -> String {
    var line = ""
    // Spaces are owed until something follows: no line ends in them.
    var owed = 0
    for (column, cell) in cells.enumerated() {
      let padding = max(0, widths[column] - cell.displayWidth)
      if column > 0 { owed += gap }
      if columns[column].alignment == .right { owed += padding }
      if !cell.isEmpty {
        line += String(repeating: " ", count: owed)
        line += columns[column].tones[cell].map { style.colored(cell, $0) } ?? cell
        owed = 0
      }
      if columns[column].alignment == .left { owed += padding }
    }
    return line
  }
}
