import ScrollCaching
import ScrollCore
import ScrollLaws
import Testing

/// Tests of the reports that people read after a check of the laws.
struct LawReportTests {
  static let newestFirst = CorpusTests.policy(isSound: false)
  static let sound = CorpusTests.policy(isSound: true)

  static func examine(_ descriptor: PolicyDescriptor, _ plan: LawPlan) -> LawReport {
    LawCheck(of: descriptor, plan: plan).run()
  }

  @Test func `a failure shows the law, the finding, the picture, the answers and a snippet`()
    throws
  {
    let report = Self.examine(Self.newestFirst, LawPlan(smallWorlds: false))
    let failure = try #require(report.failure)
    let text = "\(report)"
    #expect(text == "\(failure)")
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    #expect(lines[0] == "'mine' breaks 'stack'")
    #expect(text.contains("  the law   \(failure.law.statement)"))
    #expect(text.contains("  found     \(failure.finding)"))
    #expect(
      text.contains(
        "  in        \(failure.origin), shrunk from \(failure.operationsFound) to "
          + "\(failure.script.operations.count) operations in \(failure.attempts) attempts"))
    for line in "\(failure.script)".split(separator: "\n") {
      #expect(lines.contains("    \(line)"))
    }
    #expect(failure.answers.count == failure.script.operations.count)
    for answer in failure.answers { #expect(lines.contains { $0.hasSuffix(answer) }) }
    #expect(failure.answers.first?.hasPrefix("miss; stored") ?? false)
    #expect(lines.contains("    \(failure.snippet)"))
    #expect(failure.snippet.hasPrefix("try checkLaw(\"stack\", of: descriptor, on: Script("))
    #expect(!text.contains("kept in"))
    #expect(failure.origin.contains("of seed 1"))
  }

  @Test(arguments: LawsCanFailTests.all.indices)
  func `the snippet repeats the failure`(place: Int) throws {
    let broken = LawsCanFailTests.all[place]
    // A policy that draws from a shared generator cannot be repeated.
    guard !broken.breaks.contains("determinism") else { return }
    let check = LawCheck(
      of: broken.descriptor, reference: broken.reference,
      plan: LawPlan(smallWorlds: false, laws: [broken.law]))
    let failure = try #require(check.run().failure)
    let isReference = broken.reference != nil
    let (head, tail) = (
      #"try checkLaw("\#(broken.law)", of: descriptor, on: Script(""#,
      isReference ? #""), reference: reference)"# : #""))"#
    )
    #expect(failure.snippet.hasPrefix(head) && failure.snippet.hasSuffix(tail))
    #expect(!failure.snippet.contains("\n"))
    let script = try Script(String(failure.snippet.dropFirst(head.count).dropLast(tail.count)))
    #expect(script == failure.script)
    let again = #expect(throws: LawFailure.self) { try check.check(broken.law, on: script) }
    #expect(again?.finding == failure.finding)
    #expect(again?.answers == failure.answers)
    #expect(again?.origin == "the case given")
  }

  @Test func `a law that no case exercises fails with a message`() {
    // Nothing is ever refused where there is no image larger than the budget: one request.
    let report = Self.examine(Self.sound, LawPlan(cases: 1, smallWorlds: false))
    #expect(report.failure == nil)
    #expect(!report.neverExercised.isEmpty)
    #expect(!report.holds)
    for law in report.neverExercised {
      #expect(
        "\(report)".contains(
          "'mine' claims '\(law.name)', but none of 1 cases exercised it: \(law.statement)"))
    }
    #expect(!"\(report)".contains("'mine' keeps its"))
  }

  @Test func `the report of a policy that keeps its laws shows statistics`() {
    let report = Self.examine(Self.sound, LawPlan(cases: 300, smallWorlds: false))
    #expect(report.holds, "\(report)")
    let laws = Law.claimed(by: Self.sound, hasReference: false)
    let lines = "\(report)".split(separator: "\n")
    #expect(lines.count == 4)
    #expect(lines[0] == "'mine' keeps its \(laws.count) laws")
    #expect(lines[1].hasPrefix("300 cases of "))
    #expect(report.statistics.exercised.map(\.law) == laws.map(\.name))
    #expect(report.statistics.exercised.allSatisfy { $0.count > 0 && $0.count <= 300 })
    for event in ["hits", "evictions by cost", "evictions by count", "prefetches", "pins"] {
      #expect(report.statistics.events.first { $0.name == event }?.count ?? 0 > 50, "\(event)")
    }
  }

  @Test func `a time limit ends a check early and reports the number of cases`() {
    let report = Self.examine(
      Self.sound, LawPlan(cases: 1_000_000, seconds: 0.2, smallWorlds: false))
    #expect(report.isCutShort && report.failure == nil)
    let cases = report.statistics.cases
    #expect((1..<100_000).contains(cases))
    #expect("\(report)".contains("stopped by the time limit after \(cases) of 1000000 cases"))
    let endless = Self.examine(
      Self.sound, LawPlan(cases: 20, seconds: .infinity, smallWorlds: false))
    #expect(!endless.isCutShort && endless.statistics.cases == 20)
  }

  @Test func `equal plans have equal reports, also concurrently`() async {
    let plans = [1, 2, 3].flatMap { seed in
      [Self.sound, Self.newestFirst].map { descriptor in
        (descriptor, LawPlan(cases: 120, seed: seed, smallWorlds: false))
      }
    }
    let first = plans.map { "\(Self.examine($0, $1))" }
    let second = await withTaskGroup(of: (Int, String).self) { group in
      for (place, plan) in plans.enumerated() {
        group.addTask { (place, "\(Self.examine(plan.0, plan.1))") }
      }
      var texts = first.map { _ in "" }
      for await (place, text) in group { texts[place] = text }
      return texts
    }
    #expect(first == second)
    #expect(first[0] != first[2], "another seed, the same cases")
  }

  @Test func `the cases do not depend on the selected laws`() throws {
    let all = try #require(Self.examine(Self.newestFirst, LawPlan(smallWorlds: false)).failure)
    let one = try #require(
      Self.examine(Self.newestFirst, LawPlan(smallWorlds: false, laws: ["stack"])).failure)
    #expect(one.origin == all.origin && one.script == all.script)
  }

  @Test func `an unknown law and an unclaimed law are errors`() {
    let unknown = Self.examine(
      Self.sound, LawPlan(cases: 5, smallWorlds: false, laws: ["bytes", "fairness"]))
    #expect(!unknown.holds)
    #expect("\(unknown)".hasPrefix("there is no law 'fairness'; there are returns, victims, "))
    let unclaimed = Self.examine(
      Self.sound, LawPlan(cases: 5, smallWorlds: false, laws: ["inclusion"]))
    #expect(!unclaimed.holds)
    #expect("\(unclaimed)".hasPrefix("'mine' claims none of the laws that were to be checked"))
  }

  @Test func `a single law rejects an unsuitable case`() throws {
    let check = LawCheck(of: Self.sound)
    let costs = try Script("images 3\ncosts 5 1 9\nlimits c=9\n0 1 2 0")
    #expect(throws: LawCheckError.unsuitable(law: "stack", arena: .stream)) {
      try check.check("stack", on: costs)
    }
    #expect(throws: LawCheckError.unsuitable(law: "best-on-walks", arena: .walk)) {
      try check.check("best-on-walks", on: Script("images 3\nlimits n=2\n0 2"))
    }
    #expect(throws: LawCheckError.needsReference(law: "reference")) {
      try check.check("reference", on: costs)
    }
    let error = #expect(throws: LawCheckError.self) { try check.check("fairness", on: costs) }
    #expect(error.map { "\($0)" }?.hasPrefix("there is no law 'fairness'; there are ") ?? false)
    #expect(throws: Never.self) { try check.check("bytes", on: costs) }
  }
}
