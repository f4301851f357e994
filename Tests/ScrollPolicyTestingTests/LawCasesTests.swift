import ScrollCaching
import ScrollCore
import ScrollLaws
import ScrollPolicyTesting
import Testing

/// A test case for each law, as the test navigator lists them.
@Suite(.laws(cases: 60, smallWorlds: false))
struct LawCasesTests {
  static let descriptor = NewestFirstPolicy.descriptor(isSound: true)

  @Test(.laws(seed: 7), arguments: Law.claimed(by: descriptor))
  func `each law is a test case with the seed and the case count of the traits`(law: Law) throws {
    let report = try checkLaw(law, of: Self.descriptor, keepsFailures: false)
    let asked = try LawPlan(cases: 60, seed: 7).changed(by: CheckLawsTests.environment)
    #expect(report.plan.seed == asked.seed && report.plan.cases == asked.cases)
    #expect(report.statistics.exercised.map(\.law) == [law.name])
  }

  @Test(.laws(cases: 30)) func `the trait of a test overrides the trait of its suite`() throws {
    let law = try #require(Law.all.first { $0.name == "bytes" })
    let report = try checkLaw(law, of: Self.descriptor, keepsFailures: false)
    let asked = try LawPlan(cases: 30).changed(by: CheckLawsTests.environment)
    #expect(report.plan.cases == asked.cases)
  }

  @Test func `an explicit plan overrides a trait`() throws {
    let report = try checkLaws(
      of: Self.descriptor, plan: CheckLawsTests.plan(cases: 90), keepsFailures: false)
    #expect(report.plan.cases == (try CheckLawsTests.plan(cases: 90).cases))
  }

  @Test func `a test case has the name of its law`() throws {
    #expect(Law.claimed(by: Self.descriptor).map(\.testDescription).contains("stack"))
  }
}
