import Foundation
import Testing

/// `scrollsim tune --space`: the best settings of a policy.
@Suite struct TuneSettingsTests {
  private static let search = [
    "tune", "--trace", "Traces/tall-feed.scroll", "--trace", "Traces/carousel.scroll", "--device",
    "iphone-5", "--policy", "distance", "--budget", "16MiB,32MiB", "--space",
    "distance.lead=1..8:x2", "--store", "results.sqlite",
  ]

  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder.withTraces() }

  @Test func `the table lists the best settings first and the default settings last`() throws {
    let outcome = try Scrollsim.run(Self.search, in: folder.url)
    #expect(outcome.status == 0, "\(outcome.complaint)")
    #expect(outcome.text.contains("4 settings in 2 runs each, then 2 settings in 4 runs each"))
    let rows = outcome.lines.drop { !$0.hasPrefix("policy ") }.dropFirst()
    #expect(rows.count == 3)
    #expect(rows.first?.hasSuffix("best") == true)
    #expect(rows.last?.hasPrefix("distance ") == true)
    #expect(rows.last?.hasSuffix("without changes") == true)
  }

  @Test func `a second search makes no runs and prints the same`() throws {
    let first = try Scrollsim.run(Self.search, in: folder.url)
    let second = try Scrollsim.run(Self.search + ["--jobs", "1"], in: folder.url)
    #expect(second.complaint.hasPrefix("note: 0 runs made"), "\(second.complaint)")
    #expect(first.output == second.output)
  }

  @Test func `a document contains every rung and its results`() throws {
    let outcome = try Scrollsim.run(Self.search + ["--format", "json"], in: folder.url)
    let document = try JSONText.object(outcome.output)
    let rungs = try #require(document["rungs"] as? [[String: Any]])
    #expect(rungs.map { $0.number("instances") } == [2, 4])
    let results = rungs.compactMap { $0["results"] as? [[String: Any]] }
    #expect(results.map(\.count) == [4, 2])
    #expect(results.map { $0.count { $0["isKept"] as? Bool == true } } == [2, 1])
    #expect(document.object("best")["policy"] as? String == results[1][0]["policy"] as? String)
    #expect(document.object("standard")["policy"] as? String == "distance")
  }

  @Test func `status 1 means that the app is killed with all settings`() throws {
    try folder.writePressed("pressed.scroll")
    let search = [
      "tune", "--trace", "pressed.scroll", "--device", "iphone-5", "--policy", "distance",
      "--space", "distance.lead=1..4:x2", "--store", "pressed.sqlite",
    ]
    let outcome = try Scrollsim.run(search, in: folder.url)
    #expect(outcome.status == 1)
    #expect(
      outcome.complaint.contains(
        "scrollsim: the app was killed with all 3 settings (the device ran out of memory), so none is "
          + "best"), "\(outcome.complaint)")
    #expect(!outcome.lines.contains { $0.hasPrefix("distance") && $0.hasSuffix("best") })
    let document = try JSONText.object(
      Scrollsim.run(search + ["--format", "json"], in: folder.url).output)
    #expect(document["best"] is NSNull)
    let rungs = try #require(document["rungs"] as? [[String: Any]])
    let results = rungs.flatMap { $0["results"] as? [[String: Any]] ?? [] }
    #expect(results.count == 3 && results.allSatisfy { $0["isKept"] as? Bool == false })
  }

  @Test(arguments: [
    Refusal(
      "samples of a budget", "tune --trace T --limit blankSeconds<=2s --samples 3 --store s.sqlite",
      64,
      says: "--samples"),
    Refusal(
      "the setting of another policy",
      "tune --trace Traces/tall-feed.scroll --policy lru --space distance.lead=1,2 --store s", 64,
      says: "--space", "'distance.lead' is not a setting of 'lru'"),
    Refusal(
      "no range",
      "tune --trace Traces/tall-feed.scroll --policy distance --space "
        + "distance.lead=8..1:x2 --store s", 64, says: "--space '8..1:x2' is not a range"),
    Refusal(
      "a value out of range",
      "tune --trace Traces/tall-feed.scroll --policy distance --space "
        + "distance.lead=0.5 --store s", 64, says: "--space", "'0.5'"),
    Refusal(
      "nothing set",
      "tune --trace Traces/tall-feed.scroll --policy distance --space lead=2 "
        + "--store s", 64, says: "--space 'lead=2' has no value"),
  ])
  func `an invalid space is an error with a message`(refusal: Refusal) throws {
    try refusal.check(in: folder)
  }
}

extension TemporaryFolder {
  /// Writes a trace at whose 62 s other processes take so much memory that an app is killed.
  func writePressed(_ name: String) throws {
    let text = try String(contentsOf: path("Traces/carousel.scroll"), encoding: .utf8)
    try write(
      text.replacing(
        "\nend\n", with: "\n[events]\ntime_ms,event\n62000,externalPressure 700000000\nend\n"),
      to: name)
  }
}
