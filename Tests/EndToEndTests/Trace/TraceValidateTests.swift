import Foundation
import Testing

@Suite struct TraceValidateTests {
  @Test func `validate checks several traces and names the invalid one`() throws {
    let folder = try TemporaryFolder.withTraces()
    try folder.write("scrollsim-trace 1\n", to: "bad.scroll")
    let good = "Traces/recorded/slow-reading.scroll"
    let outcome = try Scrollsim.run(["trace", "validate", "bad.scroll", good], in: folder.url)
    #expect(outcome.status == 65)
    #expect(outcome.complaint.hasPrefix("scrollsim: bad.scroll"))
    #expect(outcome.output.isEmpty)
  }

  @Test func `an unreadable file does not prevent the check of others`() throws {
    let folder = try TemporaryFolder.withTraces()
    try folder.write("scrollsim-trace 1\n", to: "bad.scroll")
    let outcome = try Scrollsim.run(["trace", "validate", "bad.scroll", "Traces"], in: folder.url)
    #expect(outcome.status == 66)
    #expect(outcome.complaint.contains("scrollsim: bad.scroll"), "\(outcome.complaint)")
    #expect(outcome.complaint.contains("Traces: the file is a directory"), "\(outcome.complaint)")
  }

  @Test func `every problem is a line on standard error with its place`() throws {
    let folder = try TemporaryFolder()
    let text = ScrollTraceText.replacing("kind: synthetic", "kind: made up")
      .replacing("100,0,tracking", with: "100,zero,tracking")
      .replacing("500,memoryPressure warning", with: "500,earthquake")
    try folder.write(text, to: "bad.scroll")
    let outcome = try Scrollsim.run(["trace", "validate", "bad.scroll"], in: folder.url)
    #expect(outcome.status == 65)
    #expect(outcome.output.isEmpty)
    let lines = outcome.complaint.split(separator: "\n")
    try #require(lines.count == 3, "\(outcome.complaint)")
    for (line, place) in zip(lines, ["4: field 'kind'", "29: field 'offset'", "35: field 'event'"])
    {
      #expect(line.hasPrefix("scrollsim: bad.scroll:\(place) is"), "\(line)")
    }
  }

  @Test func `JSON contains the problems of every file`() throws {
    let folder = try TemporaryFolder.withTraces()
    try folder.write(ScrollTraceText.replacing("0,0,idle", "5,0,idle"), to: "bad.scroll")
    let outcome = try Scrollsim.run(
      ["trace", "validate", "Traces/carousel.scroll", "bad.scroll", "--format", "json"],
      in: folder.url)
    #expect(outcome.status == 65)
    let files = try JSONText.array(outcome.output)
    #expect(files.map { ($0["problems"] as? [Any])?.count } == [0, 1])
    #expect(files[0]["items"] as? Int == 61 && files[1]["items"] is NSNull)
    let problem = (files[1]["problems"] as? [[String: Any]])?.first
    #expect(problem?["line"] as? Int == 28)
    #expect((problem?["text"] as? String)?.contains("expected 0 at the first sample") == true)
  }

  @Test func `validate names a missing file and an invalid one`() throws {
    let folder = try TemporaryFolder()
    try folder.write("nothing\n", to: "bad.scroll")
    let outcome = try Scrollsim.run(
      ["trace", "validate", "bad.scroll", "none.scroll"], in: folder.url)
    #expect(outcome.status == 66)
    #expect(outcome.complaint.contains("bad.scroll:1:"))
    #expect(outcome.complaint.contains("none.scroll: the file does not exist"))
  }
}
