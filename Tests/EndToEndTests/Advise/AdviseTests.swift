import Foundation
import Synchronization
import Testing

/// Tests of `scrollsim advise` as people and scripts use it.
@Suite struct AdviseTests {
  private static let feed = "Traces/recorded/feed-to-and-fro.scroll"
  /// The documents by command line, kept because each advice takes some seconds.
  private static let said = Mutex<[[String]: Data]>([:])

  private func advice(_ arguments: [String], in folder: URL = PackageRoot.url) throws
    -> [String: Any]
  {
    if let said = Self.said.withLock({ $0[arguments] }) { return try JSONText.object(said) }
    let outcome = try Scrollsim.run(["advise"] + arguments + ["--json"], in: folder)
    try #require(outcome.status == 0, "\(arguments): \(outcome.complaint)")
    Self.said.withLock { $0[arguments] = outcome.output }
    return try JSONText.object(outcome.output)
  }

  private func changes(_ advice: [String: Any]) throws -> [[String: Any]] {
    try #require(advice["changes"] as? [[String: Any]])
  }

  @Test(arguments: AdviseScene.bottlenecks + AdviseScene.hitches)
  func `the first change removes the known problem`(scene: AdviseScene) throws {
    let advice = try advice(scene.arguments)
    #expect(
      try changes(advice).first?["property"] as? String == scene.first,
      "\(advice["sentence"] ?? "")")
  }

  @Test(arguments: AdviseScene.kills)
  func `the first change alone keeps the app alive`(scene: AdviseScene) throws {
    let folder = try TemporaryFolder.withTraces()
    if let scroll = scene.scroll { try folder.write(scroll, to: "scroll.scroll") }
    let outcome = try Scrollsim.run(["advise"] + scene.arguments + ["--json"], in: folder.url)
    try #require(outcome.status == 0, "\(outcome.complaint)")
    let advice = try JSONText.object(outcome.output)
    #expect(advice.object("now").object("figures").number("killedSessions") == 1)
    let first = try #require(changes(advice).first)
    if let property = scene.first { #expect(first["property"] as? String == property) }
    let draws = ["now", "advised"].map { advice.object($0).number("killedInDraws") ?? -1 }
    #expect(draws[0] > 10 && draws[1] == 0, "\(draws)")
    #expect(first.object("alone").number("killedSessions") == 0, "\(advice["sentence"] ?? "")")
    #expect(advice.object("advised").object("figures").number("killedSessions") == 0)
  }

  @Test(arguments: AdviseScene.hitches)
  func `the advised settings have fewer hitches`(scene: AdviseScene) throws {
    let advice = try advice(scene.arguments)
    func hitches(_ setting: String) throws -> Double {
      try #require(advice.object(setting).object("figures").number("hitchRatio", "mean"))
    }
    #expect(try hitches("now") >= 1 && hitches("advised") < hitches("now") / 2)
  }

  @Test func `the figures are those of runs with the advised settings`() throws {
    let advice = try advice([Self.feed, "--for", "nuke"])
    for setting in ["now", "advised"] {
      let runs = try #require(advice.object(setting)["runs"] as? [[String: Any]])
      #expect(runs.count == 6)
      for run in runs {
        let command = try #require(run["command"] as? [String])
        let outcome = try Scrollsim.run(command + ["--format", "json"])
        try #require(outcome.status == 0, "\(command): \(outcome.complaint)")
        let made = try #require(JSONText.object(outcome.output)["runs"] as? [[String: Any]])
        for figure in ["blankSeconds", "hitchRatio", "footprintPeakBytes"] {
          #expect(made[0].object("figures").number(figure) == run.number(figure), "\(figure)")
        }
      }
    }
  }

  @Test func `the mean and the 95th percentile are those of the sessions`() throws {
    let advised = try advice([Self.feed, "--for", "nuke"]).object("advised")
    let runs = try #require(advised["runs"] as? [[String: Any]])
    let blank = runs.compactMap { $0.number("blankSeconds") }
    let figures = advised.object("figures")
    #expect(figures.number("blankSeconds", "p95") == blank.max())
    let mean = try #require(figures.number("blankSeconds", "mean"))
    #expect(abs(mean - blank.reduce(0, +) / 6) < 1e-12)
  }

  @Test func `every property of the library is changed, without effect or without gain`() throws {
    let advice = try advice([Self.feed, "--for", "nuke"])
    #expect(try changes(advice).compactMap { $0["property"] as? String } == ["prefetch", "limit"])
    #expect(
      advice["noVisibleDifference"] as? [String]
        == ["entry limit", "rate limit", "parallel decodes"])
    #expect(advice["noGain"] as? [String] == ["decode size", "connections"])
  }

  @Test func `the bands are those of draws in most of which the advice is better`() throws {
    let advice = try advice([Self.feed, "--for", "nuke"])
    #expect(try #require(advice.number("preferredInDraws")) > 15)
    for setting in ["now", "advised"] {
      let blank = advice.object(setting).object("figures").object("blankSeconds")
      let (low, high) = (try #require(blank.number("low")), try #require(blank.number("high")))
      #expect(low < high, "\(setting)")
    }
  }

  @Test func `half of the app's memory and good hitches are the limits unless others are given`()
    throws
  {
    let place = [Self.feed, "--for", "nuke", "--device", "iphone-12", "--network", "wifi"]
    func limits(_ arguments: [String]) throws -> [String]? {
      let sessions = try advice(arguments)["sessions"] as? [[String: Any]]
      return sessions?.first?["limits"] as? [String]
    }
    // The system allows an app 2 100 MB on this phone.
    #expect(
      try limits(place) == ["footprintPeakBytes <= 1001.358MiB", "hitchRatio <= 5 ms/s"])
    #expect(
      try limits(place + ["--limit", "hitchRatio <= 3 ms/s"])
        == ["hitchRatio <= 3 ms/s", "footprintPeakBytes <= 1001.358MiB"])
  }

  @Test func `a setting that breaks a limit is not advised`() throws {
    let place = [Self.feed, "--for", "nuke", "--device", "iphone-12", "--network", "wifi"]
    let advice = try advice(place + ["--limit", "footprintPeakBytes <= 120MiB"])
    #expect(advice.object("now").object("figures").number("brokenSessions") == 1)
    #expect(advice.object("advised").object("figures").number("brokenSessions") == 0)
  }

  @Test func `a limit that no setting keeps is named, and the advice is nearest to it`() throws {
    let advice = try advice([Self.feed, "--for", "nuke", "--limit", "footprintPeakBytes <= 60MiB"])
    let figures = advice.object("advised").object("figures")
    let peak = try #require(figures.number("footprintPeakBytes", "p95")) / 1_048_576
    let now = advice.object("now").object("figures")
    #expect(try peak < #require(now.number("footprintPeakBytes", "p95")) / 1_048_576 / 2)
    let sentence = try #require(advice["sentence"] as? String)
    #expect(
      sentence.hasPrefix("Nuke: no setting that was tried keeps footprintPeakBytes <= 60MiB. The "),
      "\(sentence)")
    #expect(
      sentence.contains(
        "\(Int(peak.rounded())) MiB, \(Int((peak - 60).rounded())) MiB too much"),
      "\(sentence), \(peak)")
  }

  @Test func `a default limit that no setting keeps is named, and blank time decides`() throws {
    let advice = try advice(["Traces/photo-grid.scroll", "--for", "swiftui"])
    let sentence = try #require(advice["sentence"] as? String)
    #expect(
      sentence.contains("; no setting that was tried keeps the hitch limit of 5 ms/s"),
      "\(sentence)")
    let blank = try ["now", "advised"].map {
      try #require(advice.object($0).object("figures").number("blankSeconds", "mean"))
    }
    #expect(blank[1] < blank[0] / 2, "\(blank)")
  }

  @Test func `a limit that only the present settings break explains the order of changes`() throws {
    let advice = try advice([
      "Traces/photo-grid.scroll", "--for", "sdwebimage", "--device", "iphone-5",
    ])
    let sentence = try #require(advice["sentence"] as? String)
    #expect(sentence.contains("; what you have breaks the memory limit of 30"), "\(sentence)")
  }

  @Test func `an advice that few draws prefer is called uncertain in the first line`() throws {
    let advice = try advice(["Traces/magazine.scroll", "--for", "coil"])
    let preferred = try #require(advice.number("preferredInDraws"))
    let sentence = try #require(advice["sentence"] as? String)
    #expect(preferred < 15)
    #expect(sentence.contains("uncertain: \(Int(preferred)) of 20 runs agree"), "\(sentence)")
  }

  @Test func `expo-image begins with a memory cache, which its other settings need`() throws {
    let changes = try changes(advice([Self.feed, "--for", "expo-image"]))
    #expect(changes.first?["property"] as? String == "memory")
    #expect(changes.dropFirst().allSatisfy { $0["needsOthers"] as? Bool == true })
  }

  @Test(arguments: [
    ("coil", ["cache limit", "parallel decodes", "prefetching"]),
    ("expo-image", ["cache limit", "memory cache", "prefetching"]),
  ])
  func `only settings of the library are tried`(library: String, properties: [String]) throws {
    let words = [
      "limit": "cache limit", "lanes": "parallel decodes", "memory": "memory cache",
      "prefetch": "prefetching",
    ]
    let advice = try advice([Self.feed, "--for", library])
    var tried = try changes(advice).compactMap { $0["property"] as? String }.map { words[$0] ?? $0 }
    for list in ["noVisibleDifference", "noGain"] {
      tried += try #require(advice[list] as? [String])
    }
    #expect(tried.sorted() == properties)
  }

  @Test(arguments: [
    ["Traces/recorded/feed-to-and-fro.scroll", "--for", "nuke"],
    ["Traces/tall-feed.scroll", "--for", "kingfisher", "--now", "budget=128MiB prefetch=none"],
    [
      "Traces/recorded/one-hard-fling.csv", "--for", "sdwebimage", "--images",
      "Traces/pictures/photos.csv",
    ],
    ["Traces/large-photos.scroll", "--for", "nuke"],
    ["Traces/photo-grid.scroll", "--for", "sdwebimage", "--device", "iphone-5"],
    [feed, "--for", "nuke", "--limit", "footprintPeakBytes <= 60MiB"],
  ])
  func `the text has at most 14 lines of 80 columns`(arguments: [String]) throws {
    let outcome = try Scrollsim.run(["advise"] + arguments)
    try #require(outcome.status == 0, "\(outcome.complaint)")
    #expect(outcome.lines.count <= 14, "\(outcome.text)")
    #expect(outcome.lines.allSatisfy { $0.count <= 80 }, "\(outcome.text)")
  }

  @Test func `every change has its effect, if necessary together with others`() throws {
    let photos = ["Traces/large-photos.scroll", "--for", "nuke"]
    let outcome = try Scrollsim.run(["advise"] + photos)
    try #require(outcome.status == 0, "\(outcome.complaint)")
    let starts = outcome.lines.filter { $0.first?.isNumber == true }.map { $0.prefix(3) }
    #expect(starts == ["1. ", "2. ", "3. ", "4. "], "\(outcome.text)")
    let last = try #require(changes(advice(photos)).last)
    #expect(
      last["differencesFromHere"] as? [String] == last["differencesWithOthers"] as? [String])

    let place =
      photos + ["--device", "iphone-5", "--network", "lte,3g", "--now", "budget=32MiB", "--limit"]
      + ["footprintPeakBytes <= 100MiB"]
    let crowded = try Scrollsim.run(["advise"] + place)
    try #require(crowded.status == 0, "\(crowded.complaint)")
    let together = try #require(
      changes(advice(place))[1]["differencesFromHere"] as? [String])
    #expect(together.first?.hasPrefix("blank -8") == true)
    #expect(
      crowded.lines.contains {
        $0.hasPrefix("2-3. ") && $0.hasSuffix("(after 1: \(together.joined(separator: ", ")))")
      }, "\(crowded.text)")
  }
}

// Tests of the inputs of `advise`.
extension AdviseTests {
  @Test func `a recording is imported, and one line names its kind`() throws {
    let advice = try advice([
      "Traces/recorded/one-hard-fling.csv", "--for", "nuke", "--images",
      "Traces/pictures/photos.csv", "--device", "iphone-12", "--network", "wifi",
    ])
    let read = try #require(advice["read"] as? String)
    #expect(read.hasPrefix("Read as a recorded scroll: "), "\(read)")
    #expect(read.contains("180 pictures"), "\(read)")
  }

  @Test func `the pictures of a HAR file are scrolled by a made-up user`() throws {
    let advice = try advice([
      "Traces/pictures/feed.har", "--for", "nuke", "--device", "iphone-12", "--network", "wifi",
    ])
    let read = try #require(advice["read"] as? String)
    #expect(read.contains("HAR file: 120 pictures. The scroll is generated"), "\(read)")
  }

  @Test func `the file that is written has the advised settings, which are kept then`() throws {
    let folder = try TemporaryFolder.withTraces()
    let place = [Self.feed, "--for", "nuke", "--device", "iphone-12", "--network", "wifi"]
    let outcome = try Scrollsim.run(
      ["advise"] + place + ["--emit", "FeedCache.swift", "--json"], in: folder.url)
    try #require(outcome.status == 0, "\(outcome.complaint)")
    let advised = try JSONText.object(outcome.output).object("advised")
    let again = try advice(place + ["--now", "FeedCache.swift"], in: folder.url)
    let now = again.object("now")
    for key in ["loader", "prefetcher", "policy", "budget"] {
      #expect(now[key] as? String == advised[key] as? String, "\(key)")
    }
    #expect(again["keepsAll"] as? Bool == true, "\(again["sentence"] ?? "")")
  }

  @Test func `a population decides the devices, the networks and their shares`() throws {
    let folder = try TemporaryFolder.withTraces()
    try folder.write(
      """
      devices: {iphone-12: 0.25, iphone-17: 0.75}
      networks: {lte: 1}
      limits: [footprintPeakBytes <= 150MiB]

      """, to: "users.yml")
    let advice = try advice(
      [Self.feed, "--for", "nuke", "--population", "users.yml"], in: folder.url)
    let sessions = try #require(advice["sessions"] as? [[String: Any]])
    #expect(sessions.compactMap { $0["device"] as? String } == ["iphone-12", "iphone-17"])
    #expect(sessions.compactMap { $0.number("share") } == [0.25, 0.75])
    // The sessions count by their shares.
    let now = advice.object("now")
    let blank = try #require(now["runs"] as? [[String: Any]]).compactMap {
      $0.number("blankSeconds")
    }
    let mean = try #require(now.object("figures").number("blankSeconds", "mean"))
    #expect(blank.count == 2 && abs(mean - (0.25 * blank[0] + 0.75 * blank[1])) < 1e-12)
    let limits = try #require(sessions.first?["limits"] as? [String])
    #expect(limits.contains("footprintPeakBytes <= 150MiB"))
    let peak = advice.object("advised").object("figures").number("footprintPeakBytes", "p95")
    #expect(try #require(peak) <= 150 * 1_048_576)
  }

  // A photo takes a little under 8 MiB, and an entry at most a tenth of the limit.
  @Test(arguments: [(32, "0.25"), (16, "0.5")])
  func `a cache that refuses the photos comes with a warning and its remedy`(
    mebibytes: Int, share: String
  ) throws {
    let advice = try advice([
      "Traces/tall-feed.scroll", "--for", "nuke", "--now", "budget=\(mebibytes)MiB", "--device",
      "iphone-12", "--network", "wifi",
    ])
    #expect(
      advice["warning"] as? String
        == "At \(mebibytes)MiB Nuke never caches your 8 MiB photos. Set entryCostLimit = \(share) or "
        + "downsample.")
  }

  @Test func `a scroll on which nothing matters says keep what you have in every format`() throws {
    let folder = try TemporaryFolder()
    try folder.write(ScrollTraceText.atRest, to: "rest.scroll")
    for library in [
      "nuke", "kingfisher", "sdwebimage", "nscache", "uikit", "swift", "coil", "glide",
      "expo-image", "flutter",
    ] {
      let arguments = ["advise", "rest.scroll", "--for", library]
      let text = try Scrollsim.run(arguments + ["--html", "rest.html"], in: folder.url)
      #expect(
        text.text.contains(": keep what you have; nothing moves"),
        "\(text.text)\(text.complaint)")
      #expect(!text.text.contains("advised"), "\(text.text)")
      let page = String(decoding: try folder.read("rest.html"), as: UTF8.self)
      #expect(page.contains(": keep what you have; nothing moves"))
      #expect(page.contains("you have") && !page.contains("advised</t"), "\(library)")
      let document = try JSONText.object(
        Scrollsim.run(arguments + ["--json"], in: folder.url).output)
      #expect(document["keepsAll"] as? Bool == true)
      #expect((document["sentence"] as? String)?.contains(": keep what you have; nothing") == true)
      #expect(try changes(document).isEmpty)
    }
  }

  @Test func `a scroll at rest keeps the present settings although others take less memory`() throws
  {
    let folder = try TemporaryFolder()
    try folder.write(
      ScrollTraceText.rows(
        "Still", catalogue: "generated items=300 size=4000x3000 mix=jpeg",
        samples: ["0,0,idle", "120000,0,idle"]), to: "still.scroll")
    let arguments = ["advise", "still.scroll", "--for", "nuke", "--emit", "FeedCache.swift"]
    let outcome = try Scrollsim.run(arguments + ["--json"], in: folder.url)
    try #require(outcome.status == 0, "\(outcome.complaint)")
    let advice = try JSONText.object(outcome.output)
    #expect(advice["keepsAll"] as? Bool == true)
    #expect(try changes(advice).isEmpty)
    let code = try Scrollsim.run(["emit", "--for", "nuke"], in: folder.url)
    let written = String(decoding: try folder.read("FeedCache.swift"), as: UTF8.self)
    func setting(_ text: String) -> Substring? {
      text.split(separator: "\n").first { $0.contains("scrollsim: loader=") }
    }
    #expect(setting(written) != nil && setting(written) == setting(code.text), "\(written)")
  }

  @Test func `requests without a picture are counted where a HAR file is read`() throws {
    let folder = try TemporaryFolder.withTraces()
    func entry(_ name: String, _ bytes: Int) -> String {
      """
      {"startedDateTime": "2026-01-01T00:00:00.000Z", "time": 20,
       "request": {"method": "GET", "url": "https://example.org/\(name)"},
       "response": {"status": 200, "bodySize": \(bytes), "content": {"size": \(bytes),
        "mimeType": "image/jpeg"}}}
      """
    }
    let entries = (0..<24).map { entry("\($0).jpg", $0 < 6 ? 90_000 : 43) }
    try folder.write(
      #"{"log": {"version": "1.2", "creator": {"name": "test", "version": "1"}, "entries": ["#
        + entries.joined(separator: ",") + "]}}", to: "six.har")
    let place = ["six.har", "--for", "nuke", "--device", "iphone-12", "--network", "wifi"]
    let read = try #require(advice(place, in: folder.url)["read"] as? String)
    #expect(
      read.hasPrefix(
        "Read as a HAR file: 6 pictures (18 requests left out, of 1 x 1 or under 100 bytes). "),
      "\(read)")
  }

  @Test func `what cannot be advised ends in one sentence`() throws {
    let folder = try TemporaryFolder.withTraces()
    try folder.write("import Nuke\n", to: "Other.swift")
    let emitted = try Scrollsim.run(
      ["emit", "--for", "nuke", "--output", "FeedCache.swift"], in: folder.url)
    try #require(emitted.status == 0, "\(emitted.complaint)")
    let refusals = [
      Refusal("no scroll", "advise none.scroll --for nuke", 66, says: "none.scroll"),
      Refusal("no library", "advise \(Self.feed) --for picasso", 64, says: "--for", "picasso"),
      Refusal(
        "no axis", "advise \(Self.feed) --for nuke --now memory=1MiB", 64, says: "--now",
        "memory=1MiB", "expected loader, policy, budget and prefetch"),
      Refusal(
        "a misspelt axis", "advise \(Self.feed) --for nuke --now budgt=1MiB", 64, says: "--now",
        "did you mean 'budget'?"),
      Refusal(
        "a limit without its unit", "advise \(Self.feed) --for nuke --now budget=128", 64,
        says: "--now: budget '128'", "did you mean 128MiB?"),
      Refusal(
        "no setting", "advise \(Self.feed) --for nuke --now 128MiB", 64, says: "--now '128MiB'",
        "budget=128MiB", "a file that `scrollsim emit` wrote"),
      Refusal(
        "a file that is not there", "advise \(Self.feed) --for nuke --now No.swift", 66,
        says: "--now 'No.swift'"),
      Refusal(
        "more scroll than pictures",
        "advise Traces/recorded/one-hard-fling.csv --for nuke --images Traces/pictures/feed.har "
          + "--layout grid:columns=9", 65, says: "'scrollsim trace import' with --items NUMBER",
        "--layout list:spacing=8 is longer"),
      Refusal(
        "another loader", "advise \(Self.feed) --for nuke --now loader=coil", 64, says: "coil",
        "loader=nuke"),
      Refusal(
        "another library's file", "advise \(Self.feed) --for coil --now FeedCache.swift", 64,
        says: "is for nuke", "--for nuke"),
      Refusal(
        "several budgets", "advise \(Self.feed) --for nuke --now budget=1MiB,2MiB", 64,
        says: "budget"),
      Refusal(
        "a file without settings", "advise \(Self.feed) --for nuke --now Other.swift", 65,
        says: "Other.swift", "emit"),
      Refusal(
        "pictures of a trace", "advise \(Self.feed) --for nuke --images Traces/pictures/photos.csv",
        64, says: "--images", "own pictures"),
      Refusal(
        "no limit", "advise \(Self.feed) --for nuke --limit memory<=3", 64, says: "--limit"),
      Refusal("no device", "advise \(Self.feed) --for nuke --device phone", 64, says: "phone"),
    ]
    for refusal in refusals { try refusal.check(in: folder) }
    let twice = try Scrollsim.run(
      ["advise", Self.feed, "--for", "nuke", "--now", "budget=64MiB budget=32MiB"], in: folder.url)
    #expect(twice.status == 64)
    #expect(twice.complaint.contains("sets 'budget' twice"), "\(twice.complaint)")
  }
}
