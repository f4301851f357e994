import Foundation
import ScrollSweeps

/// Every row of every table of a store, to compare two.
enum StoreTables {
  static func rows(of path: URL) throws -> [String: [String]] {
    let database = try Database(path: path.path)
    var tables: [String: [String]] = [:]
    for name in try database.tables() {
      tables[name] = try database.rows("SELECT * FROM \(name)").map { "\($0.values)" }.sorted()
    }
    return tables
  }

  static func count(_ table: String, of path: URL) throws -> Int {
    try rows(of: path)[table]?.count ?? 0
  }
}
