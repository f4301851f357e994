extension FittedTable {
  /// Its lines.
  func text(style: TerminalStyle) -> String {
    var text = sharedLines(style)
    text += said.map { TextLines.lines($0, to: width, breakingWords: true) }.joined()
      .map { $0 + "\n" }.joined()
    if !text.isEmpty { text += "\n" }
    for line in lines(columns.map(\.header), fromBottom: true) { text += style.bold(line) + "\n" }
    for row in 0..<rowCount {
      text += headLines(row, style)
      let cells = zip(columns, widths).map { column, width in
        column.column.content == .prose
          ? TextLines.lines(column.cells[row], to: width, breakingWords: true)
          : [column.cells[row]]
      }
      for line in lines(cells, style) { text += line + "\n" }
      for line in linesBelow(row) { text += line + "\n" }
    }
    if let note {
      text +=
        "\n"
        + TextLines.lines(note, to: width, breakingWords: true)
        .map { $0 + "\n" }.joined()
    }
    return text
  }

  /// What all rows share, with the colors that the words have in the table.
  private func sharedLines(_ style: TerminalStyle) -> String {
    guard !shared.isEmpty else { return "" }
    // A word that has a color stays on the line of its header.
    let parts = shared.map { column, value in
      let isToned = column.tones[value] != nil
      return "\(column.header.visible)\(isToned ? Self.bound : " ")\(value)"
    }
    let lines = TextLines.lines(
      "All rows: \(parts.joined(separator: ", "))", to: width, breakingWords: true)
    return lines.map { line in
      shared.reduce(line) { line, part in
        guard let tone = part.column.tones[part.value] else { return line }
        return line.replacing(Self.bound + part.value, with: " \(style.colored(part.value, tone))")
      } + "\n"
    }.joined()
  }

  /// A space that no line breaks at.
  private static let bound = "\u{a0}"

  /// Cells of several lines beside each other, without lines of nothing.
  private func lines(
    _ cells: [[String]], _ style: TerminalStyle = .plain, fromBottom: Bool = false
  ) -> [String] {
    let count = cells.map(\.count).max() ?? 0
    return (0..<count).map { line in
      let texts = cells.map { cell in
        let place = fromBottom ? line - (count - cell.count) : line
        return cell.indices.contains(place) ? cell[place] : ""
      }
      return Table.line(texts, columns.map(\.column), widths, style)
    }
  }

  /// The names that a row shares with those below it, where it is the first of them.
  private func headLines(_ row: Int, _ style: TerminalStyle) -> String {
    guard row == 0 || heads.contains(where: { $0.cells[row] != $0.cells[row - 1] }) else {
      return ""
    }
    let names = heads.map { "\($0.header.joined(separator: " ")) \($0.cells[row])" }
    guard !names.isEmpty else { return "" }
    let lines = TextLines.lines(
      names.joined(separator: ", "), to: width, breakingWords: true)
    return (row == 0 ? "" : "\n") + lines.map { style.bold($0) + "\n" }.joined()
  }

  /// The sentences and commands of a row; sentences under their headers where there are several.
  private func linesBelow(_ row: Int) -> [String] {
    below.filter { !$0.cells[row].isEmpty && $0.cells[row] != "-" }.flatMap { column in
      let isCommand = column.column.content == .commands
      let name =
        below.count > 1 && !isCommand ? "\(column.header.joined(separator: " ")): " : ""
      return TextLines.lines(
        name + column.cells[row], to: width - 2, breakingWords: !isCommand
      ).map { "  " + $0 }
    }
  }

  /// What is missing, and how to see it.
  private var note: String? {
    guard leftOut.isEmpty else {
      return "Left out: \(leftOut.reversed().joined(separator: ", ")). --wide shows every column."
    }
    return hasCutNames ? "Names are shortened; --wide writes them whole." : nil
  }
}
