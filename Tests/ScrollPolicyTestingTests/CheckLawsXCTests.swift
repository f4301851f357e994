import ScrollCaching
import ScrollLaws
import ScrollPolicyTesting
import XCTest

/// The one line in a test of XCTest.
final class CheckLawsXCTests: XCTestCase {
  func testAPolicyThatKeepsItsLawsPasses() throws {
    let plan = try CheckLawsTests.plan()
    let report = try checkLaws(
      of: NewestFirstPolicy.descriptor(isSound: true), plan: plan, keepsFailures: false)
    XCTAssertEqual(report.statistics.cases, plan.cases)
  }

  func testABrokenPolicyIsThrown() throws {
    let plan = try CheckLawsTests.plan()
    let broken = NewestFirstPolicy.descriptor()
    let expected = "\(LawCheck(of: broken, plan: plan).run())"
    XCTAssertThrowsError(try checkLaws(of: broken, plan: plan, keepsFailures: false)) { error in
      XCTAssertEqual((error as? LawsBroken)?.report.failure?.law.name, "stack")
      XCTAssertEqual("\(error)", expected)
    }
  }

  func testALawThatNobodyKnowsIsThrown() throws {
    let plan = try CheckLawsTests.plan(laws: ["fairness"])
    let sound = NewestFirstPolicy.descriptor(isSound: true)
    XCTAssertThrowsError(try checkLaws(of: sound, plan: plan, keepsFailures: false)) { error in
      XCTAssertTrue("\(error)".hasPrefix("there is no law 'fairness'"), "\(error)")
    }
  }
}
