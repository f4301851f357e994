/// Rows of text under a header, for people, spreadsheets and Markdown.
///
///     var table = Table([.left("policy"), .right("hits")])
///     table.append(["lru", "81.2 %"])
///     print(table.text())
///
/// Cells are text, already rounded. Every rendering ends with a line break.
package struct Table: Sendable, Equatable {
  package let columns: [Column]
  package private(set) var rows: [[String]] = []

  /// A table without rows.
  package init(_ columns: [Column]) { self.columns = columns }

  /// Adds a row.
  /// - Precondition: it has a cell for every column.
  package mutating func append(_ row: [String]) {
    precondition(row.count == columns.count, "\(row.count) cells for \(columns.count) columns")
    rows.append(row)
  }
}
