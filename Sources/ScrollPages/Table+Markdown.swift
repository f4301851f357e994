extension Table {
  /// A table in GitHub's Markdown, its columns aligned in the source, too.
  ///
  /// What would be markup in a cell is escaped, bars and tags above all; line breaks and other
  /// control characters become spaces.
  package func markdown() -> String {
    let header = columns.map { Self.markdownCell($0.header) }
    let cells = rows.map { $0.map(Self.markdownCell) }
    let widths = columns.indices.map { column in
      max(3, ([header] + cells).map { $0[column].displayWidth }.max() ?? 0)
    }
    let rule = zip(columns, widths).map { column, width in
      column.alignment == .left
        ? String(repeating: "-", count: width)
        : String(repeating: "-", count: width - 1) + ":"
    }
    return ([header, rule] + cells).map { row in
      "| "
        + columns.indices.map { pad(row[$0], column: $0, to: widths[$0]) }
        .joined(separator: " | ") + " |\n"
    }.joined()
  }

  private func pad(_ cell: String, column: Int, to width: Int) -> String {
    let padding = String(repeating: " ", count: width - cell.displayWidth)
    return columns[column].alignment == .left ? cell + padding : padding + cell
  }

  private static func markdownCell(_ cell: String) -> String {
    var escaped = ""
    for scalar in cell.unicodeScalars {
      switch scalar {
      case "|", "\\", "<", "&", "`", "*", "[": escaped += "\\\(scalar)"
      case _ where scalar.isHidden: escaped += " "
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}
