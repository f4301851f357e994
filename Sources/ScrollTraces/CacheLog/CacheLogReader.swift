import ScrollCaching

/// Reads logs of what was done to a cache: JSON lines, the first of which says what the cache is.
package struct CacheLogReader {
  /// The most that a cost or a limit can be.
  static let most = 1_000_000_000_000
  /// The longest wait: 30 days, in milliseconds.
  static let longestWait = 30 * 86_400 * 1_000

  private let bytes: [UInt8]
  private let file: String
  private var reader: JSONReader
  /// Where lines were counted up to, and the number of the line there.
  private var counted = 0, number = 1

  private init(_ bytes: [UInt8], file: String) {
    self.bytes = bytes
    self.file = file
    reader = JSONReader(bytes, file: file)
  }

  /// Reads a file.
  /// - Throws: `TraceError` for a file that cannot be read, and for the first line that is wrong.
  package static func load(_ path: String) throws(TraceError) -> CacheLog {
    try read(InputFile.readText(path), named: path)
  }

  /// Reads the bytes of a file.
  /// - Throws: `TraceError` for the first line that is wrong.
  package static func read(
    _ bytes: [UInt8], named file: String
  ) throws(TraceError) -> CacheLog {
    var reader = CacheLogReader(bytes, file: file)
    guard var first = try reader.nextLine() else {
      throw TraceError(
        file: file, subject: .file, found: .fact("is empty"),
        expected: "a first line with \"\(CacheLogHeader.versionField)\":1")
    }
    var log = CacheLog(named: file, try CacheLogHeader(&first))
    while var line = try reader.nextLine() { try log.read(&line) }
    return log
  }

  /// The next object; nil at the end.
  private mutating func nextLine() throws(TraceError) -> LogLine? {
    guard reader.next != nil else { return nil }
    number += bytes[counted..<reader.place].count { $0 == UInt8(ascii: "\n") }
    counted = reader.place
    return try LogLine(&reader, file: file, number: number)
  }
}
