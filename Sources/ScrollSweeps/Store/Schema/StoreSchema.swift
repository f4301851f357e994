import GRDB

/// The tables of a store and their columns, as SQLite reads them.
package struct StoreSchema: Sendable {
  package let tables: [SchemaTable]

  /// The schema that this version of scrollsim reads and writes.
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
        let isView = row[1] == "view"
        let columns = try Row.fetchAll(
          database, sql: "SELECT name, type, \"notnull\" OR pk, pk FROM pragma_table_info(?)",
          arguments: [name]
        ).map { column in
          let values = isView ? .text : Schema.values[name]?[column[0]]
          guard let values else {
            preconditionFailure("no values are listed for column \(name).\(column[0] as String)")
          }
          return SchemaTable.Column(
            name: column[0], type: column[1], isOptional: !(column[2] as Bool),
            isInKey: column[3] as Int > 0, values: values)
        }
        return SchemaTable(name: name, isView: isView, columns: columns, sql: row[2])
      }
    }
  }

  /// Returns the table or view with a name.
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
    /// A Boolean value that indicates whether the column is part of the primary key.
    let isInKey: Bool
    /// The values that the column may have besides null.
    package let values: ColumnValues

    var isReal: Bool { if case .number = values { true } else { false } }
  }

  package let name: String
  package let isView: Bool
  package let columns: [Column]
  /// The definition with its comments; SQLite keeps it as it was written.
  package let sql: String

  package var columnNames: [String] { columns.map(\.name) }
}

extension SchemaTable {
  static let trace = StoreSchema.current["trace"]
  static let profile = StoreSchema.current["profile"]
  static let scenario = StoreSchema.current["scenario"]
  static let run = StoreSchema.current["run"]
  static let part = StoreSchema.current["part"]
  static let regret = StoreSchema.current["regret"]
  static let stallRegret = StoreSchema.current["stall_regret"]
  static let sweep = StoreSchema.current["sweep"]
  static let member = StoreSchema.current["member"]
  static let budgetRule = StoreSchema.current["budget_rule"]
  static let tuning = StoreSchema.current["tuning"]
  static let trial = StoreSchema.current["trial"]
  static let stream = StoreSchema.current["stream"]
  static let replay = StoreSchema.current["replay"]
  static let opening = StoreSchema.current["opening"]
}
