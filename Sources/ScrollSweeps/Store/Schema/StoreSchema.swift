import GRDB

/// The tables of a store and their columns, as SQLite reads them.
package struct StoreSchema: Sendable {
  package let tables: [SchemaTable]

  /// What this version of scrollsim reads and writes.
  package static let current: StoreSchema = {
    do {
      return try StoreSchema()
    } catch {
      preconditionFailure("the schema is not valid: \(error)")
    }
  }()

  private init() throws {
    tables = try DatabaseQueue().write { database in
      for statement in Schema.statements { try database.execute(sql: statement) }
      return try Row.fetchAll(
        database,
        sql: """
          SELECT name, type, sql FROM sqlite_schema
          WHERE type IN ('table', 'view') ORDER BY rowid
          """
      ).map { row in
        let name: String = row[0]
        let columns = try Row.fetchAll(
          database, sql: "SELECT name, type, \"notnull\" OR pk FROM pragma_table_info(?)",
          arguments: [name]
        ).map { SchemaTable.Column(name: $0[0], type: $0[1], isOptional: !($0[2] as Bool)) }
        return SchemaTable(name: name, isView: row[1] == "view", columns: columns, sql: row[2])
      }
    }
  }

  /// The table or view of a name.
  /// - Precondition: there is one.
  package subscript(name: String) -> SchemaTable {
    guard let table = tables.first(where: { $0.name == name }) else {
      preconditionFailure("there is no table '\(name)'")
    }
    return table
  }
}

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
