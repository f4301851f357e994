import Foundation
import Testing

/// Budgets whose unit was left out.
@Suite struct BudgetUnitTests {
  private static let scroll = "Traces/recorded/slow-reading.scroll"
  private static let sentence = "64 is 64 bytes, less than one image; did you mean 64MiB?"

  @Test(arguments: [
    "run \(scroll) --budget 64", "run \(scroll) --budget 16MiB,64",
    "explain \(scroll) --budget 64", "diff lru fifo --trace \(scroll) --budget 64",
    "sweep --trace \(scroll) --budget 64 --store s",
    "tune --trace \(scroll) --budget 64 --limit stallSeconds<=2s --store s",
  ])
  func `a budget below one image is an error`(command: String) throws {
    try Refusal(command, command, 64, says: "--budget", Self.sentence)
      .check(in: TemporaryFolder.withTraces())
  }

  @Test func `a budget below one image in a spec is an error with its place`() throws {
    let folder = try TemporaryFolder.withTraces()
    try folder.write("axes:\n  trace: \(Self.scroll)\n  budget: [64]\n", to: "my.yml")
    try Refusal(
      "a spec", "sweep my.yml --store s", 64, says: "my.yml:3: axes.budget[0]", Self.sentence
    ).check(in: folder)
  }

  @Test func `a number of bytes that fits an image is valid, and so is a unit`() throws {
    for budget in ["67108864", "64B"] {
      let outcome = try Scrollsim.run(["run", Self.scroll, "--budget", budget])
      #expect(outcome.status == 0, "\(outcome.complaint)")
    }
  }

  @Test func `a capacity stays in bytes`() throws {
    let outcome = try Scrollsim.run(
      ["replay", Self.scroll, "--capacity", "64", "--unit", "bytes"])
    #expect(outcome.status == 0, "\(outcome.complaint)")
  }
}
