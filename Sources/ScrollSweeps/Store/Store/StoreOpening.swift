import GRDB

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// One opening of a store: the file is examined first, and only a store is migrated.
struct StoreOpening {
  let path: String
  let access: ResultStore.Access
  let wait: Duration

  /// Opens, and if need be makes or migrates, the store.
  ///
  /// Processes that make one store at the same moment meet at SQLite's locks. Not every lock is
  /// waited for by SQLite itself, least of all that of a changing journal mode, so the whole is
  /// tried again until it has taken `wait`.
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
    let state = try StoreFile.examine(path, forWriting: access != .reading)
    let queue = try connect()
    do {
      if state == .vacant { try queue.writeWithoutTransaction(claim) }
      try queue.unsafeRead(refuseNewer)
      switch access {
      case .reading: try migrateToRead(queue)
      case .shared: try setJournal("wal", synchronous: "NORMAL", queue)
      case .alone: try setJournal("delete", synchronous: "FULL", queue)
      }
      if access != .reading { try migrate(queue) }
      return queue
    } catch {
      try? queue.close()
      throw error
    }
  }

  /// A connection to the file; to one in a place where nothing can be written, as a last resort,
  /// without its locks.
  ///
  /// A store that was shared is read with the help of a file beside it, even if there is nothing
  /// in that. Where it cannot be made, no process can be writing here.
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
      return (byte < 16 ? "%0" : "%") + String(byte, radix: 16)
    }.joined()
  }

  /// SQLite has paths with a meaning of their own (none, `:memory:`, `file:...`); a path that
  /// begins with a folder has none.
  private var sqlitePath: String { path.hasPrefix("/") ? path : "./" + path }

  private var configuration: Configuration {
    var configuration = Configuration()
    configuration.foreignKeysEnabled = true
    let (seconds, attoseconds) = wait.components
    configuration.busyMode = .timeout(Double(seconds) + Double(attoseconds) / 1e18)
    // A broken disk may fail a rollback, too; that is an error and no reason to stop.
    configuration.allowsUnsafeTransactions = true
    if access == .reading {
      // Not read-only: what a writer that died has left half-done must be undone.
      configuration.prepareDatabase { try $0.execute(sql: "PRAGMA query_only = 1") }
    }
    return configuration
  }

  /// Writes our mark into what is empty; that it is empty still is asked under the lock.
  private func claim(_ database: Database) throws {
    try database.inTransaction(.immediate) {
      let mark = try Int32.fetchOne(database, sql: "PRAGMA application_id")
      if mark == StoreFile.applicationID { return .commit }
      let tables = try Int.fetchOne(database, sql: "SELECT count(*) FROM sqlite_schema")
      guard mark == 0, tables == 0 else { throw ResultStoreError.foreign(path) }
      try database.execute(sql: "PRAGMA application_id = \(StoreFile.applicationID)")
      return .commit
    }
  }

  private func refuseNewer(_ database: Database) throws {
    let unknown = try Migrations.applied(to: database).subtracting(Migrations.names)
    guard unknown.isEmpty else {
      throw ResultStoreError.newer(path, unknown: unknown.sorted())
    }
  }

  /// Migrates an older store although it is only to be read: the queries have its new names.
  private func migrateToRead(_ queue: DatabaseQueue) throws {
    let applied = try queue.unsafeRead(Migrations.applied)
    guard !applied.isEmpty else { throw ResultStoreError.empty(path) }
    let lacking = Migrations.names.filter { !applied.contains($0) }
    guard !lacking.isEmpty else { return }
    do {
      _ = try StoreFile.examine(path, forWriting: true)
      try queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA query_only = 0") }
      try migrate(queue)
      try queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA query_only = 1") }
    } catch {
      let told = ResultStoreError.of(error, file: path, access: .alone, waited: wait)
      guard case .unwritable(_, let problem) = told else { throw error }
      throw ResultStoreError.older(path, lacking: lacking, problem: problem)
    }
  }

  private func setJournal(
    _ mode: String, synchronous: String, _ queue: DatabaseQueue
  ) throws {
    try queue.writeWithoutTransaction { database in
      let found = try String.fetchOne(database, sql: "PRAGMA journal_mode = \(mode)")
      guard found == mode else {
        throw ResultStoreError.unwritable(
          path, problem: "its journal mode is '\(found ?? "unknown")' and cannot be '\(mode)'")
      }
      try database.execute(sql: "PRAGMA synchronous = \(synchronous)")
    }
  }

  /// Applies the migrations that are lacking, unless another process is quicker: then what fails
  /// here has been done there.
  private func migrate(_ queue: DatabaseQueue) throws {
    var failure: (any Error)?
    var countBefore = -1
    while true {
      let applied = try queue.unsafeRead(Migrations.applied)
      if applied.isSuperset(of: Migrations.names) { return }
      if let failure, applied.count <= countBefore { throw failure }
      countBefore = applied.count
      do {
        try Migrations.migrator.migrate(queue)
      } catch {
        failure = error
      }
    }
  }
}
