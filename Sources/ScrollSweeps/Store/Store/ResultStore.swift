import GRDB
import Synchronization

/// An SQLite file with runs, what they were made of, and the sweeps that asked for them.
///
/// Content is known by its key, so writing the same twice changes nothing, and neither does the
/// order in which stores are merged. A store may be used from several threads, which take turns;
/// how processes share one is a matter of its `Access`.
///
/// What is written is there after a crash of the process. After a crash of the machine the last
/// batches of a `shared` store may be missing, never a part of one.
package final class ResultStore: Sendable {
  /// Who else may use the file meanwhile.
  package enum Access: Sendable {
    /// Several processes of one machine read and write: a write-ahead log, synchronized at
    /// checkpoints.
    case shared
    /// One process writes: a rollback journal, synchronized with every batch, needs no memory to
    /// be shared and is safe on network file systems.
    case alone
    /// Nothing is written, however others write; only an older store is migrated first.
    case reading
  }

  /// The path as it was given: errors call the file by it.
  package let path: String
  package let access: Access

  private let queue: DatabaseQueue
  private let isClosed = Atomic(false)
  let wait: Duration

  /// Opens a store and migrates that of an older scrollsim; makes one if there is none, unless it
  /// is only to be read.
  ///
  /// Another program's file, and a newer scrollsim's store, are left as they are.
  ///
  /// - Parameters:
  ///   - path: The file; an empty one becomes a store.
  ///   - access: Who else may use it meanwhile.
  ///   - wait: How long to wait for another process's lock, now and with every batch.
  /// - Throws: `ResultStoreError` for anything else than a store that can be used in this way.
  package init(
    path: String, access: Access = .shared, wait: Duration = .seconds(10)
  ) throws(ResultStoreError) {
    self.path = path
    self.access = access
    self.wait = wait
    queue = try StoreOpening(path: path, access: access, wait: wait).open()
  }

  /// Moves the files beside the store into it, unless another process is using it, and closes it.
  ///
  /// What is asked of a closed store throws `ResultStoreError.closed`; closing it again is fine.
  package func close() throws(ResultStoreError) {
    do {
      try queue.writeWithoutTransaction { database in
        guard !isClosed.exchange(true, ordering: .relaxed), access == .shared else { return }
        do {
          try database.checkpoint(.passive)
        } catch DatabaseError.SQLITE_BUSY {
          // Another process is at it.
        }
      }
      try queue.close()
    } catch {
      throw .of(error, file: path, access: access, waited: wait)
    }
  }

  /// Leaves everything in the one file and nothing beside it, so that it can be copied or sent.
  ///
  /// - Throws: `ResultStoreError.locked` if another process has the store open in `shared` access.
  package func seal() throws(ResultStoreError) {
    mustBeWritable()
    try use { database in
      let mode = try String.fetchOne(database, sql: "PRAGMA journal_mode = DELETE")
      guard mode == "delete" else { throw DatabaseError(resultCode: .SQLITE_BUSY) }
    }
  }
}

extension ResultStore {
  /// The file of a store, and what SQLite has beside it.
  package static func files(_ path: String) -> [String] {
    [path] + ["-wal", "-shm", "-journal"].map { path + $0 }
  }

  /// Reads one state of the store.
  func read<Value>(_ body: (Database) throws -> Value) throws(ResultStoreError) -> Value {
    try transact(.deferred, body)
  }

  /// Writes all of it or, if anything is thrown, nothing.
  func write<Value>(_ body: (Database) throws -> Value) throws(ResultStoreError) -> Value {
    mustBeWritable()
    return try transact(.immediate, body)
  }

  private func transact<Value>(
    _ kind: Database.TransactionKind, _ body: (Database) throws -> Value
  ) throws(ResultStoreError) -> Value {
    try use { database in
      var value: Value?
      try database.inTransaction(kind) {
        value = try body(database)
        return .commit
      }
      guard let value else { throw DatabaseError(resultCode: .SQLITE_ABORT) }
      return value
    }
  }

  /// Has the connection to itself; whether it is still open can only be told there.
  private func use<Value>(_ body: (Database) throws -> Value) throws(ResultStoreError) -> Value {
    do {
      return try queue.writeWithoutTransaction { database in
        guard !isClosed.load(ordering: .relaxed) else { throw ResultStoreError.closed(path) }
        return try body(database)
      }
    } catch {
      throw .of(error, file: path, access: access, waited: wait)
    }
  }

  private func mustBeWritable() {
    precondition(access != .reading, "'\(path)' was opened for reading, and cannot be written")
  }
}
