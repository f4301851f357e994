import Foundation
import Testing

/// The loop: an app's cache is recorded, its log replayed and taken as a scroll.
@Suite struct LogLoopTests {
  private func scrollsim(_ folder: TemporaryFolder, _ arguments: String...) throws
    -> Scrollsim.Outcome
  {
    try Scrollsim.run(arguments, in: folder.url)
  }

  @Test(arguments: [("lru", 1), ("arc", 8), ("distance:lead=2", 8), ("time-to-visible", 1)])
  func `a replay of a recorded log has the same hits and evictions`(policy: String, tasks: Int)
    async throws
  {
    let folder = try TemporaryFolder()
    let feed = RecordedFeed(to: folder.url.appendingPathComponent("cache.jsonl").path)
    try await feed.use(policy, items: 120, tasks: tasks)
    let outcome = try scrollsim(folder, "replay", "cache.jsonl", "--format", "json")
    #expect(outcome.status == 0, "\(outcome.complaint)")
    #expect(
      outcome.complaint.contains("all hits and evictions as recorded with '\(policy)'"),
      "\(outcome.complaint)")
    let row = try #require(try JSONText.array(outcome.output).first)
    #expect(row["policy"] as? String == policy)
    let text = String(decoding: try folder.read("cache.jsonl"), as: UTF8.self)
    #expect(row["misses"] as? Int == text.components(separatedBy: "\"hit\":false").count - 1)
  }

  @Test func `a replay finds a changed log`() async throws {
    let folder = try TemporaryFolder()
    let feed = RecordedFeed(to: folder.url.appendingPathComponent("cache.jsonl").path)
    try await feed.use("sieve", items: 60)
    let text = String(decoding: try folder.read("cache.jsonl"), as: UTF8.self)
    let evicted = try #require(
      text.range(of: #"\{"op":"evicted"[^\n]*\n"#, options: .regularExpression))
    try folder.write(text.replacingCharacters(in: evicted, with: ""), to: "changed.jsonl")
    let outcome = try scrollsim(folder, "replay", "changed.jsonl")
    #expect(outcome.status == 1)
    #expect(outcome.complaint.contains("; it would evict "), "\(outcome.complaint)")
    #expect(outcome.complaint.contains("expected the behavior of 'sieve'"), "\(outcome.complaint)")
  }

  @Test func `a log with viewports becomes a trace for every other command`() async throws {
    let folder = try TemporaryFolder()
    let feed = RecordedFeed(to: folder.url.appendingPathComponent("cache.jsonl").path)
    try await feed.use("lru", items: 120)
    let made = try scrollsim(folder, "trace", "import", "cache.jsonl", "--output", "feed.scroll")
    #expect(made.status == 0, "\(made.complaint)")
    let words = made.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(words.contains("120 items on list:height=200, 24000.0 pt long"), "\(made.text)")
    #expect(words.contains("look-ups in the log, "), "\(made.text)")
    #expect(words.contains("with its policy 'lru' and limits: "), "\(made.text)")
    let run = try scrollsim(
      folder, "run", "feed.scroll", "--policy", "lru", "--budget", "1200000", "--check",
      "--format", "json")
    #expect(run.status == 0, "\(run.complaint)")
    let info = try scrollsim(folder, "trace", "info", "feed.scroll", "--format", "json")
    #expect(info.text.contains("\"viewport\" : \"390x800\""), "\(info.text)")
  }

  @Test func `a log without viewports, keys or a known policy is an error`() throws {
    let folder = try TemporaryFolder()
    let head = #"{"scrollsim-cache-log":2,"evictions":true,"count":2"#
    try folder.write("\(head)}\n{\"op\":\"set\",\"key\":\"a\"}\n", to: "plain.jsonl")
    try folder.write("\(head),\"policy\":\"mine\"}\n{\"op\":\"clear\"}\n", to: "mine.jsonl")
    try folder.write("\(head)}\n{\"op\":\"viewport\",\"from\":0,\"to\":9}\n", to: "timeless.jsonl")
    for refusal in [
      Refusal("no viewports", "trace import plain.jsonl", 65, says: "has no viewports"),
      Refusal("no keys", "trace import timeless.jsonl", 65, says: "has no keys"),
      Refusal("an unknown policy", "replay mine.jsonl", 65, says: "field 'policy': ", "'mine'"),
    ] {
      try refusal.check(in: folder)
    }
  }
}
