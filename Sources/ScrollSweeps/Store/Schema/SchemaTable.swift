/// A table or view of the schema.
package struct SchemaTable: Sendable {
  package struct Column: Sendable {
    package let name: String
    package let type: String
    package let isOptional: Bool
  }

  package let name: String
  package let isView: Bool
  package let columns: [Column]
  /// Its definition with its comments: SQLite keeps it as it was written.
  package let sql: String

  package var columnNames: [String] { columns.map(\.name) }
}
