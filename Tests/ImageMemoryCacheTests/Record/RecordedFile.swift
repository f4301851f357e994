import Foundation

/// A file to record into, which goes with it.
final class RecordedFile: Sendable {
  let path: String

  init() throws {
    path = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).jsonl").path
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// Every line; each must have its end.
  func lines() throws -> [String] {
    let text = try String(contentsOfFile: path, encoding: .utf8)
    guard !text.isEmpty else { return [] }
    guard text.hasSuffix("\n") else { throw CocoaError(.fileReadCorruptFile) }
    return text.dropLast().split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }
}
