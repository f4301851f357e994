import ScrollPages

extension SweepReport {
  /// The report for GitHub and its kin: the answer, then a table for every picture.
  package func markdown() -> String {
    var text = "# \(MarkdownText.escaped(title))\n\n\(question)\n\n"
    text += answer.map { "- \(MarkdownText.escaped($0))\n" }.joined()
    if runCount > 0 {
      for card in cards { text += "\n" + card.markdown() }
    }
    for exhibit in exhibits + provenance {
      text += "\n## \(exhibit.heading)\n\n"
      for note in exhibit.notes { text += MarkdownText.escaped(note) + "\n\n" }
      for picture in exhibit.pictures {
        text += "### \(MarkdownText.escaped(picture.drawing.title))\n\n"
        text +=
          MarkdownText.escaped(picture.drawing.summary) + "\n\n" + picture.table.markdown() + "\n"
      }
      if let table = exhibit.table { text += table.markdown() }
    }
    return text
  }
}
