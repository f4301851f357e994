import Foundation

/// Whether a file is a store of results.
enum StoreFile {
  private static let start = Array("SQLite format 3\0".utf8)

  /// Whether it begins as databases of SQLite do; false for what cannot be read.
  static func isStore(_ path: String) -> Bool {
    guard let file = FileHandle(forReadingAtPath: path) else { return false }
    defer { try? file.close() }
    return (try? file.read(upToCount: start.count)).map { Array($0) } == start
  }
}
