import Foundation
import Testing

/// Apps that freeze, never start or starve: no figure of theirs may look good.
@Suite struct FrozenAppTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try .withTraces()
    try generate(
      "feed.scroll", "--style", "browsing", "--seed", "3", "--duration", "30s", "--layout", "list",
      "items=120 seed=1 size=640x480 mix=jpeg origin=network shared=0.1")
  }

  private func generate(_ name: String, _ arguments: String...) throws {
    let outcome = try Scrollsim.run(
      ["trace", "generate", "--viewport", "320x568", "--output", name]
        + arguments.dropLast() + ["--catalogue", arguments[arguments.count - 1]], in: folder.url)
    try #require(outcome.status == 0, "\(outcome.complaint)")
  }

  private func run(_ arguments: String...) throws -> [String: Any] {
    let outcome = try Scrollsim.run(
      ["run"] + arguments + ["--format", "json", "--check"], in: folder.url)
    try #require(outcome.status == 0, "\(outcome.complaint)")
    let runs = try #require(JSONText.object(outcome.output)["runs"] as? [[String: Any]])
    return try #require(runs.first)
  }

  private func loading(_ loader: String, over network: String) throws -> [String: Any] {
    try run("feed.scroll", "--device", "iphone-5", "--loader", loader, "--network", network)
      .object("figures")
  }

  private func check(_ loader: String, _ trace: String, network: String) throws -> Scrollsim.Outcome
  {
    try folder.write(
      """
      axes: {trace: \(trace), device: iphone-5, network: \(network), loader: \(loader), \
      policy: lru, budget: 64MiB}
      limits:
        - firstFrameMilliseconds <= 3000 ms
        - stallSeconds <= 1 s

      """, to: "limits.yml")
    return try Scrollsim.run(["check", "limits.yml"], in: folder.url)
  }

  @Test func `an app without a frame misses its whole screen until the kill`()
    throws
  {
    let run = try run(
      "feed.scroll", "--device", "iphone-5", "--loader", "naive-network", "--network", "total-loss")
    let figures = run.object("figures")
    #expect(try #require(figures.number("stallSeconds")) == 20)
    #expect(try #require(figures.number("frozenSeconds")) > 19.9)
    #expect(figures["firstFrameMilliseconds"] is NSNull)
    #expect(figures["p50Milliseconds"] is NSNull && figures.number("atOnce") == 0)
    #expect(figures.number("neverShown") == figures.number("appearances"))
    #expect(try #require(figures.number("radioActiveSeconds")) < 40, "one time-out longer at most")
    #expect(figures["band"] as? String == "critical")
    #expect("\(try #require(run["killed"]))".contains("no frame within 20 s"))
  }

  @Test func `an app without a frame breaks limits on its first frame and its stalls`()
    throws
  {
    let outcome = try check("naive-network", "feed.scroll", network: "total-loss")
    #expect(outcome.status == 1)
    #expect(
      outcome.complaint.contains("firstFrameMilliseconds <= 3000 ms is broken"),
      "\(outcome.complaint)")
    #expect(outcome.complaint.contains("1 more limit is broken"), "\(outcome.complaint)")
  }

  @Test(arguments: ["3g", "edge", "total-loss"])
  func `downloads on the main thread are critical, and worst on the slowest network`(
    network: String
  ) throws {
    let (naive, fast) = (
      try loading("naive-network", over: network), try loading("naive-network", over: "wifi")
    )
    #expect(naive["band"] as? String == "critical")
    let (frozen, least) = (naive.number("frozenSeconds"), fast.number("frozenSeconds"))
    #expect(try #require(frozen) > #require(least))
    let (stall, fewest) = (naive.number("stallSeconds"), fast.number("stallSeconds"))
    #expect(try #require(stall) > #require(fewest))
  }

  @Test func `a loader that blocks the main thread stalls more than another`() throws {
    let trace = "Traces/photo-grid.scroll"
    let main = try run(trace, "--device", "iphone-8", "--loader", "main-thread").object("figures")
    let cached = try run(
      trace, "--device", "iphone-8", "--loader", "cached", "--policy", "lru", "--budget", "64MiB"
    ).object("figures")
    let (worse, better) = (main.number("stallSeconds"), cached.number("stallSeconds"))
    #expect(try #require(worse) > 4 * #require(better))
    #expect(main["band"] as? String == "critical" && cached["band"] as? String == "good")
  }

  @Test func `a launch that preloads beyond the trace is killed and breaks its limit`()
    throws
  {
    try generate(
      "short.scroll", "--style", "carousel-back-and-forth", "--seed", "1", "--duration", "4s",
      "--layout", "carousel",
      "items=3000 seed=0 size=800x600 mix=png content=photo origin=disk bytes=700kB")
    let run = try run(
      "short.scroll", "--device", "iphone-5", "--loader", "cached:preload=3000", "--policy", "lru",
      "--budget", "64MiB")
    let figures = run.object("figures")
    #expect(try #require(figures.number("stallSeconds")) == 4)
    #expect(figures["p50Milliseconds"] is NSNull, "no image was ever shown")
    #expect("\(try #require(run["killed"]))".contains("watchdog"))
    let outcome = try check("'cached:preload=3000'", "short.scroll", network: "wifi")
    #expect(outcome.status == 1)
    #expect(
      outcome.complaint.contains("firstFrameMilliseconds <= 3000 ms is broken"),
      "\(outcome.complaint)")
  }

  @Test(arguments: ["nscache-lru", "nscache-arc", "nscache-docs"])
  func `memory pressure by other apps empties an NSCache before any kill`(
    policy: String
  ) throws {
    let text = try String(
      contentsOf: folder.url.appending(path: "Traces/carousel.scroll"), encoding: .utf8)
    // With the cache full 357 MB are free; 250 MB less are below 15 % of the iPhone 5.
    try folder.write(
      text.replacing(
        "\nend\n", with: "\n[events]\ntime_ms,event\n62000,externalPressure 250000000\nend\n"),
      to: "pressed.scroll")
    let figures = try run(
      "pressed.scroll", "--device", "iphone-5", "--loader", "cached", "--policy", policy,
      "--budget", "200MiB"
    ).object("figures")
    #expect(try #require(figures.number("memoryWarnings")) >= 1)
    #expect(try #require(figures.number("killedBackgroundApps")) == 0)
    #expect(try #require(figures.number("removals")) >= 31)
  }
}
