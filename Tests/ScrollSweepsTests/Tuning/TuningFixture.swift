import Foundation
import ScrollCore
import ScrollResults
import ScrollSweeps

/// Plans over the committed traces, and a store that goes with the test.
final class TuningFixture {
  private static let traces = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../../../Traces").standardizedFileURL.path

  private let folder: URL
  let store: ResultStore

  init() throws {
    folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("scrollsim-tuning-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    store = try ResultStore(path: folder.appendingPathComponent("results.sqlite").path)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// What a sweep over a committed trace asks.
  static func spec(
    _ axes: [SweepAxis: String], of trace: String = "tall-feed"
  ) -> SweepSpec {
    var values = axes.mapValues { text in
      text.split(separator: " ").map { SweepValue(String($0), place: "test") }
    }
    values[.trace] = trace.split(separator: " ").map {
      SweepValue("\(traces)/\($0).scroll", place: "test")
    }
    return SweepSpec(base: SweepGrid(axes: values))
  }

  static func limits(_ texts: String...) throws -> [Limit] {
    try texts.map { try Limit(parsing: $0) }
  }
}
