extension ReportCard {
  /// The card as a heading of the third level, a list and the sentence.
  package func markdown() -> String {
    let lines = rows.map { row in
      let value = MarkdownText.escaped(row.value)
      return "- \(MarkdownText.escaped(row.label)): \(row.isBold ? "**\(value)**" : value)\n"
    }
    let sentence = note.isEmpty ? "" : "\n\(MarkdownText.escaped(note))\n"
    return "### \(MarkdownText.escaped(heading))\n\n" + lines.joined() + sentence
  }
}
