internal import CSQLite
import ScrollCore
import ScrollSimulation

/// A connection to an SQLite database, and its prepared statements.
///
/// One thread at a time may use it.
package final class Database {
  /// The kinds of access to the file.
  enum Access {
    /// Reads and writes, and creates the file if there is none.
    case writing
    /// Reads a file that no process changes, without locks.
    case immutable
    /// Reads and writes tables in memory; the path has no meaning.
    case memory
  }

  private var handle: OpaquePointer?
  private var statements: [String: Statement] = [:]

  /// Opens a database.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - wait: The time to wait for the locks of other connections.
  /// - Throws: `SQLiteError` if the file cannot be opened, or contains no database.
  package convenience init(path: String, wait: Duration = .zero) throws {
    try self.init(path: path, access: .writing, wait: wait)
  }

  /// Opens a database in memory.
  convenience init() throws { try self.init(path: "", access: .memory, wait: .zero) }

  init(path: String, access: Access, wait: Duration) throws {
    // Some paths have a special meaning for SQLite: none, `:memory:`, `file:...`. A path that begins
    // with a folder has none.
    let file = path.hasPrefix("/") ? path : "./" + path
    var name = file
    var flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
    switch access {
    case .writing: break
    case .immutable:
      name = "file:\(Self.escaped(file))?immutable=1"
      flags = SQLITE_OPEN_READONLY | SQLITE_OPEN_URI
    case .memory: name = ":memory:"
    }
    do {
      // Also after an error, SQLite returns a connection with the message.
      try check(sqlite3_open_v2(name, &handle, flags | SQLITE_OPEN_NOMUTEX, nil))
      try check(sqlite3_extended_result_codes(handle, 1))
      let milliseconds = wait / .milliseconds(1)
      try check(sqlite3_busy_timeout(handle, Int32(min(milliseconds, Double(Int32.max)))))
      try execute("PRAGMA foreign_keys = 1")
      // SQLite reads the file only now.
      try execute("SELECT 1 FROM sqlite_schema LIMIT 1")
    } catch {
      close()
      throw error
    }
  }

  deinit { close() }

  /// Closes the connection; closing it again is allowed.
  package func close() {
    statements = [:]
    sqlite3_close_v2(handle)
    handle = nil
  }

  private static func escaped(_ path: String) -> String {
    path.utf8.map { byte in
      let character = Character(UnicodeScalar(byte))
      if character.isASCII, character.isLetter || character.isNumber || "/._-".contains(character) {
        return String(character)
      }
      return "%" + byte.hexadecimal
    }.joined()
  }

  fileprivate func check(_ code: Int32) throws {
    guard code == SQLITE_OK else { throw error(code) }
  }

  fileprivate func error(_ code: Int32) -> SQLiteError {
    let message: UnsafePointer<CChar> = sqlite3_errmsg(handle) ?? sqlite3_errstr(code)
    return SQLiteError(code: code, message: String(cString: message))
  }
}

/// An error that SQLite reports.
package struct SQLiteError: Error {
  /// The extended result code, as in `sqlite3.h`.
  let code: Int32
  let message: String

  /// The result code without its extension.
  var primaryCode: Int32 { code & 0xff }

  /// A Boolean value that indicates whether another connection holds a lock.
  var isLock: Bool { [SQLITE_BUSY, SQLITE_LOCKED, SQLITE_PROTOCOL].contains(primaryCode) }
}

extension Database {
  /// The kinds of transactions.
  enum TransactionKind: String {
    /// Locks the database when it first reads or writes.
    case deferred = "DEFERRED"
    /// Locks the database against other writers at once.
    case immediate = "IMMEDIATE"
  }

  /// Runs statements without arguments, separated by semicolons.
  package func execute(_ statements: String) throws {
    try check(sqlite3_exec(handle, statements, nil, nil, nil))
  }

  /// Runs a closure in a transaction, which is undone if the closure throws an error.
  func inTransaction<Value>(_ kind: TransactionKind, _ body: () throws -> Value) throws -> Value {
    try execute("BEGIN \(kind.rawValue)")
    do {
      let value = try body()
      try execute("COMMIT")
      return value
    } catch {
      // Some errors have undone it already; on a broken disk this fails, too.
      if sqlite3_get_autocommit(handle) == 0 { try? execute("ROLLBACK") }
      throw error
    }
  }

  /// Moves the content of the write-ahead log into the file, as far as no other process needs it.
  func checkpoint() throws {
    try check(sqlite3_wal_checkpoint_v2(handle, nil, SQLITE_CHECKPOINT_PASSIVE, nil, nil))
  }

  /// Returns a statement, which is prepared once.
  ///
  /// - Precondition: the rows of its earlier use are not needed any more.
  func statement(_ sql: String) throws -> Statement {
    if let known = statements[sql] { return known }
    var handle: OpaquePointer?
    try check(
      sqlite3_prepare_v3(self.handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &handle, nil))
    guard let handle else { preconditionFailure("'\(sql)' is no statement") }
    let statement = Statement(handle, of: self)
    statements[sql] = statement
    return statement
  }

  /// Runs a statement with these arguments.
  /// - Returns: the number of rows that it has inserted, updated or deleted.
  @discardableResult
  package func run(_ sql: String, _ arguments: [StoredValue] = []) throws -> Int {
    try statement(sql).run(arguments)
  }

  /// Returns all rows of a query.
  package func rows(_ sql: String, _ arguments: [StoredValue] = []) throws -> [Row] {
    try rows(sql, arguments) { $0 }
  }

  /// Returns the records of all rows of a query.
  func rows<Record>(
    _ sql: String, _ arguments: [StoredValue] = [], _ record: (Row) throws -> Record
  ) throws -> [Record] {
    let statement = try statement(sql)
    try statement.start(arguments)
    defer { statement.stop() }
    var records: [Record] = []
    while let row = try statement.next() { records.append(try record(row)) }
    return records
  }

  /// Returns the first row of a query; `nil` if there is none.
  func row(_ sql: String, _ arguments: [StoredValue] = []) throws -> Row? {
    let statement = try statement(sql)
    try statement.start(arguments)
    defer { statement.stop() }
    return try statement.next()
  }

  /// Returns the names of the tables, without that of the latest sweep.
  package func tables() throws -> [String] {
    try rows(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name != 'latest' ORDER BY name"
    ) { try $0.decode(0) }
  }

  /// Returns the number in the first column of the first row of a query; `nil` if there is none.
  func integer(_ sql: String, _ arguments: [StoredValue] = []) throws -> Int? {
    try row(sql, arguments)?.decode(0)
  }

  /// Returns the text in the first column of the first row of a query; `nil` if there is none.
  func text(_ sql: String, _ arguments: [StoredValue] = []) throws -> String? {
    try row(sql, arguments)?.decode(0)
  }
}

/// A prepared statement of a connection.
final class Statement {
  private let handle: OpaquePointer
  private unowned let database: Database
  /// A Boolean value that indicates whether the statement has begun and not ended.
  private var isRunning = false

  fileprivate init(_ handle: OpaquePointer, of database: Database) {
    self.handle = handle
    self.database = database
  }

  deinit { sqlite3_finalize(handle) }

  /// Runs the statement.
  /// - Returns: the number of rows that it has inserted, updated or deleted.
  @discardableResult
  func run(_ arguments: [StoredValue]) throws -> Int {
    try start(arguments)
    while try step() {}
    return Int(sqlite3_changes(sqlite3_db_handle(handle)))
  }

  /// Begins to run the statement; `next` returns its rows.
  ///
  /// Arguments that are not given are null.
  func start(_ arguments: [StoredValue]) throws {
    stop()
    sqlite3_clear_bindings(handle)
    for (place, argument) in zip(Int32(1)..., arguments) {
      let code =
        switch argument {
        case .null: sqlite3_bind_null(handle, place)
        case .integer(let value): sqlite3_bind_int64(handle, place, Int64(value))
        case .real(let value): sqlite3_bind_double(handle, place, value)
        case .text(let value):
          sqlite3_bind_text(
            handle, place, value, Int32(clamping: value.utf8.count), Self.copiesText)
        }
      try database.check(code)
    }
    isRunning = true
  }

  /// `SQLITE_TRANSIENT`, with which SQLite copies a text at once.
  ///
  /// C defines it as a cast of -1 to a function, which Swift does not import.
  private static let copiesText = unsafeBitCast(-1, to: sqlite3_destructor_type.self)

  /// Returns the next row; `nil` after the last one.
  func next() throws -> Row? {
    // SQLite would begin anew.
    guard isRunning, try step() else { return nil }
    return Row(values: (0..<sqlite3_column_count(handle)).map(value))
  }

  private func step() throws -> Bool {
    switch sqlite3_step(handle) {
    case SQLITE_ROW: return true
    case SQLITE_DONE:
      stop()
      return false
    case let code:
      let error = database.error(code)
      stop()
      throw error
    }
  }

  /// Ends the statement before its last row, and releases its locks.
  func stop() {
    sqlite3_reset(handle)
    isRunning = false
  }

  private func value(_ column: Int32) -> StoredValue? {
    switch sqlite3_column_type(handle, column) {
    case SQLITE_NULL: return .null
    case SQLITE_INTEGER: return .integer(Int(sqlite3_column_int64(handle, column)))
    case SQLITE_FLOAT: return .real(sqlite3_column_double(handle, column))
    case SQLITE_TEXT:
      let bytes = UnsafeBufferPointer(
        start: sqlite3_column_text(handle, column), count: Int(sqlite3_column_bytes(handle, column))
      )
      return .text(String(decoding: bytes, as: UTF8.self))
    default: return nil
    }
  }
}

/// A row of a query.
package struct Row {
  /// The values, in the order of the columns; `nil` for a blob.
  package let values: [StoredValue?]

  /// Returns the value of a column.
  /// - Throws: `UnexpectedContent` for a value of another type.
  func decode<Value: ColumnType>(_ index: Int) throws -> Value {
    guard let stored = values[index], let value = Value(stored: stored) else {
      throw UnexpectedContent(
        description: "column \(index) of a query is \(values[index].map { "\($0)" } ?? "a blob")")
    }
    return value
  }
}

/// The types that a column can be read as.
protocol ColumnType {
  init?(stored: StoredValue)
}

extension Int: ColumnType {
  init?(stored: StoredValue) {
    guard case .integer(let value) = stored else { return nil }
    self = value
  }
}

extension Double: ColumnType {
  init?(stored: StoredValue) {
    switch stored {
    case .integer(let value): self = Double(value)
    case .real(let value): self = value
    default: return nil
    }
  }
}

extension String: ColumnType {
  init?(stored: StoredValue) {
    guard case .text(let value) = stored else { return nil }
    self = value
  }
}

extension Optional: ColumnType where Wrapped: ColumnType {
  init?(stored: StoredValue) {
    guard stored != .null else {
      self = .none
      return
    }
    guard let value = Wrapped(stored: stored) else { return nil }
    self = .some(value)
  }
}
