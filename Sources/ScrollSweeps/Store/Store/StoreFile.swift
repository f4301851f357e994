#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

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
