import Foundation
import Testing

/// `train` and `ahead` on recorded traces.
@Suite struct AheadTests {
  private static let reading = "Traces/recorded/slow-reading.scroll"
  private static let feed = "Traces/recorded/feed-to-and-fro.scroll"

  private static func json(_ arguments: [String]) throws -> Any {
    let outcome = try Scrollsim.run(arguments + ["--format", "json"])
    try #require(outcome.status == 0, "\(outcome.complaint)")
    return try JSONSerialization.jsonObject(with: Data(outcome.text.utf8))
  }

  @Test func `train prints a valid prefetcher`() throws {
    let document = try #require(
      try Self.json(["train", Self.reading, "--seconds", "1"]) as? [String: Any])
    let prefetcher = try #require(document["prefetcher"] as? String)
    #expect(prefetcher.hasPrefix("expected:moveAhead="))
    let rest = try #require(document["restAhead"] as? [String: Double])
    #expect(rest["probability"].map { 0...1 ~= $0 } == true)
    // Ten moments per second of all seconds but the last.
    let moments = [document["movingMoments"], document["restingMoments"]].compactMap { $0 as? Int }
    #expect(moments.reduce(0, +) == 759)
    let rows = try #require(
      try Self.json([
        "ahead", Self.feed, "--device", "iphone-5", "--budget", "64MiB", "--prefetch", prefetcher,
      ]) as? [[String: Any]])
    #expect(rows.count == 1 && rows[0]["closed"] is Double)
    let text = try Scrollsim.run(["train", Self.reading, "--seconds", "1"]).text
    #expect(text.hasPrefix("\(prefetcher)\n"))
  }

  @Test func `a comparison of several minutes is an error that states its size`() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let day = folder.appendingPathComponent("day.scroll").path
    let made = try Scrollsim.run([
      "trace", "generate", "--duration", "86400s", "--style", "browsing", "--output", day,
    ])
    try #require(made.status == 0, "\(made.complaint)")
    let outcome = try Scrollsim.run(["ahead", day])
    #expect(outcome.status == 64)
    #expect(
      outcome.complaint.contains("on 1 trace make runs of ")
        && outcome.complaint.contains("expected at most 1000000 s. Name fewer with --prefetch"))
  }

  @Test func `the reference prefetchers close none and all of the gap`() throws {
    let rows = try #require(
      try Self.json([
        "ahead", Self.feed, Self.reading, "--device", "iphone-5", "--budget", "64MiB",
        "--prefetch", "directional,clairvoyant,none",
      ]) as? [[String: Any]])
    let closed = Dictionary(
      uniqueKeysWithValues: rows.map { row in
        ("\(row["prefetcher"] ?? "")".prefix { $0 != ":" }, row["closed"] as? Double)
      })
    #expect(closed["directional"] == 0 && closed["clairvoyant"] == 1)
    #expect(closed["none"].map { $0.map { $0 < 0 } ?? false } == true)
    // Over all traces it is the share of the sums.
    for row in rows {
      let cells = try #require(row["traces"] as? [[String: Any]])
      #expect(cells.count == 2)
      for name in ["stallSeconds", "unseenBytes", "wastedBytes"] {
        let sum = cells.reduce(0) { $0 + ($1[name] as? Double ?? .nan) }
        #expect(abs(sum - (row[name] as? Double ?? .nan)) < 1e-6)
      }
    }
  }

  @Test func `a gap of a fifth of a percent has no shares`() throws {
    let rows = try #require(
      try Self.json([
        "ahead", "Traces/recorded/photo-scrubber.scroll", "--device", "iphone-5", "--budget",
        "64MiB", "--prefetch", "directional,clairvoyant",
      ]) as? [[String: Any]])
    let stalls = rows.compactMap { $0["stallSeconds"] as? Double }
    try #require(stalls.count == 2 && stalls[0] < stalls[1])
    #expect(rows.allSatisfy { $0["closed"] == nil })
  }

  @Test func `ahead and run give the same figures`() throws {
    let rows = try #require(
      try Self.json([
        "ahead", Self.feed, "--device", "iphone-5", "--budget", "64MiB", "--prefetch", "ring",
      ]) as? [[String: Any]])
    let run = try Scrollsim.run([
      "run", Self.feed, "--device", "iphone-5", "--budget", "64MiB", "--prefetch", "ring",
      "--format", "json",
    ])
    let document = try #require(
      try JSONSerialization.jsonObject(with: Data(run.text.utf8)) as? [String: Any])
    let runs = try #require(document["runs"] as? [[String: Any]])
    let stall = try #require(rows[0]["stallSeconds"] as? Double)
    let figures = try #require(runs[0]["figures"] as? [String: Any])
    let other = try #require(figures["stallSeconds"] as? Double)
    #expect(abs(stall - other) < 1e-12, "\(stall) and \(other)")
  }

  @Test(arguments: [
    (["train", Self.reading, "--seconds", "0"], 64, "--seconds 0.0 is out of range"),
    (["train", Self.reading, "--seconds", "3000"], 65, "the traces are too short"),
    (["train", "missing.scroll"], 66, "missing.scroll"),
    (["ahead", Self.reading, "--loader", "tiled"], 64, "no cache to prefetch into"),
    (["ahead", Self.reading, "--prefetch", "rings"], 64, "did you mean 'ring'?"),
    (["ahead", Self.reading, "--policy", "lru,sieve"], 64, "expected one of each"),
    (["ahead", Self.reading, "--to", "directional"], 64, "expected two different prefetchers"),
  ])
  func `an invalid request is an error with a message`(
    arguments: [String], status: Int, sentence: String
  ) throws {
    let outcome = try Scrollsim.run(arguments)
    #expect(Int(outcome.status) == status && outcome.complaint.contains(sentence), "\(outcome)")
    #expect(outcome.text.isEmpty)
  }
}
