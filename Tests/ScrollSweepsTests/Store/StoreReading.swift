import GRDB
import ScrollSweeps

extension ResultStore {
  /// All rows of a sweep at once.
  func allRows(of sweep: SweepRecord) throws -> [RunRow] {
    var rows: [RunRow] = []
    try self.rows(of: sweep.key) { rows.append($0) }
    return rows
  }
}

/// A store's file as anybody with SQLite sees it.
enum RawStore {
  /// Runs statements on a file.
  static func execute(_ sql: String, on path: String) throws {
    let queue = try DatabaseQueue(path: path)
    try queue.writeWithoutTransaction { try $0.execute(sql: sql) }
    try queue.close()
  }

  /// The first value of a query.
  static func value(_ sql: String, in path: String) throws -> String? {
    try DatabaseQueue(path: path).read { try String.fetchOne($0, sql: sql) }
  }

  /// Every table with its rows in order of their text: equal if the stores are.
  ///
  /// The note of the latest sweep is left out, since it depends on the order of commands.
  static func dump(_ path: String) throws -> [String] {
    try DatabaseQueue(path: path).read { database in
      let tables = try String.fetchAll(
        database,
        sql:
          "SELECT name FROM sqlite_schema WHERE type = 'table' AND name != 'latest' ORDER BY name")
      return try tables.flatMap { table in
        try Row.fetchAll(database, sql: "SELECT * FROM \(table)")
          .map { "\(table): \($0)" }.sorted()
      }
    }
  }
}
