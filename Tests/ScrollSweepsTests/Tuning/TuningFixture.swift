import Foundation
import ScrollCore
import ScrollSweeps

/// Plans over the committed traces, and a store that is removed with the test.
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

  /// Returns the spec of a sweep over a committed trace.
  static func spec(
    _ axes: [SweepAxis: String], of trace: String = "tall-feed"
  ) -> SweepSpec {
    spec(axes, at: trace.split(separator: " ").map { committed(String($0)) })
  }

  /// Returns the spec of a sweep over any traces.
  static func spec(_ axes: [SweepAxis: String], at paths: [String]) -> SweepSpec {
    var values = axes.mapValues { text in
      text.split(separator: " ").map { SweepValue(String($0), place: "test") }
    }
    values[.trace] = paths.map { SweepValue($0, place: "test") }
    return SweepSpec(base: SweepGrid(axes: values))
  }

  /// Returns a trace in which other processes take so much memory at 62 s that an app is killed.
  func pressedTrace() throws -> String {
    let text = try String(contentsOfFile: Self.committed("carousel"), encoding: .utf8)
    let path = folder.appendingPathComponent("pressed.scroll").path
    let pressed = text.replacing(
      "\nend\n", with: "\n[events]\ntime_ms,event\n62000,externalPressure 700000000\nend\n")
    try pressed.write(toFile: path, atomically: true, encoding: .utf8)
    return path
  }

  /// Returns the path of a file for `check` with limits on every run.
  func limitsFile(_ limits: [Limit]) throws -> String {
    let path = folder.appendingPathComponent("limits.yml").path
    let keep = limits.map { "  - \($0)\n" }.joined()
    try ("axes:\n  trace: \(Self.committed("tall-feed"))\nlimits:\n" + keep)
      .write(toFile: path, atomically: true, encoding: .utf8)
    return path
  }

  /// Returns the path of a committed trace.
  static func committed(_ name: String) -> String { "\(traces)/\(name).scroll" }

  static func limits(_ texts: String...) throws -> [Limit] {
    try texts.map { try Limit(parsing: $0) }
  }
}
