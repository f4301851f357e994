import Foundation
import ScrollCaching
import ScrollCore
import ScrollTraces
import Testing
import scrollsim_lab

/// The observations from Apple's systems in Traces/observations.
@Suite struct ObservationTests {
  private static let folder = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Traces/observations")

  private static func logs() throws -> [CacheLog] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
      .filter { $0.hasSuffix(".jsonl") }
      .map { try CacheLogReader.load(folder.appendingPathComponent($0).path) }
  }

  /// As Notebooks/nscache-readings.py finds.
  @Test(arguments: [
    ("nscache-lru", true), ("nscache-arc", true), ("nscache-winobjc", true),
    ("nscache-docs", false), ("nscache-gnustep", false), ("nscache-corelibs", false),
    ("nscache-fifo", false),
  ])
  func `the same readings survive as in the notebook`(
    name: String, survives: Bool
  ) throws {
    let logs = try Self.logs()
    #expect(logs.count == 7)
    #expect(logs.allSatisfy { $0.header.source != nil })
    let candidate = Candidate(try PolicyCatalog.builtIn.choose(name))
    let finding = Identification(logs).finding(on: candidate)
    #expect((finding.contradiction == nil) == survives, "\(String(describing: finding))")
  }

  @Test func `a value in use keeps its content`() throws {
    let log = try #require(try Self.logs().first { $0.name.hasSuffix("values-in-use.jsonl") })
    var altered = CacheLog(named: log.name, log.header)
    for key in log.keys { _ = altered.image(key) }
    for entry in log.entries {
      var entry = entry
      entry.contents = entry.contents.map { CacheLog.Content(image: $0.image, isKept: !$0.isKept) }
      altered.append(entry)
    }
    let candidate = Candidate(try PolicyCatalog.builtIn.choose("nscache-lru"))
    #expect(LogTrial(log).verdict(on: candidate).survival != nil)
    #expect(LogTrial(altered).verdict(on: candidate).contradiction != nil)
  }
}
