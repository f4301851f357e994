import ScrollSimulation
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
    try Database(path: path).execute(sql)
  }

  /// The first value of a query.
  static func value(_ sql: String, in path: String) throws -> String? {
    switch try Database(path: path).rows(sql).first?.values[0] {
    case .text(let text): text
    case let value?: "\(value)"
    case nil: nil
    }
  }

  /// Every table with its rows in order of their text: equal if the stores are.
  ///
  /// The note of the latest sweep is left out, since it depends on the order of commands.
  static func dump(_ path: String) throws -> [String] {
    let database = try Database(path: path)
    return try database.tables().flatMap { table in
      try database.rows("SELECT * FROM \(table)").map { "\(table): \($0.values)" }.sorted()
    }
  }
}
