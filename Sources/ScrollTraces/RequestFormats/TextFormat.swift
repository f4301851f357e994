import Foundation
import ScrollCaching

/// One decimal id per line, no sizes.
///
/// Ids are decimal even with leading zeros (libCacheSim's reader takes those for octal).
/// Empty lines are ignored.
enum TextFormat {
  static let descriptor = RequestFormat(
    "txt", "One decimal id per line, without sizes.", sizes: .never, endings: [".txt"],
    recognizes: recognizes, read: read)

  static func read(
    _ file: RequestFile, includingSizes: Bool
  ) throws(RequestFormatError) -> RequestStream {
    let bytes = file.data.span
    var lines = TextLines(bytes)
    var recorder = RequestRecorder(capacity: bytes.count / 8, includesSizes: false)
    while let line = lines.nextLine(in: bytes) {
      guard !bytes.trimmed(line).isEmpty else { continue }
      guard let id = bytes.decimal(in: line) else {
        throw .wrongLine(
          file: file.path, line: lines.number, field: "the id", found: bytes.quoted(line),
          expected: "a whole number from 0 to \(UInt64.max)")
      }
      guard recorder.count < RequestRecorder.limit else {
        throw .tooManyRequests(file: file.path, limit: RequestRecorder.limit)
      }
      recorder.append(id, size: 1)
    }
    return try recorder.finish(file, expected: "one decimal id per line")
  }

  /// Text whose first line that is not empty is a number.
  static func recognizes(_ file: RequestFile) -> Bool {
    let bytes = file.data.span
    guard bytes.looksLikeText() else { return false }
    var lines = TextLines(bytes)
    while let line = lines.nextLine(in: bytes) {
      if !bytes.trimmed(line).isEmpty { return bytes.decimal(in: line) != nil }
    }
    return false
  }
}
