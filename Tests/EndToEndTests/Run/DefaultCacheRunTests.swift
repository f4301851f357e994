import Foundation
import Testing

/// Libraries as they are, and caches without a limit, on the built command.
@Suite struct DefaultCacheRunTests {
  private static let trace = "Traces/recorded/slow-reading.scroll"

  private func run(_ arguments: String...) throws -> [String: Any] {
    let outcome = try Scrollsim.run(["run", Self.trace, "--format", "json"] + arguments)
    try #require(outcome.status == 0, "\(outcome.complaint)")
    let runs = try #require(JSONText.object(outcome.output)["runs"] as? [[String: Any]])
    return try #require(runs.first)
  }

  @Test(
    arguments: [
      ("nuke", "nuke-clock", 153_600_000), ("kingfisher", "kingfisher", 256_000_000),
      ("sdwebimage", "sdwebimage", nil), ("image-named", "image-named", nil),
      ("multi-level-003", "unbounded", nil), ("cached", "lru", 64 << 20),
    ] as [(String, String, Int?)])
  func `a loader runs with its default cache and limit`(
    loader: String, policy: String, bytes: Int?
  ) throws {
    let run = try run("--loader", loader, "--device", "iphone-5")
    #expect(run.object("policy")["name"] as? String == policy)
    #expect(run["budgetBytes"] as? Int == bytes)
  }

  @Test func `the row names cache and limit as defaults only if they are`() throws {
    func text(_ arguments: String...) throws -> String {
      try Scrollsim.run(["run", Self.trace, "--device", "iphone-5"] + arguments).text
    }
    let own = try text("--loader", "nuke")
    let note = "the loader's default cache"
    #expect(own.contains(note))
    #expect(own.contains("the cache of nuke: nuke-clock, 15 % of memory, at most 768MiB"))
    #expect(try !text("--loader", "nuke", "--budget", "16MiB").contains(note))
    #expect(try !text().contains(note))
  }

  @Test func `a note mentions images that the loader takes from another origin`() throws {
    let moved = try Scrollsim.run(["run", Self.trace, "--loader", "multi-level"]).text
    #expect(
      moved.contains("are on the device's disk, but this loader downloads them. Compare it only"))
    #expect(try !Scrollsim.run(["run", Self.trace]).text.contains("Compare it only"))
  }

  @Test(arguments: ["none", "0"])
  func `an unlimited budget is printed as none and never exceeded`(budget: String) throws {
    let run = try run("--policy", "nscache-lru", "--budget", budget)
    #expect(run["budgetBytes"] is NSNull)
    #expect(run.object("figures").number("overBudgetSeconds") == 0)
    let table = try Scrollsim.run(
      ["run", Self.trace, "--policy", "nscache-lru", "--budget", budget]).text
    #expect(table.contains("nscache-lru    none"))
  }

  @Test(arguments: ["run \(trace)", "explain \(trace)", "diff lru fifo --trace \(trace)"])
  func `a policy that needs a limit is an error without one`(command: String) throws {
    try Refusal(
      command, "\(command) --budget none", 64, says: "--budget 0 and none mean no limit",
      "policy 'lru' never evicts without a limit"
    ).check(in: TemporaryFolder.withTraces())
    try Refusal(
      command, "\(command) --loader sdwebimage\(command.hasPrefix("diff") ? "" : " --policy lru")",
      64, says: "loader 'sdwebimage' has no default"
    ).check(in: TemporaryFolder.withTraces())
  }

  @Test func `a report mentions that loaders take images from different origins`() throws {
    let folder = try TemporaryFolder.withTraces()
    let swept = try Scrollsim.run(
      ["sweep", "--trace", Self.trace, "--loader", "cached,multi-level", "--store", "s"],
      in: folder.url)
    try #require(swept.status == 0, "\(swept.complaint)")
    let report = try Scrollsim.run(["report", "s"], in: folder.url).text
    #expect(report.contains("Loaders read their images from different places"), "\(report)")
  }
}
