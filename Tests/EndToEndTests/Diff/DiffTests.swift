import Foundation
import Testing

struct DiffTests {
  static let feed = [
    "lru", "sieve", "--trace", "Traces/tall-feed.scroll", "--device", "iphone-5",
  ]

  private static func document(_ arguments: [String]) throws -> [String: Any] {
    let outcome = try Scrollsim.run(["diff"] + arguments + ["--format", "json"])
    #expect(outcome.status == 0, "\(outcome.complaint)")
    return try JSONText.object(outcome.output)
  }

  @Test func `the diff of the tall feed equals its golden file`() throws {
    let folder = try TemporaryFolder.withTraces()
    let outcome = try Scrollsim.run(["diff"] + Self.feed + ["--svg", "film.svg"], in: folder.url)
    #expect(outcome.status == 0, "\(outcome.complaint)")
    #expect(outcome.complaint.isEmpty)
    try DiffFixture("tall-feed.txt").expect(outcome.output)
    try DiffFixture("tall-feed.svg").expect(folder.read("film.svg"))
  }

  @Test func `equal policies do not diverge`() throws {
    let outcome = try Scrollsim.run(
      ["diff", "lru", "lru", "--trace", "Traces/tall-feed.scroll"])
    #expect(outcome.status == 0, "\(outcome.complaint)")
    #expect(outcome.text.contains("lru and lru never differ: "))
    let document = try Self.document(["lru", "lru", "--trace", "Traces/tall-feed.scroll"])
    #expect(document["divergence"] is NSNull)
    #expect((document["stretches"] as? [Any])?.isEmpty == true)
  }

  @Test func `the text mentions a killed app even if nothing diverges`() throws {
    let folder = try TemporaryFolder.withTraces()
    try folder.writePressed("pressed.scroll")
    let document = try Self.document([
      "lru", "fifo", "--trace", folder.path("pressed.scroll").path, "--device", "iphone-5",
    ])
    #expect(document["divergence"] is NSNull)
    let sentences = try #require(document["sentences"] as? [String])
    try #require(sentences.count == 2, "\(sentences)")
    #expect(
      sentences[0] == "The app was killed with both at 62.000 s: the device ran out of memory.")
    #expect(
      sentences[1]
        == "lru and fifo never differ: both hold the same images from the first frame to the "
        + "last."
    )
  }

  @Test func `a trace without frames has no first and last frame`() throws {
    let folder = try TemporaryFolder()
    let made = try Scrollsim.run(
      [
        "trace", "generate", "--viewport", "320x568", "--style", "carousel-back-and-forth",
        "--seed", "1", "--duration", "4s", "--layout", "carousel", "--output", "short.scroll",
        "--catalogue",
        "items=3000 seed=0 size=800x600 mix=png content=photo origin=disk bytes=700kB",
      ], in: folder.url)
    try #require(made.status == 0, "\(made.complaint)")
    let document = try Self.document([
      "lru", "lru", "--trace", folder.path("short.scroll").path, "--device", "iphone-5",
      "--loader", "cached:preload=3000", "--budget", "64MiB",
    ])
    let sentences = try #require(document["sentences"] as? [String])
    try #require(sentences.count == 2, "\(sentences)")
    #expect(sentences[0].hasPrefix("The app was killed with both at "))
    #expect(sentences[1] == "lru and lru never differ: both hold the same images to the end.")
  }

  @Test func `figures equal those of run`() throws {
    let run = try Scrollsim.run(
      [
        "run", "Traces/tall-feed.scroll", "--device", "iphone-5", "--policy", "sieve", "--format",
        "json",
      ])
    let runs = try JSONText.object(run.output)["runs"] as? [[String: Any]]
    let figures = try #require(runs?.first).object("figures")
    let document = try Self.document(Self.feed).object("b").object("figures")
    #expect(document.number("stallSeconds") == figures.number("stallSeconds"))
    #expect(document.number("hits") == figures.number("hits"))
    #expect(document.number("neverShown") == figures.number("neverShown"))
  }

  @Test func `differences of the stretches add up to those of the runs`() throws {
    let document = try Self.document([
      "distance", "lru", "--trace", "Traces/photo-grid.scroll", "--device", "iphone-5",
    ])
    let stretches = try #require(document["stretches"] as? [[String: Any]])
    #expect(stretches.count > 20)
    for key in ["stallSeconds", "blankSeconds", "waitedMilliseconds", "hits", "neverShown", "late"]
    {
      let sum = stretches.reduce(0) { $0 + ($1.number("difference", key) ?? .nan) }
      let whole = try #require(document.number("difference", key))
      #expect(abs(sum - whole) < 1e-6, "\(key): \(sum) and \(whole)")
    }
  }

  @Test func `a policy with too small a budget is named, and neither run is better`() throws {
    let arguments = [
      "lru", "2q", "--trace", "Traces/tall-feed.scroll", "--device", "iphone-5",
      "--budget", "20MiB",
    ]
    let document = try Self.document(arguments)
    #expect(document["better"] is NSNull)
    let sentences = try #require(document["sentences"] as? [String])
    #expect(
      sentences.first?.hasPrefix("The budget of 2q is too small: it holds ")
        == true, "\(sentences)")
    #expect(sentences.dropFirst().first?.hasPrefix("Neither is better.") == true)
    let enough = try Self.document(Array(arguments.dropLast()) + ["64MiB"])
    #expect(!(enough["better"] is NSNull))
  }

  @Test func `two budgets apply to A and B`() throws {
    let document = try Self.document([
      "lru", "lru", "--trace", "Traces/tall-feed.scroll", "--budget", "32MiB,64MiB",
    ])
    #expect(document.object("a").number("budgetBytes") == 33_554_432.0)
    #expect(document.object("b").number("budgetBytes") == 67_108_864.0)
    #expect(document.object("a")["name"] as? String == "lru @ 32MiB")
  }

  @Test func `csv lists every stretch, and other formats list the greatest and the rest`() throws {
    let arguments = [
      "diff", "distance", "lru", "--trace", "Traces/photo-grid.scroll", "--device", "iphone-5",
    ]
    let csv = try Scrollsim.run(arguments + ["--format", "csv"])
    let count = try #require(try Self.document(Array(arguments.dropFirst()))["stretches"] as? [Any])
      .count
    #expect(csv.lines.count == count + 1)
    let markdown = try Scrollsim.run(arguments + ["--format", "markdown"])
    #expect(markdown.lines.count == 14)
    #expect(markdown.lines.allSatisfy { $0.hasPrefix("| ") })
    #expect(markdown.text.contains("| \(count - 10) more"))
    #expect(markdown.text.contains("| whole run"))
  }

  @Test(arguments: ["photo-grid", "recorded/photo-grid-session", "carousel"])
  func `a filmstrip is small and valid XML`(trace: String) throws {
    let folder = try TemporaryFolder.withTraces()
    let outcome = try Scrollsim.run(
      [
        "diff", "lru", "lfu", "--trace", "Traces/\(trace).scroll", "--budget", "16MiB", "--svg",
        "film.svg", "--device", "iphone-5",
      ], in: folder.url)
    #expect(outcome.status == 0, "\(outcome.complaint)")
    let drawing = try folder.read("film.svg")
    #expect(drawing.count < 200_000)
    _ = try XMLText.names(drawing)
  }

  @Test func `the title of a trace cannot inject markup`() throws {
    let folder = try TemporaryFolder()
    try folder.write(
      ScrollTraceText.replacing("title: A few rows", "title: </text><script>&\u{1}\" rows"),
      to: "rows.scroll")
    let outcome = try Scrollsim.run(
      [
        "diff", "score: max(idle, age)", "lru", "--trace", "rows.scroll", "--budget", "3MiB",
        "--svg", "film.svg",
      ], in: folder.url)
    #expect(outcome.status == 0, "\(outcome.complaint)")
    let names = try XMLText.names(folder.read("film.svg"))
    #expect(!names.contains("script"))
    #expect(names.contains("svg"))
  }

  @Test func `a repeated diff gives equal bytes`() throws {
    let folder = try TemporaryFolder.withTraces()
    let arguments = ["diff"] + Self.feed + ["--format", "json", "--svg"]
    let outcomes = try ["1.svg", "2.svg"].map {
      try Scrollsim.run(arguments + [$0], in: folder.url).output
    }
    #expect(outcomes[0] == outcomes[1])
    #expect(try folder.read("1.svg") == folder.read("2.svg"))
  }

  static let refusals = [
    Refusal("no trace", "diff lru fifo --trace none.scroll", 66, says: "none.scroll"),
    Refusal("no policy", "diff lru fofo --trace rows.scroll", 64, says: "'fofo'", "fifo"),
    Refusal("a list", "diff lru,fifo sieve --trace rows.scroll", 64, says: "'lru,fifo'", "one"),
    Refusal("one policy", "diff lru --trace rows.scroll", 64, says: "<B>"),
    Refusal("without a trace", "diff lru fifo", 64, says: "--trace"),
    Refusal(
      "no cache", "diff lru fifo --trace rows.scroll --loader main-thread", 64,
      says: "main-thread", "has no cache", "a loader with a cache"),
    Refusal(
      "three budgets", "diff lru fifo --trace rows.scroll --budget 1MiB,2MiB,3MiB", 64,
      says: "3 sizes", "expected one"),
    Refusal("no size", "diff lru fifo --trace rows.scroll --budget big", 64, says: "'big'"),
    Refusal(
      "future", "diff lru belady --trace rows.scroll", 64, says: "'belady'", "the future"),
    Refusal(
      "no folder", "diff lru fifo --trace rows.scroll --svg none/film.svg", 73,
      says: "none/film.svg"),
  ]

  @Test(arguments: refusals)
  func `a mistake is an error with a message`(refusal: Refusal) throws {
    let folder = try TemporaryFolder()
    try folder.write(ScrollTraceText.valid, to: "rows.scroll")
    try refusal.check(in: folder)
  }
}
