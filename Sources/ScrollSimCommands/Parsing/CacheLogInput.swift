import Foundation
package import ScrollTraces

/// Reading logs of what was done to a cache.
package enum CacheLogInput {
  /// How many bytes of a file are looked at to tell whether it is one.
  private static let beginning = 4096

  /// Reads a log; `-` is standard input.
  /// - Throws: `CommandError` for a file that is none.
  package static func load(_ path: String) throws(CommandError) -> CacheLog {
    do {
      var log = try CacheLogReader.load(path == "-" ? "/dev/stdin" : path)
      log.name = path
      return log
    } catch { throw CommandError(error) }
  }

  /// Whether a file that can be read again is a log, as its first line says.
  static func isLog(_ path: String) -> Bool {
    guard FileIdentity(path)?.isRegular ?? false, let file = FileHandle(forReadingAtPath: path),
      let bytes = try? file.read(upToCount: beginning)
    else { return false }
    let line = bytes.prefix { $0 != UInt8(ascii: "\n") }
    return String(decoding: line, as: UTF8.self).contains("\"\(CacheLogHeader.versionField)\"")
  }
}
