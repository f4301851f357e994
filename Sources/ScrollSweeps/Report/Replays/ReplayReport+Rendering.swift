package import ScrollPages

extension ReplayReport {
  /// The report for a terminal.
  /// - Parameters:
  ///   - width: the columns that tables may take; nil for all that they need.
  ///   - style: of bold and colors.
  /// - Returns: a summary, and the parts with their tables.
  package func text(fitting width: Int?, style: TerminalStyle) -> String {
    var text = "\(summary)\n"
    for exhibit in exhibits {
      text += "\n\(exhibit.heading)\n\n"
      for note in exhibit.notes { text += "\(note)\n\n" }
      for table in exhibit.tables { text += table.table.text(fitting: width, style: style) }
    }
    return text
  }

  package var markdown: String {
    var text = "# \(Self.title)\n\n\(summary)\n"
    for exhibit in exhibits {
      text += "\n## \(exhibit.heading)\n\n"
      for note in exhibit.notes { text += "\(note)\n\n" }
      for table in exhibit.tables { text += table.table.markdown() }
    }
    return text
  }

  /// The report as one HTML file.
  /// - Parameter made: the program that made it.
  /// - Returns: the page.
  package func page(made: String) -> Page {
    var content = Markup()
    content.element("h1", text: Self.title)
    content.element("p", text: summary)
    for exhibit in exhibits {
      content.element("section", ["id": exhibit.id, "aria-labelledby": "\(exhibit.id)-title"]) {
        $0.element("h2", ["id": "\(exhibit.id)-title"], text: exhibit.heading)
        exhibit.append(to: &$0)
      }
    }
    content.element("p", ["class": "note"], text: "Made by \(made).")
    return Page(title: Self.title, content: content)
  }
}
