import ScrollCharts
import ScrollPages

extension SweepReport {
  /// The report for GitHub and its kin: the answer, then a table for every picture.
  package func markdown() -> String {
    var text = "# \(Self.escaped(title))\n\n\(question)\n\n"
    text += answer.map { "- \(Self.escaped($0.visible))\n" }.joined()
    for exhibit in exhibits + provenance {
      text += "\n## \(exhibit.heading)\n\n"
      for note in exhibit.notes { text += Self.escaped(note.visible) + "\n\n" }
      for picture in exhibit.pictures {
        text += "### \(Self.escaped(picture.drawing.title))\n\n"
        text += Self.escaped(picture.drawing.summary) + "\n\n" + picture.table.markdown() + "\n"
      }
      if let table = exhibit.table { text += table.markdown() }
    }
    return text
  }

  /// Text in which nothing is markup.
  private static func escaped(_ text: String) -> String {
    var escaped = ""
    for character in text {
      if "\\`*_{}[]<>#|&".contains(character) { escaped += "\\" }
      escaped.append(character)
    }
    return escaped
  }
}
