extension Table {
  /// Aligned text: two spaces between columns, none at the end of a line.
  ///
  /// Control characters in a cell (a line break, an escape) are shown as their pictures, so
  /// that no cell can break the table or write to the terminal.
  ///
  /// - Parameter style: whether the header is bold.
  /// - Returns: one line for the header and one per row.
  package func text(style: TerminalStyle = .plain) -> String {
    let header = columns.map { $0.header.visible }
    let cells = rows.map { $0.map(\.visible) }
    let widths = columns.indices.map { column in
      ([header] + cells).map { $0[column].displayWidth }.max() ?? 0
    }
    var text = style.bold(line(header, widths)) + "\n"
    for row in cells { text += line(row, widths) + "\n" }
    return text
  }

  private func line(_ cells: [String], _ widths: [Int]) -> String {
    var line = ""
    // Spaces are owed until something follows: no line ends in them.
    var owed = 0
    for (column, cell) in cells.enumerated() {
      let padding = widths[column] - cell.displayWidth
      if column > 0 { owed += 2 }
      if columns[column].alignment == .right { owed += padding }
      if !cell.isEmpty {
        line += String(repeating: " ", count: owed) + cell
        owed = 0
      }
      if columns[column].alignment == .left { owed += padding }
    }
    return line
  }
}
