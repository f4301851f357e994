import Foundation
import Testing

/// Tests of the commands that choose by the rule, on scrolls in which there is nothing to choose.
@Suite struct ExtremeScrollTests {
  private let folder: TemporaryFolder

  /// Writes `dead.scroll`, on which the app is killed with every setting, `empty.scroll`, which lasts
  /// 0 s, and `still.scroll`, in which nothing moves.
  init() throws {
    let made = try TemporaryFolder()
    folder = made
    func write(_ name: String, _ catalog: String, _ samples: [String]) throws {
      try made.write(
        """
        scrollsim-trace 1
        title: \(name)
        provenance: written for a test
        kind: synthetic
        units: pt ms
        viewport: 1024x768
        direction: forward
        decelerationRate: normal
        layout: grid:columns=3
        catalogue: generated \(catalog)

        [samples]
        time_ms,offset,phase
        \(samples.joined(separator: "\n"))
        end

        """, to: "\(name).scroll")
    }
    try write(
      "dead", "items=60 size=12000x12000 mix=jpeg origin=disk",
      (0...20).map { "\(200 * $0),\(150 * $0),tracking" })
    let small = "items=40 size=10x10 mix=png origin=bundle"
    try write("empty", small, ["0,0,idle"])
    try write("still", small, ["0,0,idle", "5000,0,idle"])
  }

  private static let device = ["--device", "ipad-3", "--network", "edge"]
  private static let cache = [
    "--loader", "cached", "--policy", "lru,sieve", "--budget", "16MiB,64MiB",
  ]

  private func sentence(_ arguments: [String]) throws -> String {
    let outcome = try Scrollsim.run(arguments, in: folder.url)
    try #require(outcome.status == 0, "\(outcome.complaint)")
    return try #require(JSONText.object(outcome.output)["sentence"] as? String)
  }

  private func advice(_ name: String, _ library: String = "uikit") throws -> String {
    try sentence(["advise", "\(name).scroll", "--for", library, "--json"] + Self.device)
  }

  @Test func `advise names no best setting if the app is killed with all`() throws {
    #expect(
      try advice("dead")
        == "UIKit and an NSCache: no setting that was tried keeps the app alive; it lives longest with "
        + "decode at cell size. Try scrollsim doctor.")
  }

  @Test func `advise compares the lives of killed apps, not their blank time`() throws {
    let outcome = try Scrollsim.run(
      ["advise", "dead.scroll", "--for", "uikit"] + Self.device, in: folder.url)
    #expect(outcome.status == 0, "\(outcome.complaint)")
    #expect(outcome.text.contains("1. decode at cell size (alone: lives "), "\(outcome.text)")
    #expect(!outcome.text.contains("blank +"), "\(outcome.text)")
  }

  @Test func `advise keeps the settings on a scroll that shows nothing`() throws {
    #expect(
      try advice("empty")
        == "UIKit and an NSCache: keep what you have; the scroll lasts 0 s, so no setting matters.")
    #expect(
      try advice("still")
        == "UIKit and an NSCache: keep what you have; nothing moves in the scroll, so it shows the "
        + "first screen alone.")
  }

  @Test func `doctor finds no cause of stall in a scroll of 0 s`() throws {
    let found = try sentence(["doctor", "empty.scroll", "--format", "json"] + Self.device)
    #expect(
      found == "Nothing stalls: the scroll lasts 0 s, so no setting matters. Keep what you have.")
  }

  @Test func `doctor names a change that keeps an app alive that is always killed`() throws {
    let found = try sentence(
      ["doctor", "dead.scroll", "--loader", "main-thread", "--format", "json"] + Self.device)
    #expect(found.contains("its footprint reached the app limit. With thumbnails of"), "\(found)")
    #expect(found.contains("it survives"), "\(found)")
  }

  private func report(_ name: String) throws -> String {
    let swept = try Scrollsim.run(
      ["sweep", "--trace", "\(name).scroll", "--store", "made.sqlite"] + Self.device + Self.cache,
      in: folder.url)
    try #require(swept.status == 0, "\(swept.complaint)")
    let outcome = try Scrollsim.run(["report", "made.sqlite", "--format", "json"], in: folder.url)
    try #require(outcome.status == 0, "\(outcome.complaint)")
    let answer = try JSONText.object(outcome.output).object("report")["answer"] as? [String]
    return try #require(answer).joined(separator: " ")
  }

  @Test func `report recommends no setting if the app is killed with all`() throws {
    let answer = try report("dead")
    #expect(
      answer.contains(
        "The app was killed with every policy, in 4 of 4 runs (lru 2, sieve 2): no policy is "
          + "recommended. The reason: its footprint reached the app limit. Try scrollsim doctor."),
      "\(answer)")
    #expect(!answer.contains("best found"), "\(answer)")
  }

  @Test func `report says that a scroll of 0 s says nothing`() throws {
    let answer = try report("empty")
    #expect(
      answer.hasPrefix(
        "empty lasts 0 s, which says nothing about settings: record a longer scroll."),
      "\(answer)")
    #expect(answer.contains("Keep what you have") && !answer.contains("nan"), "\(answer)")
  }

  private func tune(_ name: String, _ options: [String]) throws -> Scrollsim.Outcome {
    try Scrollsim.run(
      ["tune", "--trace", "\(name).scroll", "--store", "made.sqlite"] + Self.device + options,
      in: folder.url)
  }

  @Test(arguments: [["--jointly"], ["--limit", "stallSeconds <= 2 s"]])
  func `tune fails with the reason if the app is killed with all`(goal: [String]) throws {
    let outcome = try tune("dead", Self.cache + goal)
    #expect(outcome.status == 1 && outcome.text.isEmpty)
    #expect(
      outcome.complaint.contains("the app is killed: its footprint reached the app limit"),
      "\(outcome.complaint)")
    #expect(!outcome.complaint.contains("best"), "\(outcome.complaint)")
  }

  @Test(arguments: [["--jointly"], ["--limit", "stallSeconds <= 2 s"]])
  func `tune notes that a scroll of 0 s says nothing`(goal: [String]) throws {
    let outcome = try tune("empty", Self.cache + goal)
    #expect(outcome.status == 0, "\(outcome.complaint)")
    #expect(outcome.complaint.contains("note: empty lasts 0 s, which says nothing"))
  }

  /// The warning comes once, after the reason, also if the error is about several policies or devices.
  @Test(arguments: [
    ["--policy", "lru"], ["--policy", "lru,sieve"], ["--policy", "lru", "--jointly"],
  ])
  func `tune warns of a small cache at the end of its error`(options: [String]) throws {
    let outcome = try tune(
      "dead",
      ["--loader", "cached", "--budget", "16MiB,64MiB", "--limit", "stallSeconds <= 2 s"] + options)
    #expect(outcome.status == 1 && outcome.text.isEmpty)
    let parts = outcome.complaint.components(separatedBy: ". Warning: ")
    #expect(parts.count == 2, "\(outcome.complaint)")
    let warning = try #require(parts.last)
    #expect(
      warning.contains("MiB the cache has room for 0.") && warning.contains("but lru needs 1."),
      "\(warning)")
    #expect(!outcome.complaint.contains(".;"), "\(outcome.complaint)")
  }

  private func check(_ name: String, _ options: [String] = []) throws -> Scrollsim.Outcome {
    try folder.write(
      """
      title: extreme
      axes:
        trace: \(name).scroll
        device: ipad-3
        network: edge
        loader: cached
        policy: lru
        budget: 16MiB
      limits:
        - stallSeconds <= 0.1 s

      """, to: "limits.yml")
    return try Scrollsim.run(["check", "limits.yml"] + options, in: folder.url)
  }

  @Test func `check breaks limits with the cause if the app is killed`() throws {
    let outcome = try check("dead")
    #expect(outcome.status == 1)
    #expect(
      outcome.complaint.contains("cause: The app was killed at "), "\(outcome.complaint)")
  }

  @Test func `check notes that a scroll of 0 s says nothing`() throws {
    let outcome = try check("empty", ["--format", "json"])
    #expect(outcome.status == 0)
    #expect(outcome.complaint.contains("note: empty lasts 0 s, which says nothing"))
  }
}

/// Tests of sessions that are copies of each other.
@Suite struct CopiedSessionTests {
  private let folder: TemporaryFolder

  /// Enough sessions for an interval, if they were not copies.
  private static let traces = (1...12).map { "\($0).scroll" }
  private static let options =
    traces.flatMap { ["--trace", $0] } + [
      "--device", "iphone-12", "--network", "lte", "--loader", "nuke", "--policy", "lru",
      "--budget", "16MiB,64MiB", "--store", "made.sqlite",
    ]

  /// Copies a recorded session under other titles.
  init() throws {
    folder = try TemporaryFolder()
    let recorded = PackageRoot.url.appendingPathComponent("Traces/recorded/feed-to-and-fro.scroll")
    let text = try String(contentsOf: recorded, encoding: .utf8)
    let title = try #require(text.split(separator: "\n").first { $0.hasPrefix("title:") })
    for trace in Self.traces {
      try folder.write(text.replacing(title, with: "title: A copy in \(trace)"), to: trace)
    }
  }

  @Test func `a session and its copies are one cluster without an interval`() throws {
    let swept = try Scrollsim.run(["sweep"] + Self.options, in: folder.url)
    try #require(swept.status == 0, "\(swept.complaint)")
    let outcome = try Scrollsim.run(
      ["report", "made.sqlite", "--format", "json"], in: folder.url)
    let document = try JSONText.object(outcome.output).object("report")
    let found = try #require((document["recommendations"] as? [[String: Any]])?.first)
    #expect(found.number("sessions") == 12 && found.number("clusters") == 1)
    let answer = try #require(document["answer"] as? [String]).joined(separator: " ")
    #expect(
      answer.contains("12 sessions with 1 sequence of gestures: no confidence interval"),
      "\(answer)")
    #expect(!answer.contains("95 % confidence"), "\(answer)")
  }

  @Test func `tune claims nothing about other sessions than copies of one`() throws {
    let outcome = try Scrollsim.run(["tune", "--jointly"] + Self.options, in: folder.url)
    #expect(outcome.status == 0, "\(outcome.complaint)")
    #expect(
      outcome.text.contains("take loader nuke, prefetcher none, policy lru, budget 64MiB"),
      "\(outcome.text)")
    #expect(!outcome.text.contains("95 %"), "\(outcome.text)")
    #expect(!outcome.text.contains("The worst, "), "\(outcome.text)")
  }
}
