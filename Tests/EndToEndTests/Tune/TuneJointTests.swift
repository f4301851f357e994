import Foundation
import Testing

/// `scrollsim tune --jointly`: loader, prefetcher, policy and budget together.
@Suite struct TuneJointTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder.withTraces() }

  private static let search = [
    "tune", "--jointly", "--trace", "Traces/tall-feed.scroll", "--device", "iphone-5", "--policy",
    "lru,distance", "--prefetch", "none,ring:ahead=1..4", "--budget", "16MiB..64MiB:x2", "--store",
    "s.sqlite",
  ]

  private func run(_ more: String...) throws -> Scrollsim.Outcome {
    try Scrollsim.run(Self.search + more, in: folder.url)
  }

  @Test func `the recommendation is first, followed by the rest of the front`() throws {
    let outcome = try run()
    #expect(outcome.status == 0, "\(outcome.complaint)")
    #expect(outcome.lines.first?.hasPrefix("On iphone-5 over wifi, take loader cached, ") == true)
    #expect(outcome.lines.first?.contains("All 24 combinations were tried.") == true)
    let rows = outcome.lines.drop { !$0.hasPrefix("loader ") }.dropFirst()
    #expect(rows.first?.contains("take") == true)
    #expect(rows.dropFirst().allSatisfy { $0.contains("on the front") })
  }

  private func tune(_ more: String...) throws -> Scrollsim.Outcome {
    try Scrollsim.run(
      ["tune", "--jointly", "--trace", "Traces/tall-feed.scroll", "--store", "s.sqlite"] + more,
      in: folder.url)
  }

  @Test func `the default settings are recommended among equal ones`() throws {
    let outcome = try tune(
      "--device", "iphone-13-pro", "--loader", "nuke", "--space", "nuke.order", "--space",
      "nuke.lanes=1..4", "--policy", "lru", "--prefetch", "ring:ahead=0.1,none", "--budget",
      "512MiB",
      "--least-frames", "3600")
    let first = try #require(outcome.lines.first, "\(outcome.complaint)")
    let start = "On iphone-13-pro over wifi, keep what you have: no visible difference; all "
    #expect(first.hasPrefix(start), "\(first)")
    #expect(
      first.contains("The simplest is loader nuke, prefetcher none, policy lru, budget 512MiB: "),
      "\(first)")
  }

  @Test func `a setting that stalls less but breaks a default limit is named with the reason`()
    throws
  {
    let outcome = try Scrollsim.run(
      [
        "tune", "--jointly", "--trace", "Traces/recorded/feed-to-and-fro.scroll", "--device",
        "pixel", "--loader", "coil", "--policy", "lru", "--prefetch", "none,ring:ahead=4",
        "--budget", "32MiB,128MiB", "--store", "s.sqlite",
      ], in: folder.url)
    let first = try #require(outcome.lines.first, "\(outcome.complaint)")
    #expect(
      first.contains(
        "budget 128MiB, but it breaks the limits (half of the app's memory, 5 ms/s of hitches) "
          + "more often."), "\(first)")
  }

  private func sessions(_ count: Int, _ more: String...) throws -> String {
    let outcome = try Scrollsim.run(
      [
        "tune", "--jointly", "--trace", "sessions:count=\(count):seed=1", "--device", "iphone-8",
        "--policy", "lru", "--prefetch", "none,ring:ahead=1", "--budget", "32MiB", "--store",
        "s.sqlite",
      ] + more, in: folder.url)
    return String(outcome.lines.first ?? "\(outcome.complaint)")
  }

  @Test func `the answer over sessions has an interval, a percentile and the worst session`() throws
  {
    let first = try sessions(
      24, "--baseline", "lru, 32MiB, none", "--least-percent", "0", "--least-frames", "0")
    #expect(first.contains(" Over 24 sessions it saves "), "\(first)")
    #expect(
      first.contains(" s a session against your current setting. Over sessions like these it "),
      "\(first)")
    #expect(first.contains(" s with 95 % confidence. 19 of 20 sessions stall at most "), "\(first)")
    #expect(first.contains(" The worst, sessions:seed=1#"), "\(first)")
  }

  /// The interval holds for all eighteen combinations at once, in both commands.
  @Test func `tune and report agree on the saving and its certainty`() throws {
    let baseline = "lru, 32MiB, none"
    let first = try sessions(
      24, "--loader", "nuke", "--policy", "lru,sieve,arc", "--prefetch", "none,ring:ahead=2",
      "--budget", "16MiB,32MiB,64MiB", "--baseline", baseline)
    let taken = "take loader nuke, prefetcher ring:ahead=2, policy lru, budget 32MiB"
    #expect(first.contains(taken), "\(first)")
    let report = try Scrollsim.run(["report", "s.sqlite", "--baseline", baseline], in: folder.url)
    let words = report.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    let told = try #require(
      words.firstMatch(of: /it saves [0-9.]+ s to [0-9.]+ s with 95 % confidence/))
    #expect(first.contains(told.0), "\(first)\n\(told.0)")
  }

  @Test func `an answer from fewer than twelve sessions makes no statement about others`() throws {
    let first = try sessions(11)
    #expect(!first.contains("sessions it saves") && !first.contains("95 %"), "\(first)")
  }

  @Test func `words with trailing zeros stay unchanged`() throws {
    let outcome = try tune(
      "--device", "iphone-8", "--policy", "nscache-gnustep:version=any", "--prefetch", "none",
      "--budget", "64MiB", "--format", "csv")
    #expect(outcome.status == 0, "\(outcome.complaint)")
    #expect(outcome.text.contains("nscache-gnustep"), "\(outcome.text)")
    #expect(!outcome.text.contains("version=1.28,"), "\(outcome.text)")
  }

  @Test(arguments: ["lru, 64MiB, ring:ahead=2", "lru 64MiB, prefetcher ring:ahead=2"])
  func `a baseline may have the wording of report`(baseline: String) throws {
    let (said, typed) = try (
      run("--baseline", baseline),
      run("--baseline", "policy=lru budget=64MiB prefetch=ring:ahead=2")
    )
    #expect(said.status == 0, "\(said.complaint)")
    #expect(said.text == typed.text)
  }

  @Test func `each scenario without an answer has a line with a reason for every limit`() throws {
    let outcome = try tune(
      "--device", "iphone-5,iphone-8", "--policy", "lru", "--prefetch", "none", "--budget", "64MiB",
      "--limit", "stallSeconds <= 0 s", "--limit", "footprintPeakBytes <= 1MiB")
    #expect(outcome.status == 1)
    let lines = outcome.complaint.split(separator: "\n").filter {
      $0.hasPrefix("note: nothing keeps ")
    }
    #expect(lines.count == 2, "\(outcome.complaint)")
    #expect(lines.allSatisfy { $0.contains("Its cache held ") })
    #expect(lines.allSatisfy { $0.contains("blank") || $0.contains("waited") }, "\(lines)")
  }

  @Test func `a note names loaders that take images from different origins`() throws {
    let outcome = try tune(
      "--device", "iphone-8", "--loader", "image-named,nuke", "--policy", "lru", "--prefetch",
      "none", "--budget", "64MiB")
    #expect(
      outcome.text.contains("Loaders read their images from different places"), "\(outcome.text)")
  }

  @Test func `a document lists all trials, and no trial beats the front`() throws {
    let outcome = try run("--front", "stallSeconds,wastedBytes", "--format", "json")
    let document = try JSONText.object(outcome.output)
    let answer = try #require((document["answers"] as? [[String: Any]])?.first)
    let trials = try #require(answer["trials"] as? [[String: Any]])
    #expect(trials.count == 24)
    let points = trials.map { trial -> [Double] in
      let figures = trial["figures"] as? [[String: Any]] ?? []
      return trial["isKept"] as? Bool == true
        ? figures.map { $0.number("value") ?? .infinity } : [.infinity, .infinity]
    }
    let front = points.indices.filter { place in
      let point = points[place]
      return point[0].isFinite
        && !points.contains { $0 != point && zip($0, point).allSatisfy { $0 <= $1 } }
    }
    #expect(answer["front"] as? [Int] == front)
  }

  @Test
  func `a second search makes no runs and prints the same for any number of threads`() throws {
    let first = try run("--jobs", "1")
    let second = try run("--jobs", "4")
    #expect(second.complaint.contains("note: 0 runs made"), "\(second.complaint)")
    #expect(first.output == second.output)
  }

  @Test func `the report of the trials contains the front`() throws {
    _ = try run()
    let report = try Scrollsim.run(["report", "s.sqlite", "--format", "json"], in: folder.url)
    #expect(report.status == 0, "\(report.complaint)")
    let front = try JSONText.object(report.output).object("report")["front"] as? [[String: Any]]
    #expect(front?.isEmpty == false)
    #expect(front?.allSatisfy { $0["prefetcher"] is String } == true)
  }

  @Test
  func `the message names the nearest setting and the reasons if none keeps the limits`() throws {
    let outcome = try run("--limit", "stallSeconds <= 0.001 s")
    #expect(outcome.status == 1)
    #expect(outcome.output.isEmpty, "\(outcome.text)")
    let said = outcome.complaint.split(separator: "\n").filter { $0.hasPrefix("scrollsim: ") }
    #expect(said.count == 1)
    #expect(
      said.first?.hasPrefix(
        "scrollsim: nothing keeps stallSeconds <= 0.001 s on iphone-5 over wifi; all 24 "
          + "combinations were tried. The nearest is loader cached, ") == true,
      "\(outcome.complaint)")
    #expect(said.first?.contains(" s too much. ") == true, "\(outcome.complaint)")
    #expect(said.first?.contains("bottleneck") == true, "\(outcome.complaint)")
  }

  private func trials(_ more: String...) throws -> (answer: [String: Any], trials: [[String: Any]])
  {
    let outcome = try Scrollsim.run(Self.search + more + ["--format", "json"], in: folder.url)
    let answers = try JSONText.object(outcome.output)["answers"] as? [[String: Any]]
    let answer = try #require(answers?.first, "\(outcome.complaint)")
    return (answer, try #require(answer["trials"] as? [[String: Any]]))
  }

  @Test func `a setting that breaks a limit is neither recommended nor on the front`() throws {
    let all = try trials().trials.compactMap { $0.number("stallSeconds") }.sorted()
    let (answer, trials) = try trials("--limit", "stallSeconds <= \(all[all.count / 4]) s")
    let kept = trials.indices.filter { trials[$0]["isKept"] as? Bool == true }
    #expect(!kept.isEmpty && kept.count < trials.count)
    #expect(try #require(answer["front"] as? [Int]).allSatisfy { kept.contains($0) })
    #expect(kept.contains(try #require(answer["chosen"] as? Int)))
  }

  @Test func `the nearest setting to an impossible limit is the one with the least stall`() throws {
    let (answer, trials) = try trials("--limit", "stallSeconds <= 0.001 s")
    let stalls = trials.compactMap { $0.number("stallSeconds") }
    #expect(stalls[try #require(answer["best"] as? Int)] == stalls.min())
    #expect((answer["front"] as? [Int])?.isEmpty == true)
  }

  @Test func `limits with a space of a loader start a joint search`() throws {
    let outcome = try Scrollsim.run(
      [
        "tune", "--trace", "Traces/tall-feed.scroll", "--device", "iphone-5", "--policy", "lru",
        "--budget", "32MiB", "--space", "cached.order", "--limit", "wastedBytes <= 1GiB", "--store",
        "s.sqlite", "--format", "csv",
      ], in: folder.url)
    #expect(outcome.status == 0, "\(outcome.complaint)")
    #expect(outcome.lines.count == 3, "\(outcome.text)")
    #expect(outcome.lines.contains { $0.contains("cached:order=lifo") })
  }

  @Test(arguments: [
    Refusal(
      "a front of nothing", "tune --jointly --trace T --front speed --store s", 64,
      says: "--front: there is no figure 'speed'", "stallSeconds"),
    Refusal(
      "a front of a budget",
      "tune --trace T --limit blankSeconds<=2s --front stallSeconds --store s", 64,
      says: "--front needs --jointly"),
    Refusal(
      "no range",
      "tune --jointly --trace Traces/tall-feed.scroll --prefetch ring:ahead=4..1 --store s", 64,
      says: "--prefetch '4..1' is not a range"),
    Refusal(
      "a baseline of conditions",
      "tune --jointly --trace Traces/tall-feed.scroll --policy lru --baseline device=iphone-8 "
        + "--store s", 64, says: "--baseline has 'device'"),
  ])
  func `an invalid search is an error with a message`(refusal: Refusal) throws {
    try refusal.check(in: folder)
  }
}
