import Foundation
import Testing

/// Tests of the marks on table rows whose budget is too small for the policy, or was exceeded.
@Suite struct BudgetMarkTests {
  private static let trace = "Traces/carousel.scroll"

  private func rows(_ policies: String, _ budget: String) throws -> [String] {
    let outcome = try Scrollsim.run([
      "run", Self.trace, "--device", "iphone-5", "--policy", policies, "--budget", budget,
    ])
    try #require(outcome.status == 0, "\(outcome.complaint)")
    return outcome.lines.suffix(policies.split(separator: ",").count).map { String($0) }
  }

  @Test(arguments: ["unbounded", "nscache-docs", "image-named", "nscache-gnustep"])
  func `a cache that ignores its budget is marked as over it, not as too small`(
    policy: String
  ) throws {
    let rows = try rows("\(policy),lru", "1MiB")
    #expect(rows[0].hasPrefix(policy), "\(rows)")
    #expect(rows[0].contains("  over its budget for 100 % of the time"), "\(rows)")
    #expect(!rows[0].contains("too small"), "\(rows)")
    #expect(rows[1].contains("  budget too small: holds 0.5 images, needs 1"), "\(rows)")
  }

  @Test func `a row that ranks lower for exceeding its budget states the share`() throws {
    let rows = try rows("unbounded,lru", "8MiB")
    #expect(rows[0].hasPrefix("lru ") && !rows[0].contains("budget"), "\(rows)")
    #expect(rows[1].contains("  over its budget for 97 % of the time"), "\(rows)")
  }

  @Test func `sweep and report do not mark a budget as too small for such a cache`() throws {
    let folder = try TemporaryFolder.withTraces()
    let swept = try Scrollsim.run(
      [
        "sweep", "--trace", Self.trace, "--device", "iphone-5", "--policy", "nscache-docs,lru",
        "--budget", "1MiB,8MiB", "--store", "s",
      ], in: folder.url)
    try #require(swept.status == 0, "\(swept.complaint)")
    #expect(swept.text.contains("lru needs 1 image"), "\(swept.text)")
    #expect(!swept.text.contains("nscache-docs needs"), "\(swept.text)")
    let row = try #require(swept.lines.first { $0.hasPrefix("nscache-docs ") })
    #expect(!row.contains("too small"), "\(swept.text)")
  }
}
