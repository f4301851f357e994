import Foundation
import GRDB

/// Every row of every table of a store, to compare two.
enum StoreTables {
  static func rows(of path: URL) throws -> [String: [String]] {
    let queue = try DatabaseQueue(path: path.path)
    defer { try? queue.close() }
    return try queue.read { database in
      var tables: [String: [String]] = [:]
      let names = try String.fetchAll(
        database, sql: "SELECT name FROM sqlite_schema WHERE type = 'table' AND name != 'latest'")
      for name in names {
        tables[name] = try Row.fetchAll(database, sql: "SELECT * FROM \(name)")
          .map { "\($0)" }.sorted()
      }
      return tables
    }
  }

  static func count(_ table: String, of path: URL) throws -> Int {
    try rows(of: path)[table]?.count ?? 0
  }
}
