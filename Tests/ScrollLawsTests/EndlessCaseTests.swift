import Foundation
import ScrollCaching
import ScrollCore
import ScrollLaws
import Testing

/// Policies that do not return.
struct EndlessCaseTests {
  /// Evicts the oldest image, and takes long to find a second victim.
  private static func policy() -> PolicyDescriptor {
    PolicyDescriptor("endless", "For tests.") { _ in
      var policy = ListPolicy()
      policy.choose = { policy, free in
        // A test cannot end the thread of an endless loop: this one ends after a while.
        if policy.order.count < 3 { Thread.sleep(forTimeInterval: 5) }
        return free.first
      }
      return policy
    }
  }

  private static let picture = "images 3\nlimits n=2\n0 1 2 1"

  @Test func `a policy that does not return fails within its seconds, with the case`() throws {
    let folder = CorpusTests.Folder()
    let plan = LawPlan(seconds: 1, corpus: folder.path, laws: ["victims"])
    let start = ContinuousClock.now
    let report = LawCheck(of: Self.policy(), plan: plan).run()
    #expect(start.duration(to: .now) < .seconds(4))
    let failure = try #require(report.failure, "\(report)")
    #expect(!report.holds)
    #expect(failure.law.name == "returns")
    #expect(failure.origin == "a small world")
    let count = failure.script.operations.count
    #expect(failure.finding.hasPrefix("operation \(count) has not returned after "))
    #expect(failure.answers.count == count)
    #expect(failure.answers.last == "does not return")
    #expect(failure.answers.first == "miss; stored")
    let (running, kept) = ("\(folder.path)/endless.running", failure.files.last ?? "")
    #expect(failure.files.first == running)
    #expect(kept.contains("/endless.returns."))
    #expect("\(report)".contains("  kept in   \(running)\n"))
    #expect(
      try Script(folder.text("endless.running")).operations.starts(with: failure.script.operations))
  }

  @Test func `a law fails on a case that does not return`() throws {
    let plan = LawPlan(seconds: 0.4)
    let check = LawCheck(of: Self.policy(), plan: plan)
    let failure = try #require(throws: LawFailure.self) {
      try check.check("bytes", on: Script(Self.picture))
    }
    #expect(failure.law.name == "returns")
    #expect(failure.answers == ["miss; stored", "miss; stored", "does not return"])
  }

  @Test func `a case below the time limit passes`() throws {
    var plan = LawPlan()
    plan.secondsPerCase = 60
    let quick = try Script("images 3\nlimits n=3\n0 1 2 1")
    try LawCheck(of: Self.policy(), plan: plan).check("returns", on: quick)
  }
}
