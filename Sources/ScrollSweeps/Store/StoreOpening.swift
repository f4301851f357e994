internal import CSQLite
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
  func open() throws(ResultStoreError) -> Database {
    let clock = ContinuousClock()
    let deadline = clock.now + wait
    while true {
      do {
        return try attempt()
      } catch {
        guard (error as? SQLiteError)?.isLock == true, clock.now < deadline else {
          throw .of(error, file: path, access: access, waited: wait)
        }
        _ = usleep(10_000)
      }
    }
  }

  private func attempt() throws -> Database {
    _ = try StoreFile.examine(path, forWriting: access != .reading)
    let database = try connect()
    // A transaction, because another process may create the tables between the two queries.
    let isEmpty = try database.inTransaction(.deferred) { try lacksTables(database) }
    switch access {
    case .reading: if isEmpty { throw ResultStoreError.empty(path) }
    case .shared, .alone:
      if isEmpty { try make(database) }
      try setJournal(database)
    }
    return database
  }

  /// Returns a connection to the file.
  ///
  /// In a place that cannot be written, the connection uses no locks, as a last resort.
  ///
  /// To read a store that was `shared`, SQLite needs another file beside it, even an empty one. If
  /// this process cannot create that file, no other process can be writing in this place, so that
  /// locks are unnecessary.
  private func connect() throws -> Database {
    let database: Database
    do {
      database = try Database(path: path, wait: wait)
    } catch let error as SQLiteError
      where access == .reading && !StoreFile.hasLog(path)
      && [SQLITE_CANTOPEN, SQLITE_READONLY].contains(error.primaryCode)
    {
      database = try Database(path: path, access: .immutable, wait: wait)
    }
    // Not read-only: the unfinished transaction of a writer that died must be undone.
    if access == .reading { try database.execute("PRAGMA query_only = 1") }
    return database
  }

  /// Returns a Boolean value that indicates whether the file has no tables yet.
  /// - Throws: `ResultStoreError` for tables of another version.
  private func lacksTables(_ database: Database) throws -> Bool {
    let version = try database.integer("PRAGMA user_version") ?? 0
    if version == Schema.version {
      try refuseViews(database)
      return false
    }
    if version > Schema.version { throw ResultStoreError.newer(path) }
    guard try database.integer("SELECT count(*) FROM sqlite_schema") == 0 else {
      throw ResultStoreError.earlier(path)
    }
    return true
  }

  /// Throws an error if a view has the name of a table: it may have an infinite number of rows.
  private func refuseViews(_ database: Database) throws {
    let views: Set<String> = try Set(
      database.rows("SELECT name FROM sqlite_schema WHERE type = 'view'") { try $0.decode(0) })
    for table in StoreSchema.current.tables where !table.isView && views.contains(table.name) {
      throw ResultStoreError.damaged(path, problem: "'\(table.name)' is a view, not a table")
    }
  }

  /// Creates the tables, unless another process has created them first.
  private func make(_ database: Database) throws {
    try database.inTransaction(.immediate) {
      let mark = try database.integer("PRAGMA application_id") ?? 0
      if mark == StoreFile.applicationID {
        guard try lacksTables(database) else { return }
      } else {
        let tables = try database.integer("SELECT count(*) FROM sqlite_schema")
        guard mark == 0, tables == 0 else { throw ResultStoreError.foreign(path) }
      }
      for statement in Schema.statements { try database.execute(statement) }
      try database.execute(
        """
        PRAGMA application_id = \(StoreFile.applicationID);
        PRAGMA user_version = \(Schema.version)
        """)
    }
  }

  private func setJournal(_ database: Database) throws {
    let (mode, synchronous) = access == .shared ? ("wal", "NORMAL") : ("delete", "FULL")
    let found = try database.text("PRAGMA journal_mode = \(mode)")
    guard found == mode else {
      throw ResultStoreError.unwritable(
        path, problem: "its journal mode is '\(found ?? "unknown")' and cannot be '\(mode)'")
    }
    try database.execute("PRAGMA synchronous = \(synchronous)")
  }
}

/// A check of the file at a store's path without SQLite, so that no other program's file is
/// changed.
enum StoreFile {
  /// The identifier "Scrl" with which SQLite marks the program of a database.
  static let applicationID: Int32 = 0x5363_726c

  enum State {
    /// There is no file, or an empty one: a store can be created there.
    case vacant
    /// There is a database that is marked as a store.
    case store
  }

  /// Examines the path before it is opened.
  /// - Throws: the error for anything there except a store, or for a place that cannot be written.
  static func examine(_ path: String, forWriting: Bool) throws(ResultStoreError) -> State {
    var status = stat()
    guard stat(path, &status) == 0 else {
      guard errno == ENOENT || errno == ENOTDIR else {
        throw .unreadable(path, problem: reason(errno))
      }
      guard forWriting else { throw .missing(path) }
      try examineFolder(of: path)
      return .vacant
    }
    if status.st_mode & S_IFMT == S_IFDIR { throw .directory(path) }
    guard status.st_mode & S_IFMT == S_IFREG else { throw .notDatabase(path) }
    let state = try examineHeader(of: path)
    if forWriting {
      guard access(path, W_OK) == 0 else { throw .unwritable(path, problem: reason(errno)) }
      try examineFolder(of: path)
    } else if state == .vacant {
      throw .empty(path)
    }
    return state
  }

  /// Returns a Boolean value that indicates whether two paths lead to one file.
  static func isSame(_ left: String, _ right: String) -> Bool {
    var (first, second) = (stat(), stat())
    guard stat(left, &first) == 0, stat(right, &second) == 0 else { return false }
    return first.st_dev == second.st_dev && first.st_ino == second.st_ino
  }

  /// Returns a Boolean value that indicates whether there is a write-ahead log with content that is
  /// not in the store yet.
  static func hasLog(_ path: String) -> Bool {
    var status = stat()
    return stat(path + "-wal", &status) == 0 && status.st_size > 0
  }

  /// Checks the folder, because a journal must be created beside the file.
  private static func examineFolder(of path: String) throws(ResultStoreError) {
    let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
    guard access(folder, F_OK) == 0 else { throw .missingFolder(path) }
    guard access(folder, W_OK) == 0 else {
      throw .unwritable(path, problem: "its folder: \(reason(errno))")
    }
  }

  private static func examineHeader(of path: String) throws(ResultStoreError) -> State {
    let descriptor = open(path, O_RDONLY)
    guard descriptor >= 0 else { throw .unreadable(path, problem: reason(errno)) }
    defer { _ = close(descriptor) }
    var header = [UInt8](repeating: 0, count: headerSize)
    let count = header.withUnsafeMutableBytes { pread(descriptor, $0.baseAddress, $0.count, 0) }
    guard count >= 0 else { throw .inputOutput(path, problem: reason(errno)) }
    guard count > 0 else { return .vacant }
    guard count == headerSize, header.starts(with: magic) else { throw .notDatabase(path) }
    let identity = header[applicationIDRange].reduce(0) { $0 << 8 | UInt32($1) }
    guard identity == UInt32(bitPattern: applicationID) else { throw .foreign(path) }
    return .store
  }

  // https://www.sqlite.org/fileformat2.html#the_database_header
  private static let headerSize = 100
  private static let magic = Array("SQLite format 3\0".utf8)
  private static let applicationIDRange = 68..<72

  private static func reason(_ code: Int32) -> String { String(cString: strerror(code)) }
}
