import GRDB

extension ResultStoreError {
  /// What an error of SQLite, or of whatever runs inside an access, means for a store's file.
  ///
  /// The file was looked at before SQLite was: one that SQLite takes for no database is damaged.
  static func of(
    _ error: any Error, file: String, access: ResultStore.Access, waited: Duration
  ) -> Self {
    if let known = error as? Self { return known }
    guard let error = error as? DatabaseError else {
      return .damaged(file, problem: "\(error)")
    }
    let problem = error.message ?? "\(error.extendedResultCode)"
    // The memory that processes share is a file that could not grow.
    if error.extendedResultCode == .SQLITE_IOERR_SHMSIZE { return .diskFull(file) }
    return switch error.resultCode {
    case .SQLITE_BUSY, .SQLITE_LOCKED, .SQLITE_PROTOCOL: .locked(file, waited: waited)
    case .SQLITE_FULL: .diskFull(file)
    case .SQLITE_CORRUPT, .SQLITE_NOTADB: .damaged(file, problem: problem)
    // What is asked for never varies, so it can only be that the file's tables are not ours.
    case .SQLITE_ERROR, .SQLITE_SCHEMA, .SQLITE_MISMATCH: .damaged(file, problem: problem)
    case .SQLITE_READONLY, .SQLITE_PERM, .SQLITE_AUTH: .unwritable(file, problem: problem)
    case .SQLITE_CANTOPEN where access == .reading: .unreadable(file, problem: problem)
    case .SQLITE_CANTOPEN: .unwritable(file, problem: problem)
    case .SQLITE_IOERR: .inputOutput(file, problem: problem)
    default: .unexpected(file, problem: problem)
    }
  }

  /// Whether the same might succeed a moment later.
  static func isPassing(_ error: any Error) -> Bool {
    switch error {
    case DatabaseError.SQLITE_BUSY, DatabaseError.SQLITE_LOCKED, DatabaseError.SQLITE_PROTOCOL:
      true
    default: false
    }
  }
}
