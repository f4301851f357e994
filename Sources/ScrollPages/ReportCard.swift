/// What is recommended for one device: a title, a few figures, those that decide in bold, and a
/// sentence.
///
/// A page shows cards side by side, as many as fit; text and Markdown one below the other.
package struct ReportCard: Sendable, Equatable {
  package struct Row: Sendable, Equatable {
    package var label: String, value: String
    /// Whether the value is what decides.
    package var isBold: Bool

    package init(_ label: String, _ value: String, isBold: Bool = false) {
      self.label = label
      self.value = value
      self.isBold = isBold
    }
  }

  /// The device.
  package var title: String
  /// What else tells it from the other cards, for instance the network; may be empty.
  package var subtitle: String
  package var rows: [Row]
  /// A sentence; may be empty.
  package var note: String

  package init(title: String, subtitle: String = "", rows: [Row], note: String = "") {
    self.title = title
    self.subtitle = subtitle
    self.rows = rows
    self.note = note
  }

  /// The title with the subtitle behind it.
  var heading: String { subtitle.isEmpty ? title : "\(title), \(subtitle)" }
}

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

/// Text for GitHub's Markdown.
package enum MarkdownText {
  /// The text as a paragraph in which nothing is markup.
  package static func escaped(_ text: String) -> String {
    var escaped = ""
    for character in text.visible {
      if "\\`*_{}[]<>#|&".contains(character) { escaped += "\\" }
      escaped.append(character)
    }
    return escaped
  }
}
