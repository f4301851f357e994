internal import CSQLite

/// The error of a store that cannot be opened, read or written; its description is the sentence
/// that the command prints.
package enum ResultStoreError: Error, Equatable {
  /// There is no file to read.
  case missing(String)
  /// There is no folder in which to create the store.
  case missingFolder(String)
  case directory(String)
  /// The file contains no store.
  case empty(String)
  case notDatabase(String)
  /// Another program's SQLite database.
  case foreign(String)
  /// A store with an earlier version of the tables.
  case earlier(String)
  /// A store with a later version of the tables.
  case newer(String)
  case damaged(String, problem: String)
  /// A store with a value that its column may not have.
  case wrongValue(String, WrongValue)
  /// The file, or a file beside it that SQLite needs, may not be read.
  case unreadable(String, problem: String)
  /// The file or its folder may not be written.
  case unwritable(String, problem: String)
  case diskFull(String)
  case inputOutput(String, problem: String)
  /// Another process held the store for longer than the wait allowed.
  case locked(String, waited: Duration)
  case closed(String)
  /// The store has no such sweep.
  case unknownSweep(String, key: ContentKey)
  /// Two stores have different results of one run.
  case conflict(Conflict)
  /// Any other error of SQLite.
  case unexpected(String, problem: String)

  /// A difference between two stores in the results of one run.
  package struct Conflict: Equatable, Sendable {
    /// The store that was to be merged.
    package let file: String
    /// The key of the run, or of the content with the difference.
    package let key: ContentKey
    /// The column, or the kind and name of a part.
    package let column: String
    package let ours: StoredValue
    package let theirs: StoredValue
  }

  /// The exit status of the command, as in `sysexits.h`.
  package enum Status: Int32, Sendable {
    case badData = 65
    case noInput = 66
    case cannotCreate = 73
    case inputOutput = 74
    case locked = 75
  }
}

extension ResultStoreError {
  package var status: Status {
    switch self {
    case .empty, .notDatabase, .foreign, .earlier, .newer, .damaged, .wrongValue, .unknownSweep,
      .conflict:
      .badData
    case .missing, .directory, .unreadable: .noInput
    case .missingFolder, .unwritable: .cannotCreate
    case .diskFull, .inputOutput, .closed, .unexpected: .inputOutput
    case .locked: .locked
    }
  }
}

extension ResultStoreError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .missing(let file): "store '\(file)' is missing; expected a store of results"
    case .missingFolder(let file):
      "the folder of '\(file)' is missing; create it first"
    case .directory(let file): "'\(file)' is a directory; expected a store of results"
    case .empty(let file): "'\(file)' is empty; expected a store of results"
    case .notDatabase(let file):
      "'\(file)' is not an SQLite database; expected a store of results"
    case .foreign(let file):
      "'\(file)' is an SQLite database of another program; expected a store of results"
    case .earlier(let file): "'\(file)' was made by an earlier scrollsim; run the sweep again"
    case .newer(let file):
      "'\(file)' was made by a newer scrollsim; expected a store of this one"
    case .damaged(let file, let problem):
      "'\(file)' is damaged (\(problem)); expected an intact store of results"
    case .wrongValue(let file, let value): "'\(file)': \(value)"
    case .unreadable(let file, let problem):
      "'\(file)' cannot be read (\(problem)); expected a store of results"
    case .unwritable(let file, let problem):
      "'\(file)' cannot be written (\(problem)); expected a writable store of results"
    case .diskFull(let file):
      "'\(file)' cannot grow because the disk is full; free some disk space"
    case .inputOutput(let file, let problem):
      "'\(file)' cannot be read or written (\(problem)); check the disk"
    case .locked(let file, let waited):
      "'\(file)' is still locked by another process after \(Self.seconds(waited)); wait for "
        + "that process to end, or use a longer --wait"
    case .closed(let file): "'\(file)' has been closed; expected an open store"
    case .unknownSweep(let file, let key):
      "'\(file)' has no sweep \(key); expected the key of one in it"
    case .conflict(let conflict): "\(conflict)"
    case .unexpected(let file, let problem):
      "'\(file)' cannot be used: SQLite reports '\(problem)'; expected a store of results"
    }
  }

  private static func seconds(_ duration: Duration) -> String {
    let (seconds, attoseconds) = duration.components
    let tenths = attoseconds / 100_000_000_000_000_000
    return tenths == 0 ? "\(seconds) s" : "\(seconds).\(tenths) s"
  }
}

extension ResultStoreError.Conflict: CustomStringConvertible {
  package var description: String {
    "'\(file)' and this store differ in \(key): \(column) is \(theirs) there and \(ours) "
      + "here; expected equal results for the same run"
  }
}

extension ResultStoreError {
  /// Returns the store's error for an error of SQLite, or of a closure that accesses the store.
  ///
  /// The file was examined before SQLite opened it. So if SQLite finds no database, the file is
  /// damaged.
  static func of(
    _ error: any Error, file: String, access: ResultStore.Access, waited: Duration
  ) -> Self {
    if let known = error as? Self { return known }
    if let value = error as? WrongValue { return .wrongValue(file, value) }
    guard let error = error as? SQLiteError else {
      return .damaged(file, problem: "\(error)")
    }
    // The memory that processes share is a file that could not grow: SQLITE_IOERR_SHMSIZE.
    if error.code == SQLITE_IOERR | 19 << 8 { return .diskFull(file) }
    let problem = error.message
    return switch error.primaryCode {
    case SQLITE_BUSY, SQLITE_LOCKED, SQLITE_PROTOCOL: .locked(file, waited: waited)
    case SQLITE_FULL: .diskFull(file)
    case SQLITE_CORRUPT, SQLITE_NOTADB: .damaged(file, problem: problem)
    // The queries never vary, so that the tables of the file must be different.
    case SQLITE_ERROR, SQLITE_SCHEMA, SQLITE_MISMATCH: .damaged(file, problem: problem)
    case SQLITE_READONLY, SQLITE_PERM, SQLITE_AUTH: .unwritable(file, problem: problem)
    case SQLITE_CANTOPEN where access == .reading: .unreadable(file, problem: problem)
    case SQLITE_CANTOPEN: .unwritable(file, problem: problem)
    case SQLITE_IOERR: .inputOutput(file, problem: problem)
    default: .unexpected(file, problem: problem)
    }
  }
}
