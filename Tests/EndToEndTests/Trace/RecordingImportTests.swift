import Foundation
import Testing

/// `trace import` of what is not the CSV of scrollsim.
@Suite struct RecordingImportTests {
  private static let content = ["--layout", "grid:columns=3", "--catalogue", "items=3000"]

  @Test(arguments: [
    ["Traces/recorded/chromium-flings.json"],
    ["Traces/recorded/chromium-flings.json", "--format", "trace-events"],
    ["Traces/recorded/chromium-flings-pointers.json"],
    ["Traces/recorded/chromium-flings-pointers.json", "--deceleration-rate", "fast"],
  ])
  func `a recording of a real Chromium becomes a trace that runs`(recording: [String]) throws {
    let folder = try TemporaryFolder.withTraces()
    let outcome = try Scrollsim.run(
      ["trace", "import"] + recording + Self.content + ["--output", "a.scroll"], in: folder.url)
    try #require(outcome.status == 0, "\(outcome.complaint)")
    let run = try Scrollsim.run(["run", "a.scroll"], in: folder.url)
    #expect(run.status == 0, "\(run.complaint)")
  }

  @Test func `the chosen physics determine the length of a pointer fling`() throws {
    var travels: [Double] = []
    for physics in [
      ["--deceleration-rate", "normal"], ["--deceleration-rate", "fast"], ["--physics", "android"],
    ] {
      let folder = try TemporaryFolder.withTraces()
      let imported = try Scrollsim.run(
        [
          "trace", "import", "Traces/recorded/chromium-flings-pointers.json",
          "--output", "a.scroll",
        ] + physics + Self.content, in: folder.url)
      try #require(imported.status == 0, "\(imported.complaint)")
      let info = try Scrollsim.run(
        ["trace", "info", "a.scroll", "--format", "json"], in: folder.url)
      travels.append(try JSONText.object(info.output).number("travelPoints") ?? 0)
    }
    #expect(travels[0] > 1.5 * travels[1], "\(travels)")
    #expect(Set(travels).count == 3, "\(travels)")
  }

  @Test func `a recording may have named columns and units`() throws {
    let folder = try TemporaryFolder()
    try folder.write("t_ms,scroll_y\n0,0\n16.5,10\n33,30\n", to: "plain.csv")
    try folder.write("where;when\n0;5\n30;5.0165\n90;5.033\n", to: "other.csv")
    try folder.write(
      #"{"log":[{"at":0,"to":{"y":0}},{"at":16500,"to":{"y":10}},{"at":33000,"to":{"y":30}}]}"#,
      to: "nested.json")
    let plain = try Scrollsim.run(["trace", "import", "plain.csv"] + Self.content, in: folder.url)
    for options in [
      ["other.csv", "--time-column", "when:s", "--offset-column", "where:px", "--scale", "3"],
      ["nested.json", "--time-column", "at:us", "--offset-column", "to.y"],
    ] {
      let outcome = try Scrollsim.run(["trace", "import"] + options + Self.content, in: folder.url)
      #expect(outcome.status == 0, "\(outcome.complaint)")
      #expect(outcome.output == plain.output, "\(options)")
    }
  }

  @Test(arguments: [
    Refusal(
      "a scale that is none",
      "trace import Traces/recorded/one-hard-fling.csv --scale 0 "
        + "--catalogue items=90", 64, says: "--scale 0.0", "0.1 to 20"),
    Refusal(
      "a format that there is not", "trace import a.json --format xml --catalogue items=90", 64,
      says: "xml", "trace-events"),
    Refusal(
      "a column that there is not",
      "trace import Traces/recorded/one-hard-fling.csv --time-column when --catalogue items=90", 65,
      says: "one-hard-fling.csv:1: the line has 't_ms, scroll_y, touch'", "'when'"),
    Refusal(
      "no file", "trace import none.json --catalogue items=90", 66, says: "none.json"),
    Refusal(
      "another JSON", "trace import other.json --catalogue items=90", 65,
      says: "other.json:1: field 'sample 1' has 'a", "a column of times, like t_ms"),
  ])
  func `an invalid recording is an error with a message`(refusal: Refusal) throws {
    let folder = try TemporaryFolder.withTraces()
    try folder.write("{\"a\":1}", to: "other.json")
    try refusal.check(in: folder)
  }

  /// Bytes of memory per byte of a file, besides what the command takes anyway.
  private static let bound = 128

  @Test(arguments: ["deep", "wide", "long", "columns", "rows", "events"])
  func `a large hostile file uses at most the documented memory`(kind: String) throws {
    let megabyte = 1 << 20
    let ones = String(repeating: ",1", count: megabyte)
    let text =
      switch kind {
      case "deep": String(repeating: "[", count: 4 * megabyte)
      case "wide": "[{" + String(repeating: "\"a\":1,", count: 700_000) + "\"b\":2}]"
      case "long": "\"" + String(repeating: "x", count: 4 * megabyte)
      case "columns": "{\"t\":[0\(ones)],\"y\":[0\(ones)]}"
      case "rows": "time,y\n" + String(repeating: "0,0\n", count: megabyte)
      default: "[" + String(repeating: "{\"ph\":\"X\",\"name\":\"a\"},", count: 200_000)
      }
    let folder = try TemporaryFolder()
    try folder.write(text, to: "a.json")
    // Kilobytes of address space, of which a program takes some before it begins.
    let limit = (Self.bound * text.utf8.count) >> 10 + 256 << 10
    let outcome = try Scrollsim.paste(
      "ulimit -v \(limit); exec scrollsim trace import a.json --catalogue items=90", in: folder.url)
    #expect(outcome.status == 65, "\(outcome.complaint)")
    #expect(outcome.complaint.hasPrefix("scrollsim: a.json"), "\(outcome.complaint)")
  }
}
