import ScrollSweeps

extension SchemaTable {
  /// The first comment that has a line of its own; empty if there is none.
  var summary: String {
    lines.first { $0.hasPrefix("--") }.map { Self.trimmed($0.dropFirst(2)) } ?? ""
  }

  /// The comment after a column; empty if there is none.
  func summary(of column: Column) -> String {
    guard let line = lines.first(where: { $0.hasPrefix(column.name + " " + column.type) }),
      let dashes = line.ranges(of: "--").first
    else { return "" }
    return Self.trimmed(line[dashes.upperBound...])
  }

  private var lines: [String] { sql.split(separator: "\n").map { Self.trimmed($0) } }

  private static func trimmed(_ text: Substring) -> String {
    let blank: (Character) -> Bool = { $0 == " " }
    let start = text.firstIndex { !blank($0) } ?? text.endIndex
    let end = text.lastIndex { !blank($0) }.map { text.index(after: $0) } ?? text.endIndex
    return start < end ? String(text[start..<end]) : ""
  }
}
