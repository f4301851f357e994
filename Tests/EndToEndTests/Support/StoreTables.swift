import Foundation
import GRDB

/// Every row of every table of a store, to compare two; older ones lack some of the tables.
enum StoreTables {
  private static let names = [
    "trace", "profile", "scenario", "run", "part", "regret", "stall_regret", "sweep", "member",
    "tuning", "trial", "opening",
  ]

  static func rows(of path: URL) throws -> [String: [String]] {
    let queue = try DatabaseQueue(path: path.path)
    defer { try? queue.close() }
    return try queue.read { database in
      var tables: [String: [String]] = [:]
      for name in names where try database.tableExists(name) {
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
