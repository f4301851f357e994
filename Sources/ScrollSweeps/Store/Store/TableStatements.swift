import GRDB
import ScrollSimulation

/// The statements that insert a row into a table, built from its columns.
struct TableStatements: Sendable {
  /// The statement that inserts a row and does not change an existing one with the same key.
  let insert: String
  /// The statement that keeps, of two rows with one key, the one whose columns come first in order,
  /// so that the order of writing does not matter.
  let insertLeast: String

  /// Creates the statements of a table.
  /// - Parameters:
  ///   - table: The table's name.
  ///   - keyColumns: The number of columns of the key, which come first.
  private init(_ table: String, keyColumns: Int = 1) {
    let columns = StoreSchema.current[table].columnNames
    let key = columns[..<keyColumns].joined(separator: ", ")
    let others = columns[keyColumns...]
    let places = columns.map { _ in "?" }.joined(separator: ", ")
    let row = "INSERT INTO \(table) (\(columns.joined(separator: ", "))) VALUES (\(places))"
    let theirs = others.map { "excluded.\($0)" }.joined(separator: ", ")
    let ours = others.map { "\(table).\($0)" }.joined(separator: ", ")
    insert = row + " ON CONFLICT (\(key)) DO NOTHING"
    insertLeast =
      row + " ON CONFLICT (\(key)) DO UPDATE SET "
      + others.map { "\($0) = excluded.\($0)" }.joined(separator: ", ")
      + " WHERE (\(theirs)) < (\(ours))"
  }

  static let trace = Self("trace")
  static let profile = Self("profile")
  static let scenario = Self("scenario")
  static let run = Self("run")
  static let part = Self("part", keyColumns: 3)
  static let regret = Self("regret")
  static let stallRegret = Self("stall_regret")
  static let sweep = Self("sweep")
  static let member = Self("member", keyColumns: 2)
  static let budgetRule = Self("budget_rule", keyColumns: 3)
  static let tuning = Self("tuning")
  static let trial = Self("trial", keyColumns: 3)
  static let stream = Self("stream")
  static let replay = Self("replay")
  static let opening = Self("opening")
}

extension Database {
  /// Runs a prepared statement with these values.
  func run(_ statement: Statement, _ values: [StoredValue]) throws {
    statement.setUncheckedArguments(StatementArguments(values.map(\.databaseValue)))
    try statement.execute()
  }

  /// Runs a statement that is prepared once for each connection.
  func run(_ sql: String, _ values: [StoredValue]) throws {
    try run(cachedStatement(sql: sql), values)
  }

  /// Stores the spec of a sweep that drew sessions up to a target, in place of a spec without a
  /// target.
  ///
  /// The intervals in reports on this sweep share their error probability among several looks.
  func keepTarget(of sweep: SweepRecord) throws {
    guard SweepReport.looks(of: sweep.spec) > 1 else { return }
    try execute(
      sql: "UPDATE sweep SET spec = ? WHERE key = ?",
      arguments: [sweep.spec, sweep.key.description])
  }
}

extension StoredValue {
  fileprivate var databaseValue: DatabaseValue {
    switch self {
    case .null: .null
    case .integer(let value): value.databaseValue
    case .real(let value): value.databaseValue
    case .text(let value): value.databaseValue
    }
  }
}
