import Foundation
import Testing

/// `scrollsim-lab hunt`.
@Suite struct HuntCommandTests {
  private func hunted(
    _ arguments: [String], in folder: TemporaryFolder
  ) throws -> [String: Any] {
    let outcome = try Scrollsim.run(
      ["hunt", "--format", "json"] + arguments, in: folder.url)
    try #require(outcome.status == 0, "\(outcome.complaint)")
    return try JSONText.object(outcome.output)
  }

  private static let small = [
    "--policy", "lru", "--runs", "400", "--device", "iphone-5", "--gestures", "10",
  ]

  @Test func `the document has exactly the documented keys`() throws {
    let answer = try hunted(Self.small, in: try TemporaryFolder())
    #expect(
      Set(answer.keys) == [
        "scrollsim", "modelVersion", "policy", "against", "metric", "value", "opponentValue",
        "regret", "ratio", "unavoidableSeconds", "verdict", "explanation", "shortfall", "picture",
        "gestures", "events", "durationSeconds", "images", "layout", "catalogue", "budgetBytes",
        "screens", "device", "network", "loader", "prefetcher", "found", "seed", "runs", "trace",
        "digest", "command",
      ])
    #expect(try #require(answer.number("regret")) > 0)
    #expect(try #require(answer.number("screens")) >= 3)
  }

  @Test func `the number of threads changes no byte`() throws {
    let folder = try TemporaryFolder()
    let outcomes = try ["1", "3"].map { jobs in
      try Scrollsim.run(
        ["hunt", "--jobs", jobs, "--output", "worst.scroll"] + Self.small, in: folder.url)
    }
    #expect(outcomes[0].status == 0, "\(outcomes[0].complaint)")
    #expect(outcomes[0].output == outcomes[1].output)
    #expect(outcomes[0].complaint.isEmpty)
  }

  @Test func `the printed command makes runs with the same figures`() throws {
    let folder = try TemporaryFolder()
    let answer = try hunted(Self.small + ["--output", "worst.scroll"], in: folder)
    #expect(answer["trace"] as? String == "worst.scroll")
    let stalls = try HuntedRuns.stalls(answer, in: folder.url)
    #expect(stalls == HuntedRuns.stated(answer))
  }

  @Test func `a replay of the requests has the same misses`() throws {
    let folder = try TemporaryFolder()
    let answer = try hunted(
      [
        "--policy", "lru", "--against", "bound", "--requests", "--images", "3", "--runs", "2000",
        "--output", "worst.txt",
      ], in: folder)
    #expect(try #require(answer.number("ratio")) >= 2.7)
    let command = try #require(answer["command"] as? [String])
    let outcome = try Scrollsim.run(
      Array(command.dropFirst()) + ["--format", "json"], in: folder.url)
    let misses = try JSONText.array(outcome.output).map { $0.number("misses") }
    #expect(misses == [answer.number("misses"), answer.number("opponentMisses")])
  }

  @Test func `the text draws, explains and names the command for the page`() throws {
    let outcome = try Scrollsim.run(["hunt"] + Self.small)
    #expect(outcome.status == 0, "\(outcome.complaint)")
    #expect(outcome.text.hasPrefix("lru stalls "))
    #expect(outcome.text.contains(" more."))
    #expect(outcome.text.contains("\n\n0.."))
    #expect(outcome.text.contains("To see it: scrollsim run FILE --policy lru,"))
  }

  static let refusals = [
    Refusal("no policy", "hunt", 64, says: "--policy"),
    Refusal("an unknown policy", "hunt --policy lrv", 64, says: "'lrv'", "'lru'"),
    Refusal("two policies", "hunt --policy lru,fifo", 64, says: "has 2 policies"),
    Refusal("a policy that knows the future", "hunt --policy belady", 64, says: "future"),
    Refusal(
      "an opponent that knows the future", "hunt --policy lru --against belady", 64,
      says: "--against 'belady'", "future", "bound"),
    Refusal(
      "an opponent without limits", "hunt --policy lru --against unbounded", 64,
      says: "--against 'unbounded' has no budget"),
    Refusal(
      "a loader without a cache", "hunt --policy lru --loader main-thread", 64,
      says: "--loader main-thread", "no cache"),
    Refusal(
      "a loader with variants", "hunt --policy lru --loader resolution-swap", 64,
      says: "resolution-swap", "variants"),
    Refusal("images without requests", "hunt --policy lru --images 4", 64, says: "--requests"),
    Refusal(
      "stalls of requests", "hunt --policy lru --requests --metric stall", 64,
      says: "--metric misses"),
    Refusal("too few runs", "hunt --policy lru --runs 1", 64, says: "--runs 1", "100"),
    Refusal("no gestures", "hunt --policy lru --gestures 0", 64, says: "--gestures 0"),
    Refusal("two budgets", "hunt --policy lru --budget 1MiB,2MiB", 64, says: "2 sizes"),
    Refusal("no budget", "hunt --policy lru --budget none", 64, says: "--budget SIZE"),
    Refusal(
      "an unbounded figure", "hunt --policy lru --against bound --metric misses", 64,
      says: "--prefetch none"),
    Refusal("an unknown device", "hunt --policy lru --device nokia", 64, says: "'nokia'"),
    Refusal(
      "a folder as output", "hunt --policy lru --runs 100 --output .", 73, says: "'.'"),
    Refusal(
      "nothing to find", "hunt --policy lru --budget 1MiB --runs 100", 1, says: "100 runs",
      "'lru'"),
  ]

  @Test(arguments: refusals)
  func `an impossible hunt is an error with a message`(refusal: Refusal) throws {
    try refusal.check(in: try TemporaryFolder())
  }
}
