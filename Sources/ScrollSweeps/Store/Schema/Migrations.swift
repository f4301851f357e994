import GRDB

/// The schema's history: every store has gone through it from the first to the last.
///
/// A migration is never changed once a store may have gone through it; a new one is a file beside
/// the others, and a line here.
enum Migrations {
  static let all: [(name: String, statements: [String])] = [
    (Migration1.name, Migration1.statements),
    (Migration2.name, Migration2.statements),
    (Migration3.name, Migration3.statements),
    (Migration4.name, Migration4.statements),
    (Migration5.name, Migration5.statements),
    (Migration6.name, Migration6.statements),
    (Migration7.name, Migration7.statements),
    (Migration8.name, Migration8.statements),
  ]

  static let names = all.map(\.name)

  static let migrator: DatabaseMigrator = {
    var migrator = DatabaseMigrator()
    for (name, statements) in all {
      migrator.registerMigration(name) { database in
        for statement in statements { try database.execute(sql: statement) }
      }
    }
    return migrator
  }()

  /// The names of the migrations that a store has gone through, known or not.
  ///
  /// One transaction, so that the table of them does not come into being between two looks.
  static func applied(to database: Database) throws -> Set<String> {
    var applied: Set<String> = []
    try database.inTransaction(.deferred) {
      let hasAny = try Bool.fetchOne(
        database,
        sql: "SELECT count(*) FROM sqlite_schema WHERE name = 'grdb_migrations'")
      if hasAny == true {
        applied = try String.fetchSet(database, sql: "SELECT identifier FROM grdb_migrations")
      }
      return .commit
    }
    return applied
  }
}
