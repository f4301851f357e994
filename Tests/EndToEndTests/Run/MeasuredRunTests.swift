import Foundation
import Testing

/// `run --measured`: a prediction beside what a device did.
@Suite struct MeasuredRunTests {
  private static let run = [
    "run", "Traces/recorded/photo-grid-session.scroll", "--device", "iphone-8",
  ]

  /// The run's own figures, as the store has them.
  private func predicted() throws -> [String: Any] {
    let document = try JSONText.object(
      Scrollsim.run(Self.run + ["--format", "json"]).output)
    return try #require((document["runs"] as? [[String: Any]])?.first)
  }

  private func compared(_ text: String) throws -> [[String: Any]] {
    let folder = try TemporaryFolder.withTraces()
    try folder.write(text, to: "m.csv")
    let outcome = try Scrollsim.run(
      Self.run + ["--measured", "m.csv", "--format", "json"], in: folder.url)
    try #require(outcome.status == 0, "\(outcome.complaint)")
    return try #require(JSONText.object(outcome.output)["figures"] as? [[String: Any]])
  }

  @Test func `figures appear beside their measurements in the same units`() throws {
    let figures = try compared(
      "name,value,unit\nhitchratio,3.5,ms/s\nblankSeconds,1500,ms\nblankRatio,2,%\nhitches,7,\n")
    #expect(
      figures.map { $0["name"] as? String }
        == ["hitchRatio", "blankSeconds", "blankRatio", "hitches"])
    #expect(figures.map { $0.number("measured") } == [3.5, 1.5, 0.02, 7])
    #expect(figures.map { $0["unit"] as? String } == ["ms/s", "s", "ratio", "count"])
    let run = try predicted()
    for figure in figures {
      let name = try #require(figure["name"] as? String)
      #expect(figure.number("predicted") == Self.find(name, in: run), "\(name)")
    }
  }

  @Test func `symbols of MetricKit and Foundation are valid units`() throws {
    let figures = try compared(
      """
      name,value,unit
      hitchRatio,3.5,ms per s
      blankSeconds,2,sec
      hitchMilliseconds,1500,\u{B5}s
      worstHitchMilliseconds,900,\u{3BC}s
      cachePeakBytes,4096,byte
      """)
    #expect(figures.map { $0.number("measured") } == [3.5, 2, 1.5, 0.9, 4096])
    #expect(figures.map { $0["unit"] as? String } == ["ms/s", "s", "ms", "ms", "B"])
    #expect(try compared("name,value,unit\nhitchRatio,0.35,%\n")[0].number("measured") == 3.5)
  }

  /// A number of this name anywhere in a document.
  private static func find(_ name: String, in document: [String: Any]) -> Double? {
    if let value = document.number(name) { return value }
    return document.values.lazy.compactMap { ($0 as? [String: Any]).flatMap { find(name, in: $0) } }
      .first
  }

  /// The timeline of the same run says when each of its frames was late, and by how much.
  @Test func `measured late frames of the run itself match exactly`() throws {
    let folder = try TemporaryFolder.withTraces()
    let run = [
      "run", "Traces/recorded/slow-reading.scroll", "--device", "iphone-5", "--loader",
      "background-read", "--format", "json",
    ]
    let drawn = try Scrollsim.run(run + ["--timeline", "t.json"], in: folder.url)
    try #require(drawn.status == 0, "\(drawn.complaint)")
    let timeline = try JSONText.object(folder.read("t.json"))
    let events = try #require(timeline["traceEvents"] as? [[String: Any]])
    var rows = "t_ms,late_ms\n"
    var count = 0
    for event in events where event["name"] as? String == "hitch" {
      let due = try #require(event.number("ts"))
      let late = try #require(event.object("args").number("lateMicroseconds"))
      rows += "\(due / 1000),\(late / 1000)\n"
      count += 1
    }
    #expect(count > 10)
    try folder.write(rows, to: "m.csv")
    let outcome = try Scrollsim.run(run + ["--measured", "m.csv"], in: folder.url)
    try #require(outcome.status == 0, "\(outcome.complaint)")
    let document = try JSONText.object(outcome.output)
    let figures = try #require(document["figures"] as? [[String: Any]])
    #expect(
      figures.map { $0["name"] as? String }
        == ["hitches", "hitchMilliseconds", "worstHitchMilliseconds"])
    for figure in figures {
      let predicted = try #require(figure.number("predicted"))
      let measured = try #require(figure.number("measured"))
      #expect(predicted > 0 && abs(predicted - measured) < 0.01, "\(figure)")
    }
    let sentence = try #require((document["sentences"] as? [String])?.first)
    #expect(sentence.hasPrefix("\(count) of \(count) measured late frames have a predicted one"))
    #expect(sentence.contains("\(count) of \(count) predicted ones"))
  }

  @Test func `blank shares are integrated over time`() throws {
    let figures = try compared("t_ms,blank\n1000,0.5\n3000,0.25\n4000,0\n5000,0\n")
    #expect(figures[0]["name"] as? String == "blankSeconds")
    #expect(abs((figures[0].number("measured") ?? 0) - 1.25) < 1e-9)
    #expect(figures[1].number("measured") == 0.5)
    let whole = try compared("t_ms,blank\n0,0\n3000000,0\n")
    let blank = try #require(Self.find("blankSeconds", in: try predicted()))
    let found = try #require(whole[0].number("predicted"))
    #expect(abs(found - blank) < 0.001 * max(1, blank), "\(found) and \(blank)")
  }

  @Test func `the table states what it compares`() throws {
    let folder = try TemporaryFolder.withTraces()
    try folder.write("t_ms,blank\n0,1\n200,0\n900,0\n", to: "m.csv")
    let outcome = try Scrollsim.run(Self.run + ["--measured", "m.csv"], in: folder.url)
    #expect(outcome.status == 0, "\(outcome.complaint)")
    #expect(outcome.text.contains("beside m.csv"))
    #expect(outcome.text.contains("predicted  measured"))
    #expect(outcome.text.contains("note: blank in both for"))
  }

  @Test(arguments: [
    "blankSeconds,900,s", "blankRatio,2,ratio", "hitchRatio,1001,ms/s", "frozenSeconds,700,s",
    "hitchMilliseconds,700,s", "worstHitchMilliseconds,700000,ms",
  ])
  func `an impossible value is an error`(row: String) throws {
    let folder = try TemporaryFolder.withTraces()
    try folder.write("name,value,unit\n\(row)\n", to: "m.csv")
    let outcome = try Scrollsim.run(Self.run + ["--measured", "m.csv"], in: folder.url)
    #expect(outcome.status == 65)
    #expect(outcome.output.isEmpty)
    #expect(outcome.complaint.contains("m.csv:2: field 'value' is "), "\(outcome.complaint)")
  }

  @Test(arguments: [
    Refusal(
      "two policies",
      "run Traces/recorded/slow-reading.scroll --policy lru,fifo --measured good.csv",
      64, says: "--measured", "2 runs"),
    Refusal(
      "no such file", "run Traces/recorded/slow-reading.scroll --measured none.csv", 66,
      says: "none.csv: the file does not exist"),
    Refusal(
      "no such figure", "run Traces/recorded/slow-reading.scroll --measured name.csv", 65,
      says: "name.csv:2: field 'name' is 'hitchRation'", "hitchRatio"),
    Refusal(
      "another unit", "run Traces/recorded/slow-reading.scroll --measured unit.csv", 65,
      says: "unit.csv:2: field 'unit' is 'ms'", "ms/s"),
    Refusal(
      "no unit", "run Traces/recorded/slow-reading.scroll --measured none-given.csv", 65,
      says: "none-given.csv:2: field 'unit' is empty", "ms/s"),
    Refusal(
      "a unit of another figure", "run Traces/recorded/slow-reading.scroll --measured rate.csv",
      65, says: "rate.csv:2: field 'unit' is 'ms per s'", "blankSeconds"),
    Refusal(
      "a band", "run Traces/recorded/slow-reading.scroll --measured band.csv", 65,
      says: "band.csv:2: field 'name' is 'band'"),
  ])
  func `an impossible comparison is an error with a message`(refusal: Refusal) throws {
    let folder = try TemporaryFolder.withTraces()
    for (name, row) in [
      ("good", "hitchRatio,1,ms/s"), ("name", "hitchRation,1,ms/s"), ("unit", "hitchRatio,1,ms"),
      ("band", "band,1,"), ("none-given", "hitchRatio,1,"), ("rate", "blankSeconds,1,ms per s"),
    ] {
      try folder.write("name,value,unit\n\(row)\n", to: "\(name).csv")
    }
    try refusal.check(in: folder)
  }
}
