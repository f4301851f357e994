import Foundation
import Testing

/// `scrollsim explain`, as people and scripts use it.
@Suite struct ExplainTests {
  private static let trace = "Traces/recorded/photo-grid-session.scroll"

  private func document(_ arguments: String...) throws -> [String: Any] {
    let outcome = try Scrollsim.run(["explain", Self.trace, "--format", "json"] + arguments)
    try #require(outcome.status == 0, "\(outcome.complaint)")
    return try JSONText.object(outcome.output)
  }

  private func tales(_ document: [String: Any], _ key: String) throws -> [[String: Any]] {
    try #require(document[key] as? [[String: Any]])
  }

  @Test func `the worst wait is as long as in the run`() throws {
    let worst = try document("--budget", "8MiB", "--device", "iphone-5")
    let appearance = try #require(try tales(worst, "appearances").first)
    let run = try Scrollsim.run([
      "run", Self.trace, "--budget", "8MiB", "--device", "iphone-5", "--format", "json",
    ])
    let runs = try #require(try JSONText.object(run.output)["runs"] as? [[String: Any]])
    let figures = runs[0].object("figures")
    let longest = figures.number("maxMilliseconds")
    #expect(longest == nil || longest == appearance.number("waitMilliseconds"))
    let delays = try tales(worst, "frames").compactMap { $0.number("lateMilliseconds") }
    #expect(delays.max() == figures.number("worstHitchMilliseconds"))
  }

  @Test func `the output starts with stall seconds by cause and ends with a suggestion`()
    throws
  {
    let arguments = [
      "explain", "Traces/photo-grid.scroll", "--device", "iphone-5", "--budget", "32MiB",
    ]
    let text = try Scrollsim.run(arguments).text
    let places = [
      " s of stall in ", "by the work that images", "item 977", "frame 0", "What to change",
    ]
    .map { text.range(of: $0)?.lowerBound }
    #expect(places.compactMap { $0 }.count == places.count, "\(text)")
    #expect(places.compactMap { $0 } == places.compactMap { $0 }.sorted(), "\(text)")
    let document = try JSONText.object(Scrollsim.run(arguments + ["--format", "json"]).output)
    let waits = document.object("causes").object("waitSeconds").values.compactMap { $0 as? Double }
    #expect(abs(waits.reduce(0, +) - (document.number("stallSeconds") ?? -1)) < 1e-6)
  }

  @Test func `explain defaults to the worst stalls`() throws {
    #expect(try document() as NSDictionary == document("--worst") as NSDictionary)
  }

  @Test func `waits of an appearance add up`() throws {
    for item in ["0", "5", "20"] {
      for appearance in try tales(document("--item", item, "--budget", "4MiB"), "appearances") {
        let waits = appearance.object("waitsMilliseconds").values.compactMap { $0 as? Double }
        let sum = waits.reduce(0, +)
        #expect(abs(sum - (appearance.number("waitMilliseconds") ?? -1)) < 1e-6)
        #expect((appearance["sentence"] as? String)?.hasPrefix("item \(item) ") == true)
      }
    }
  }

  @Test func `the table contains the sentence and the chain with its times`() throws {
    let outcome = try Scrollsim.run(["explain", Self.trace, "--frame", "0"])
    #expect(outcome.status == 0, "\(outcome.complaint)")
    #expect(outcome.lines.contains { $0.hasPrefix("frame 0 at 0.000 s ") })
    #expect(outcome.text.contains("\nabout "))
    let csv = try Scrollsim.run(["explain", Self.trace, "--frame", "0", "--format", "csv"])
    #expect(csv.lines.first == "about,at s,what")
  }

  @Test func `the text about a killed run starts with the kill`() throws {
    let arguments = [
      "explain", "Traces/photo-grid.scroll", "--device", "iphone-5", "--policy", "unbounded",
    ]
    let killed = try Scrollsim.run(arguments)
    let sentence = try #require(killed.lines.first { $0.hasPrefix("the app was killed at ") })
    #expect(sentence.hasSuffix(" s: its footprint reached the app limit"), "\(sentence)")
    let document = try JSONText.object(Scrollsim.run(arguments + ["--format", "json"]).output)
    let seconds = try #require(document.number("killed", "atMilliseconds")) / 1000
    #expect(sentence.contains(" \((seconds * 10).rounded() / 10) s:"), "\(seconds) s")
    #expect(try self.document()["killed"] is NSNull)
  }

  @Test func `a repeated explanation gives equal bytes`() throws {
    let arguments = ["explain", Self.trace, "--budget", "4MiB"]
    #expect(try Scrollsim.run(arguments).output == Scrollsim.run(arguments).output)
  }

  @Test func `an item that never appears and numbers beyond the last are usage errors`()
    throws
  {
    let trace = ScrollTraceText.valid
    let folder = try TemporaryFolder()
    try folder.write(trace, to: "rows.scroll")
    let refusals = [
      Refusal("item", "explain rows.scroll --item 6", 64, says: "item 6 does not", "items 0 to 5"),
      Refusal("below", "explain rows.scroll --item -1", 64, says: "item -1 does not", "0 to 5"),
      Refusal("frame", "explain rows.scroll --frame 999999", 64, says: "frame 999999 does not"),
      Refusal("two", "explain rows.scroll --frame 1 --item 2", 64, says: "expected one of them"),
      Refusal(
        "policies", "explain rows.scroll --policy lru,fifo", 64, says: "2 runs", "one policy"),
      Refusal("no trace", "explain none.scroll", 66, says: "none.scroll"),
    ]
    for refusal in refusals { try refusal.check(in: folder) }
    // 200 pt of 300 pt are seen, and 100 pt more are scrolled to: the rows are 50 pt high.
    try folder.write(
      ScrollTraceText.replacing("1000,100,idle", "1000,30.25,idle"), to: "still.scroll")
    try Refusal("never", "explain still.scroll --item 5", 64, says: "item 5 never appears")
      .check(in: folder)
  }
}
