/// A few figures under a title, in one or more columns, and a sentence.
///
/// Decisive figures are bold.
///
/// A page shows as many cards side by side as fit. Text and Markdown show one below the other.
package struct ReportCard: Sendable, Equatable {
  package struct Row: Sendable, Equatable {
    package var label: String
    /// The value in each column.
    package var values: [String]
    /// A Boolean value that indicates whether the values are decisive.
    var isBold: Bool

    package init(_ label: String, _ values: [String], isBold: Bool = false) {
      self.label = label
      self.values = values
      self.isBold = isBold
    }

    package init(_ label: String, _ value: String, isBold: Bool = false) {
      self.init(label, [value], isBold: isBold)
    }
  }

  /// The name of the device.
  var title: String
  /// A text that distinguishes the card from others with the same title, for instance the network;
  /// may be empty.
  package var subtitle: String
  /// The headers of the columns; empty for one column without a header.
  package var columns: [String]
  package var rows: [Row]
  /// A sentence; may be empty.
  package var note: String

  package init(
    title: String, subtitle: String = "", columns: [String] = [], rows: [Row], note: String = ""
  ) {
    self.title = title
    self.subtitle = subtitle
    self.columns = columns
    self.rows = rows
    self.note = note
  }

  /// The title followed by the subtitle.
  var heading: String { subtitle.isEmpty ? title : "\(title), \(subtitle)" }
}

extension ReportCard {
  /// Returns the card as a heading of the third level, a table and the sentence.
  package func markdown() -> String {
    var table = Table([.left("")] + (columns.isEmpty ? [""] : columns).map { .right($0) })
    for row in rows { table.append([row.label] + row.values) }
    let sentence = note.isEmpty ? "" : "\n\(MarkdownText.escaped(note))\n"
    return "### \(MarkdownText.escaped(heading))\n\n" + table.markdown() + sentence
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
