import GRDB

/// The schema's history: every store has gone through it from the first to the last.
///
/// A migration is never changed once a store may have gone through it; a new one is a file beside
/// the others, and a line here.
enum Migrations {
  static let all: [(name: String, statements: [String])] = [
    (Migration1.name, Migration1.statements)
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
}
