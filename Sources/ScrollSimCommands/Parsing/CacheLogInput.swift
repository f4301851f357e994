import Foundation
package import ScrollTraces

/// Functions that read logs of cache operations.
package enum CacheLogInput {
  /// The number of bytes that are read to recognize a log.
  private static let beginning = 4096

  /// Reads a log; `-` is standard input.
  /// - Throws: `CommandError` for a file that is no log.
  package static func load(_ path: String) throws(CommandError) -> CacheLog {
    do {
      var log = try CacheLogReader.load(path == "-" ? "/dev/stdin" : path)
      log.name = path
      return log
    } catch { throw CommandError(error) }
  }

  /// Returns a Boolean value that indicates whether the first line of a file is that of a log;
  /// `false` for a file that can be read only once, such as a pipe.
  static func isLog(_ path: String) -> Bool {
    guard FileIdentity(path)?.isRegular ?? false, let file = FileHandle(forReadingAtPath: path),
      let bytes = try? file.read(upToCount: beginning)
    else { return false }
    let line = bytes.prefix { $0 != UInt8(ascii: "\n") }
    return String(decoding: line, as: UTF8.self).contains("\"\(CacheLogHeader.versionField)\"")
  }
}
