import Foundation
import ScrollLaws
import ScrollPolicyTesting
import Testing

/// Tests of the failure that the author of a broken policy sees.
///
/// The article "Prove your cache policy" explains it.
struct ForgetfulPolicyTests {
  /// The report of `checkLaws`, examined instead of recorded as a failure.
  private static let report = LawCheck(of: ForgetfulPolicy.descriptor).run()

  @Test func `the failure report equals the golden file`() throws {
    let golden = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "forgetful.txt")
    let text = "\(Self.report)"
    #expect(
      try text == String(contentsOf: golden, encoding: .utf8),
      "if this is what it should say, it is the new forgetful.txt:\n\(text)")
  }

  @Test func `the script in the snippet breaks the law`() throws {
    let failure = try #require(Self.report.failure)
    #expect(throws: LawFailure.self) {
      try checkLaw(
        failure.law.name, of: ForgetfulPolicy.descriptor, on: Script("\(failure.script)"))
    }
  }
}
