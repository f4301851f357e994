extension ReportCard {
  /// The card as lines: its heading, a line for each row, the sentence.
  ///
  /// - Parameters:
  ///   - width: the most columns of the sentence.
  ///   - style: whether the heading and what decides are bold.
  /// - Returns: lines that end with a line break.
  package func text(width: Int, style: TerminalStyle = .plain) -> String {
    let labels = rows.map(\.label.visible.displayWidth).max() ?? 0
    var text = style.bold(heading.visible) + "\n"
    for row in rows {
      let padding = String(repeating: " ", count: labels - row.label.visible.displayWidth + 2)
      let value = row.value.visible
      text += "  \(row.label.visible)\(padding)\(row.isBold ? style.bold(value) : value)\n"
    }
    guard !note.isEmpty else { return text }
    for line in TextLines.lines(note.visible, to: width - 2) { text += "  \(line)\n" }
    return text
  }
}
