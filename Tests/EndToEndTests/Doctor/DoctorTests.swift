import Foundation
import Testing

/// Tests of `scrollsim doctor` as people and scripts use it.
@Suite struct DoctorTests {
  private func document(_ scene: DoctorCase) throws -> [String: Any] {
    try DoctorCase.document(scene.arguments)
  }

  private func document(_ arguments: [String], in folder: URL) throws -> [String: Any] {
    let outcome = try Scrollsim.run(["doctor"] + arguments + ["--format", "json"], in: folder)
    try #require(outcome.status == 0, "\(outcome.complaint)")
    return try JSONText.object(outcome.output)
  }

  private func list(_ document: [String: Any], _ key: String) throws -> [[String: Any]] {
    try #require(document[key] as? [[String: Any]])
  }

  /// Returns the stall time of an ordinary run of a command line, in seconds.
  private func stall(_ command: [String], in folder: URL = PackageRoot.url) throws -> Double {
    let outcome = try Scrollsim.run(command + ["--format", "json"], in: folder)
    try #require(outcome.status == 0, "\(command): \(outcome.complaint)")
    let runs = try #require(JSONText.object(outcome.output)["runs"] as? [[String: Any]])
    return try #require(runs[0].object("figures").number("stallSeconds"))
  }

  @Test(arguments: DoctorCase.all)
  func `doctor names the known bottleneck of a scenario`(scene: DoctorCase) throws {
    let diagnosis = try document(scene)
    #expect(
      diagnosis["bottleneck"] as? String == scene.bottleneck, "\(diagnosis["sentence"] ?? "")")
    let words = ["decode": "decoding", "mainThread": "the main thread"]
    let name = words[scene.bottleneck] ?? "the \(scene.bottleneck)"
    let sentence = try #require(diagnosis["sentence"] as? String)
    #expect(sentence.contains(": \(name) is the bottleneck"), "\(sentence)")
  }

  @Test(arguments: DoctorCase.all)
  func `the best lever is first, and each stalls like a run with its options`(
    scene: DoctorCase
  ) throws {
    let diagnosis = try document(scene)
    let levers = try list(diagnosis, "levers")
    #expect(levers.first?["helps"] as? Bool == true)
    for lever in levers {
      let command = try #require(lever["command"] as? [String])
      #expect(try stall(command) == lever.number("stallSeconds"), "\(command)")
    }
    let command = try #require(diagnosis["command"] as? [String])
    #expect(try stall(command) == diagnosis.number("stallSeconds"), "\(command)")
  }

  @Test(arguments: DoctorCase.all)
  func `both sums of causes equal the stall`(scene: DoctorCase) throws {
    let diagnosis = try document(scene)
    let stall = try #require(diagnosis.number("stallSeconds"))
    for key in ["waitSeconds", "absenceSeconds"] {
      let parts = diagnosis.object("causes").object(key).values.compactMap { $0 as? Double }
      #expect(abs(parts.reduce(0, +) - stall) < 1e-6, "\(key)")
    }
  }

  @Test(arguments: DoctorCase.all)
  func `the parts of memory add up to the peak`(scene: DoctorCase) throws {
    let diagnosis = try document(scene)
    let parts = diagnosis.object("footprintPeakPartsBytes").values.compactMap { $0 as? Int }
    #expect(parts.count == 5 && parts.allSatisfy { $0 >= 0 })
    #expect(parts.reduce(0, +) == diagnosis["footprintPeakBytes"] as? Int)
  }

  // Four bitmaps of 1 MiB are on screen, and five while the list moves; only the last bitmap has 2 MiB.
  // The peak is the moment at which it has just been decoded: four others are on screen.
  @Test(arguments: [
    (options: "--budget 2MiB", cached: 2, displayed: 2),
    ("--policy unbounded --budget none", 11, 0), ("--budget 512KiB", 0, 4),
  ])
  func `the parts of memory are those of the moment of the peak`(
    options: String, cached: Int, displayed: Int
  ) throws {
    let folder = try TemporaryFolder()
    let catalogue = """
      listed

      [images]
      width,height,format,content,bytes,origin
      \((0..<12).map { "\($0 < 11 ? 512 : 1024),512,jpeg,photo,,disk\n" }.joined())
      [items]
      image
      \((0..<12).map { "\($0)\n" }.joined())
      """
    try folder.write(ScrollTraceText.slowDrag(catalogue: catalogue), to: "drag.scroll")
    let outcome = try Scrollsim.run(
      ["doctor", "drag.scroll", "--device", "iphone-8", "--prefetch", "none", "--format", "json"]
        + options.split(separator: " ").map(String.init), in: folder.url)
    try #require(outcome.status == 0, "\(outcome.complaint)")
    let parts = try JSONText.object(outcome.output).object("footprintPeakPartsBytes")
    let mebibyte = 1 << 20
    #expect(parts["app"] as? Int == 50_000_000)
    #expect(parts["cached"] as? Int == cached * mebibyte)
    #expect(parts["displayed"] as? Int == displayed * mebibyte)
    // The bitmap, and its file.
    let inFlight = try #require(parts["inFlight"] as? Int)
    #expect((2 * mebibyte + 1..<2 * mebibyte + 200_000).contains(inFlight), "\(inFlight)")
  }

  @Test(arguments: DoctorCase.all)
  func `lists start with the best`(scene: DoctorCase) throws {
    let diagnosis = try document(scene)
    for key in ["levers", "ideals"] {
      let sound = try list(diagnosis, key).filter { $0["helps"] as? Bool == true }
      let stalls = sound.compactMap { $0.number("stallSeconds") }
      #expect(stalls == stalls.sorted(), "\(key)")
    }
  }

  @Test func `the text starts with the sentence and ends with the command`() throws {
    let scene = DoctorCase.all[5]
    let outcome = try Scrollsim.run(["doctor"] + scene.arguments)
    #expect(outcome.status == 0, "\(outcome.complaint)")
    let diagnosis = try document(scene)
    #expect(outcome.lines.first.map(String.init) == diagnosis["sentence"] as? String)
    let helping = try list(diagnosis, "levers").filter { $0["helps"] as? Bool == true }
    let free = helping.first { $0["price"] is NSNull }
    let best = try #require((free ?? helping.first)?["command"] as? [String])
    #expect(
      outcome.lines.last == "To see the best change: scrollsim \(best.joined(separator: " "))")
    #expect(!outcome.text.contains(" 0.0 %"))
  }

  @Test func `doctor warns of a cache without room for its policy as tune does`() throws {
    let trace = "Traces/photo-grid.scroll"
    let run = [
      "--device", "iphone-5", "--loader", "cached", "--prefetch", "none", "--policy", "2q",
      "--budget", "512KiB",
    ]
    let outcome = try Scrollsim.run(["doctor", trace, "--format", "json"] + run)
    try #require(outcome.status == 0, "\(outcome.complaint)")
    let document = try JSONText.object(outcome.output)
    let warning = try #require(document["warning"] as? String)
    #expect(warning.hasPrefix("At 512KiB the cache has room for "), "\(warning)")
    let ending = "Warning: \(warning)"
    let sentence = try #require(document["sentence"] as? String)
    #expect(sentence.hasSuffix(". \(ending)"), "\(sentence)")
    let folder = try TemporaryFolder()
    let tuned = try withExtendedLifetime(folder) {
      let store = folder.url.appendingPathComponent("t.sqlite").path
      return try Scrollsim.run(
        ["tune", "--jointly", "--trace", trace, "--network", "wifi", "--store", store] + run)
    }
    #expect(tuned.text.contains(ending), "\(tuned.text)")
  }

  /// The policy has room for one image and needs several, and stalls less than LRU all the same.
  @Test func `a lever without room for its policy helps if it saves time, with a warning`() throws {
    let outcome = try Scrollsim.run([
      "doctor", "Traces/social-feed.scroll", "--device", "iphone-5", "--loader", "cached",
      "--prefetch", "none", "--policy", "lru", "--budget", "4MiB", "--format", "json",
    ])
    try #require(outcome.status == 0, "\(outcome.complaint)")
    let levers = try list(JSONText.object(outcome.output), "levers")
    let policy = try #require(levers.first { $0["kind"] as? String == "policy" })
    #expect(policy["helps"] as? Bool == true, "\(policy)")
    #expect((policy["warning"] as? String)?.hasPrefix("At 4MiB the cache has room for") == true)
  }

  @Test func `a run without stalls has a sentence that says so and no bottleneck`() throws {
    let folder = try TemporaryFolder()
    try folder.write(ScrollTraceText.atRest, to: "rest.scroll")
    let calm = try document(["rest.scroll"], in: folder.url)
    #expect(calm["bottleneck"] is NSNull)
    #expect(try list(calm, "levers").isEmpty && list(calm, "ideals").isEmpty)
    let sentence = try #require(calm["sentence"] as? String)
    #expect(sentence.hasPrefix("Nothing stalls: nothing moves in the scroll"), "\(sentence)")
    #expect(!sentence.contains("is the bottleneck") && !sentence.contains("%"), "\(sentence)")
  }

  @Test func `the sentence about a killed run starts with the kill`() throws {
    let killed = try DoctorCase.document([
      "Traces/photo-grid.scroll", "--device", "iphone-5", "--policy", "unbounded", "--budget",
      "none",
    ])
    let sentence = try #require(killed["sentence"] as? String)
    #expect(sentence.hasPrefix("The app was killed at "), "\(sentence)")
    #expect(killed["bottleneck"] is NSNull)
    #expect(killed["killed"] is [String: Any])
  }

  @Test func `a repeated diagnosis gives equal bytes`() throws {
    let arguments = ["doctor"] + DoctorCase.all[4].arguments
    #expect(try Scrollsim.run(arguments).output == Scrollsim.run(arguments).output)
  }

  @Test func `doctor diagnoses the worst run of a store, or any run by its key`() throws {
    let sweep = try SmallSweep()
    let store = "results.sqlite"
    let worst = try document([store, "--worst"], in: sweep.folder.url)
    let csv = try Scrollsim.run(
      ["report", store, "--format", "csv"], in: sweep.folder.url)
    let stalls = try #require(worst.number("stallSeconds"))
    let command = try #require(worst["command"] as? [String])
    #expect(try stall(command, in: sweep.folder.url) == stalls)
    let header = try #require(csv.lines.first).split(separator: ",")
    let place = try #require(header.firstIndex(of: "stall_s"))
    let all = csv.lines.dropFirst().compactMap { line in
      Double(line.split(separator: ",", omittingEmptySubsequences: false)[place])
    }
    #expect(all.count == 12)
    // Foundation's JSON reader on Linux is sometimes off in the last bit.
    #expect(abs((all.max() ?? 0) - stalls) < 1e-9)
    let key = try #require(header.firstIndex(of: "key"))
    let first = try #require(csv.lines.dropFirst().first)
    let name = String(first.split(separator: ",", omittingEmptySubsequences: false)[key])
    let chosen = try document([store, "--run", name], in: sweep.folder.url)
    #expect(abs((chosen.number("stallSeconds") ?? 0) - (all.first ?? 1)) < 1e-9)
  }

  @Test func `an impossible diagnosis is an error with a message`() throws {
    let folder = try TemporaryFolder.withTraces()
    try folder.write("SQLite format 3\0", to: "some.sqlite")
    let refusals = [
      Refusal("no trace", "doctor none.scroll", 66, says: "none.scroll"),
      Refusal(
        "two policies", "doctor Traces/carousel.scroll --policy lru,fifo", 64,
        says: "doctor examines one run", "expected one policy and one budget"),
      Refusal(
        "a store as a trace", "doctor some.sqlite", 64, says: "is a store", "--worst", "--run KEY"),
      Refusal("no store", "doctor none.sqlite --worst", 66, says: "none.sqlite"),
      Refusal(
        "options with a store", "doctor some.sqlite --worst --policy lru", 64, says: "--worst"),
      Refusal(
        "two questions", "doctor some.sqlite --worst --run 12", 64, says: "expected one of them"),
      Refusal(
        "no rendition", "doctor Traces/carousel.scroll --renditions wide=3", 64,
        says: "--renditions", "'wide=3'", "side=PIXELS"),
      Refusal(
        "no format", "run Traces/carousel.scroll --renditions format=jpg2", 64, says: "jpg2"),
    ]
    for refusal in refusals { try refusal.check(in: folder) }
  }
}
