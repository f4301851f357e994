import Foundation
import Testing

/// A file that a command's output must be, byte for byte.
struct DiffFixture {
  private let url: URL

  init(_ name: String) {
    url = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("Fixtures/\(name)")
  }

  /// Compares, or writes the file anew where SCROLL_RECORD is 1.
  func expect(_ data: Data, sourceLocation: SourceLocation = #_sourceLocation) throws {
    if ProcessInfo.processInfo.environment["SCROLL_RECORD"] == "1" { try data.write(to: url) }
    #expect(
      data == (try Data(contentsOf: url)),
      "SCROLL_RECORD=1 swift test -c release --disable-testable-imports --filter DiffTests writes \(url.lastPathComponent) anew",
      sourceLocation: sourceLocation)
  }
}
