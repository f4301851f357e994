import Foundation
import Testing

/// Tests of `run --change`, read from the JSON documents.
@Suite struct ChangedRunTests {
  private static let trace = "Traces/recorded/slow-reading.scroll"

  private func runs(_ arguments: String...) throws -> [[String: Any]] {
    let outcome = try Scrollsim.run(
      ["run", Self.trace, "--policy", "lru", "--format", "json"] + arguments)
    try #require(outcome.status == 0, "\(outcome.complaint)")
    return try #require(JSONText.object(outcome.output)["runs"] as? [[String: Any]])
  }

  @Test func `the first run is the unchanged one`() throws {
    let usual = try runs("--budget", "32MiB")[0].object("figures")
    let changed = try runs("--budget", "32MiB", "--change", "at=2s budget=8MiB")
    #expect(changed.count == 2)
    #expect(changed[0]["change"] is NSNull)
    #expect(changed[1]["change"] as? String == "at=2s budget=8MiB")
    let figures = changed[0].object("figures")
    for (name, value) in figures {
      #expect(value as? NSObject == usual[name] as? NSObject, "\(name)")
    }
  }

  @Test func `a change at the start is a run with the other setting`() throws {
    let budget = try runs("--budget", "8MiB")[0].object("figures")
    let network = try runs("--budget", "32MiB", "--network", "3g", "--loader", "nuke")[0]
      .object("figures")
    let first = try runs("--budget", "32MiB", "--change", "at=0s budget=8MiB")[1]
    let second = try runs(
      "--budget", "32MiB", "--loader", "nuke", "--change", "at=5s budget=8MiB", "--change",
      "at=0s network=3g")[2]
    for name in ["stallSeconds", "hitRate", "removals", "cachePeakBytes", "downloads"] {
      #expect(first.object("figures").number(name) == budget.number(name), "\(name)")
      #expect(second.object("figures").number(name) == network.number(name), "\(name)")
    }
  }

  @Test(arguments: [
    ("at=1s policy=fifo", "a cache keeps its policy during a run"),
    ("at=1s", "is no change; expected a time and a budget, prefetch or network"),
    ("budget=8MiB", "is no change; expected a time and a budget, prefetch or network"),
    ("at=1s loader=nuke", "no setting 'loader'; expected at, budget, prefetch and network"),
    ("at=1s budgt=8MiB", "no setting 'budgt'; did you mean 'budget'?"),
    ("at=1h budget=8MiB", "--change at '1h' is not a time"),
    ("at=1439min budget=8MiB", "comes after the end of the scroll"),
    ("at=1s budget=8MiB,16MiB", "has several budgets; expected one"),
    ("at=1s prefetch=nothing", "nothing"),
  ])
  func `run refuses what cannot change`(change: String, sentence: String) throws {
    let outcome = try Scrollsim.run(["run", Self.trace, "--policy", "lru", "--change", change])
    #expect(outcome.status != 0)
    #expect(outcome.complaint.contains(sentence), "\(outcome.complaint)")
  }

  @Test func `run refuses a change of several runs, or with another table`() throws {
    for arguments in [["--policy", "lru,fifo"], ["--regret"], ["--band"], ["--check"]] {
      let outcome = try Scrollsim.run(
        ["run", Self.trace, "--change", "at=1s budget=8MiB"] + arguments)
      #expect(outcome.status != 0)
      #expect(outcome.complaint.contains("--change"), "\(outcome.complaint)")
    }
  }

  @Test func `run refuses another limit of a loader without a cache`() throws {
    let outcome = try Scrollsim.run([
      "run", Self.trace, "--loader", "background-decode", "--change", "at=1s budget=8MiB",
    ])
    #expect(outcome.status != 0)
    #expect(outcome.complaint.contains("has no cache"), "\(outcome.complaint)")
  }
}
