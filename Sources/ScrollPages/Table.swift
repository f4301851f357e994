/// Rows of text under a header, for people, spreadsheets and Markdown.
///
///     var table = Table([.left("policy"), .right("hits")])
///     table.append(["lru", "81.2 %"])
///     print(table.text())
///
/// Cells are text, already rounded. Every rendering ends with a line break.
package struct Table: Sendable, Equatable {
  /// A column: its header, and the side its cells lean on.
  package struct Column: Sendable, Equatable {
    package enum Alignment: Sendable { case left, right }

    package let header: String
    package let alignment: Alignment

    /// A column of words.
    package static func left(_ header: String) -> Column {
      Column(header: header, alignment: .left)
    }

    /// A column of figures.
    package static func right(_ header: String) -> Column {
      Column(header: header, alignment: .right)
    }
  }

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
