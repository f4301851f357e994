import GRDB
import ScrollCore

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// An operation that opens a store after examining its file, so that another program's file is not
/// changed.
struct StoreOpening {
  let path: String
  let access: ResultStore.Access
  let wait: Duration

  /// Opens the store; creates one if there is none, unless the access is `reading`.
  ///
  /// Processes that create one store at the same moment wait for SQLite's locks. SQLite itself does
  /// not wait for some locks, such as the lock for a change of the journal mode. So the whole
  /// operation is repeated for up to `wait`.
  func open() throws(ResultStoreError) -> DatabaseQueue {
    let clock = ContinuousClock()
    let deadline = clock.now + wait
    while true {
      do {
        return try attempt()
      } catch {
        guard ResultStoreError.isPassing(error), clock.now < deadline else {
          throw .of(error, file: path, access: access, waited: wait)
        }
        _ = usleep(10_000)
      }
    }
  }

  private func attempt() throws -> DatabaseQueue {
    _ = try StoreFile.examine(path, forWriting: access != .reading)
    let queue = try connect()
    do {
      let isEmpty = try queue.unsafeRead(isEmpty)
      switch access {
      case .reading: if isEmpty { throw ResultStoreError.empty(path) }
      case .shared, .alone:
        if isEmpty { try queue.writeWithoutTransaction(make) }
        try setJournal(queue)
      }
      return queue
    } catch {
      try? queue.close()
      throw error
    }
  }

  /// Returns a connection to the file.
  ///
  /// In a place that cannot be written, the connection uses no locks, as a last resort.
  ///
  /// To read a store that was `shared`, SQLite needs another file beside it, even an empty one. If
  /// this process cannot create that file, no other process can be writing in this place, so that
  /// locks are unnecessary.
  private func connect() throws -> DatabaseQueue {
    do {
      return try DatabaseQueue(path: sqlitePath, configuration: configuration)
    } catch let error as DatabaseError
      where access == .reading && !StoreFile.hasLog(path)
      && [.SQLITE_CANTOPEN, .SQLITE_READONLY].contains(error.resultCode)
    {
      var configuration = configuration
      configuration.readonly = true
      return try DatabaseQueue(
        path: "file:\(Self.escaped(sqlitePath))?immutable=1", configuration: configuration)
    }
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

  /// The path for SQLite, where some paths have a special meaning (none, `:memory:`, `file:...`); a
  /// path that begins with a folder has none.
  private var sqlitePath: String { path.hasPrefix("/") ? path : "./" + path }

  private var configuration: Configuration {
    var configuration = Configuration()
    configuration.foreignKeysEnabled = true
    let (seconds, attoseconds) = wait.components
    configuration.busyMode = .timeout(Double(seconds) + Double(attoseconds) / 1e18)
    // A broken disk may fail a rollback, too; that is an error and not a reason to trap.
    configuration.allowsUnsafeTransactions = true
    if access == .reading {
      // Not read-only: the unfinished transaction of a writer that died must be undone.
      configuration.prepareDatabase { try $0.execute(sql: "PRAGMA query_only = 1") }
    }
    return configuration
  }

  /// Returns a Boolean value that indicates whether the file has no tables yet.
  /// - Throws: `ResultStoreError` for tables of another version.
  private func isEmpty(_ database: Database) throws -> Bool {
    var isEmpty = false
    // A transaction, because another process may create the tables between the two queries.
    try database.inTransaction(.deferred) {
      isEmpty = try lacksTables(database)
      return .commit
    }
    return isEmpty
  }

  private func lacksTables(_ database: Database) throws -> Bool {
    let version = try Int.fetchOne(database, sql: "PRAGMA user_version") ?? 0
    if version == Schema.version {
      try refuseViews(database)
      return false
    }
    if version > Schema.version { throw ResultStoreError.newer(path) }
    let tables = try Int.fetchOne(database, sql: "SELECT count(*) FROM sqlite_schema")
    guard tables == 0 else { throw ResultStoreError.earlier(path) }
    return true
  }

  /// Throws an error if a view has the name of a table: it may have an infinite number of rows.
  private func refuseViews(_ database: Database) throws {
    let views = try Set(
      String.fetchAll(database, sql: "SELECT name FROM sqlite_schema WHERE type = 'view'"))
    for table in StoreSchema.current.tables where !table.isView && views.contains(table.name) {
      throw ResultStoreError.damaged(path, problem: "'\(table.name)' is a view, not a table")
    }
  }

  /// Creates the tables, unless another process has created them first.
  private func make(_ database: Database) throws {
    try database.inTransaction(.immediate) {
      let mark = try Int32.fetchOne(database, sql: "PRAGMA application_id")
      if mark == StoreFile.applicationID {
        guard try lacksTables(database) else { return .commit }
      } else {
        let tables = try Int.fetchOne(database, sql: "SELECT count(*) FROM sqlite_schema")
        guard mark == 0, tables == 0 else { throw ResultStoreError.foreign(path) }
      }
      for statement in Schema.statements { try database.execute(sql: statement) }
      try database.execute(
        sql: """
          PRAGMA application_id = \(StoreFile.applicationID);
          PRAGMA user_version = \(Schema.version)
          """)
      return .commit
    }
  }

  private func setJournal(_ queue: DatabaseQueue) throws {
    let (mode, synchronous) = access == .shared ? ("wal", "NORMAL") : ("delete", "FULL")
    try queue.writeWithoutTransaction { database in
      let found = try String.fetchOne(database, sql: "PRAGMA journal_mode = \(mode)")
      guard found == mode else {
        throw ResultStoreError.unwritable(
          path, problem: "its journal mode is '\(found ?? "unknown")' and cannot be '\(mode)'")
      }
      try database.execute(sql: "PRAGMA synchronous = \(synchronous)")
    }
  }
}
