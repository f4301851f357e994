/// The recommendation for one device: a title, a few figures, with the decisive ones in bold, and a
/// sentence.
///
/// A page shows cards side by side, as many as fit; text and Markdown show one below the other.
package struct ReportCard: Sendable, Equatable {
  package struct Row: Sendable, Equatable {
    package var label: String, value: String
    /// A Boolean value that indicates whether the value is decisive.
    package var isBold: Bool

    package init(_ label: String, _ value: String, isBold: Bool = false) {
      self.label = label
      self.value = value
      self.isBold = isBold
    }
  }

  /// The name of the device.
  package var title: String
  /// A further distinction from the other cards, for instance the network; may be empty.
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

  /// The title followed by the subtitle.
  var heading: String { subtitle.isEmpty ? title : "\(title), \(subtitle)" }
}

extension ReportCard {
  /// Returns the card as a heading of the third level, a list and the sentence.
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
  /// Returns the text as a paragraph without any markup.
  package static func escaped(_ text: String) -> String {
    var escaped = ""
    for character in text.visible {
      if "\\`*_{}[]<>#|&".contains(character) { escaped += "\\" }
      escaped.append(character)
    }
    return escaped
  }
}
