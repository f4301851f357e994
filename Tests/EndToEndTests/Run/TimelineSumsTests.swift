import Foundation
import TestSupport
import Testing

/// `scrollsim run --timeline`: what the user saw is in it, and adds up to the figures of the run.
@Suite struct TimelineSumsTests {
  /// A run on a committed trace, and what must be in its timeline.
  struct Scene: CustomTestStringConvertible {
    let arguments: String
    /// Outcomes of items that waited.
    var outcomes: Set<String> = []
    /// Parts of flows.
    var verbs: [String] = []

    var testDescription: String { arguments }
  }

  private static let scenes = [
    Scene(
      arguments: "Traces/recorded/slow-reading.scroll --device iphone-5", outcomes: ["late"],
      verbs: ["read", "decode"]),
    Scene(
      arguments: "Traces/photo-grid.scroll --device iphone-5 --policy lru --budget 32MiB",
      outcomes: ["late", "neverShown"], verbs: ["read", "decode"]),
    Scene(
      arguments: "Traces/recorded/photo-grid-session.scroll --device iphone-8 --loader nuke "
        + "--network wifi", outcomes: ["late", "neverShown"], verbs: ["download", "decode"]),
    Scene(
      arguments: "Traces/tall-feed.scroll --device iphone-13-pro --loader "
        + "kingfisher:decode=redraw-full-size",
      outcomes: ["late"], verbs: ["download", "decode"]),
    Scene(arguments: "Traces/carousel.scroll --device iphone-8 --loader main-thread"),
    // The app is killed.
    Scene(
      arguments: "Traces/photo-grid.scroll --device iphone-5 --policy unbounded",
      outcomes: ["late", "neverShown"]),
  ]

  @Test(arguments: scenes)
  func `the timeline adds up to the figures of the run`(scene: Scene) throws {
    let (document, sums, run) = try Self.timeline(
      scene.arguments.components(separatedBy: " "), in: .withTraces())
    #expect(document.broken.isEmpty, "\(document.broken.prefix(5))")
    Self.expect(sums, toAddUpTo: run)
    #expect(Set(sums.outcomes.keys).isSuperset(of: scene.outcomes), "\(sums.outcomes)")
    let ways = document.ways()
    #expect(ways.count <= sums.outcomes.values.reduce(0, +))
    for verb in scene.verbs {
      #expect(
        ways.contains { $0.contains("\(verb) item ") && $0.contains("> frame ") }, "\(verb)")
    }
  }

  @Test func `a timeline with a background period and a relaunch adds up`() throws {
    let folder = try TemporaryFolder()
    try folder.write(
      ScrollTraceText.replacing(
        "500,memoryPressure warning", "30,background\n400,foreground\n700,relaunch"),
      to: "held.scroll")
    let (document, sums, run) = try Self.timeline(
      ["held.scroll", "--device", "iphone-5"], in: folder)
    #expect(document.names("X").contains("in the background"))
    #expect(document.broken.isEmpty, "\(document.broken.prefix(5))")
    Self.expect(sums, toAddUpTo: run)
  }

  @Test func `a still screen has a timeline`() throws {
    let folder = try TemporaryFolder()
    try folder.write(ScrollTraceText.valid, to: "rows.scroll")
    let (document, sums, run) = try Self.timeline(["rows.scroll"], in: folder)
    #expect(document.broken.isEmpty, "\(document.broken.prefix(5))")
    Self.expect(sums, toAddUpTo: run)
  }

  /// The timeline of a run, what it adds up to, and the run in JSON.
  private static func timeline(
    _ arguments: [String], in folder: TemporaryFolder
  ) throws -> (TimelineDocument, TimelineSums, [String: Any]) {
    let outcome = try Scrollsim.run(
      ["run"] + arguments + ["--timeline", "t.json", "--format", "json"], in: folder.url)
    try #require(outcome.status == 0, "\(outcome.complaint)")
    let runs = try #require(try JSONText.object(outcome.output)["runs"] as? [[String: Any]])
    let run = try #require(runs.first)
    // The end of the run: the JSON has it in seconds, a double.
    let seconds = run.object("figures").number("durationSeconds") ?? 0
    let end = Decimal(Int((seconds * 1e9).rounded())) / 1000
    let document = try TimelineDocument(folder.read("t.json"), until: end)
    return (document, TimelineSums(document, until: end), run)
  }

  private static func expect(_ sums: TimelineSums, toAddUpTo run: [String: Any]) {
    let figures = run.object("figures")
    func milliseconds(_ sum: Decimal) -> Double {
      NSDecimalNumber(decimal: sum / 1000).doubleValue
    }
    let waits = run.object("parts").object("wait").compactMapValues { $0 as? Double }
    var sides: [(name: String, timeline: Double, run: Double?)] = [
      ("late", Double(sums.outcomes["late"] ?? 0), figures.number("late")),
      ("never shown", Double(sums.outcomes["neverShown"] ?? 0), figures.number("neverShown")),
      ("unfinished", Double(sums.outcomes["unfinished"] ?? 0), figures.number("unfinished")),
      ("waited ms", milliseconds(sums.waited), waits.values.reduce(0, +)),
      ("blank s", sums.blank, figures.number("blankSeconds")),
      ("wrong s", sums.wrong, figures.number("wrongSeconds")),
      ("blank s counted", sums.counted.blank, figures.number("blankSeconds")),
      ("wrong s counted", sums.counted.wrong, figures.number("wrongSeconds")),
      ("hitches", Double(sums.hitches), figures.number("hitches")),
      ("hitch ms", milliseconds(sums.late), figures.number("hitchMilliseconds")),
      (
        "removals", Double((sums.decisions["evicts"] ?? 0) + (sums.decisions["drops"] ?? 0)),
        figures.number("removals")
      ),
      ("refusals", Double(sums.decisions["refuses"] ?? 0), figures.number("refusals")),
    ]
    for kind in Set(waits.keys).union(sums.waits.keys) {
      sides.append((kind, milliseconds(sums.waits[kind] ?? 0), waits[kind] ?? 0))
    }
    for (name, timeline, run) in sides {
      #expect(abs(timeline - (run ?? -1)) <= 1e-9 * max(1, abs(timeline)), "\(name)")
    }
    let missing = (figures.number("stallSeconds") ?? -1) - sums.blank - sums.wrong
    #expect(missing >= -1e-9, "blank and wrong are more than the stall")
  }
}
