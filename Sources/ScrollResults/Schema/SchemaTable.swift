/// A table or view of the schema, and what the comments in its definition say.
struct SchemaTable: Sendable {
  struct Column: Sendable {
    let name: String
    let type: String
    let isOptional: Bool
    /// The comment after the column; empty if there is none.
    let summary: String
  }

  let name: String
  let isView: Bool
  /// The first comment that has a line of its own.
  let summary: String
  let columns: [Column]

  /// Reads the comments of a definition; SQLite keeps it as it was written.
  init(
    name: String, isView: Bool, columns: [(name: String, type: String, isOptional: Bool)],
    sql: String
  ) {
    let lines = sql.split(separator: "\n").map { Self.trimmed($0) }
    self.name = name
    self.isView = isView
    summary =
      lines.first { $0.hasPrefix("--") }.map { Self.trimmed($0.dropFirst(2)) } ?? ""
    self.columns = columns.map { column in
      let line = lines.first { $0.hasPrefix(column.name + " " + column.type) }
      return Column(
        name: column.name, type: column.type, isOptional: column.isOptional,
        summary: line.map(Self.comment) ?? "")
    }
  }

  var columnNames: [String] { columns.map(\.name) }

  private static func comment(of line: String) -> String {
    guard let dashes = line.ranges(of: "--").first else { return "" }
    return trimmed(line[dashes.upperBound...])
  }

  private static func trimmed(_ text: Substring) -> String {
    let blank: (Character) -> Bool = { $0 == " " }
    let start = text.firstIndex { !blank($0) } ?? text.endIndex
    let end = text.lastIndex { !blank($0) }.map { text.index(after: $0) } ?? text.endIndex
    return start < end ? String(text[start..<end]) : ""
  }
}
