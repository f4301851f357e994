import Foundation
public import ScrollCaching
public import ScrollLaws
package import Testing

/// Checks that a policy or cache model keeps every law that its descriptor claims.
///
/// One line in a test of Swift Testing or XCTest checks them all:
///
///     @Test func laws() throws { try checkLaws(of: MyPolicy.descriptor) }
///
/// `checkLaw(_:of:reference:plan:keepsFailures:fileID:filePath:line:column:)` makes a test case of
/// each law instead.
///
/// In a test of Swift Testing a broken law is recorded as an issue, with the smallest case as an
/// attachment. Elsewhere it is thrown as an error. Cases that have failed are kept in a folder
/// `.scroll-laws` beside the test. Commit the folder, because its cases are tried first the next
/// time. These environment variables change the plan: `SCROLL_LAWS_CASES`, `SCROLL_LAWS_SEED`,
/// `SCROLL_LAWS_SECONDS`, `SCROLL_LAWS_CORPUS`.
///
/// - Parameters:
///   - descriptor: The policy or model to check.
///   - reference: A slow and simple policy that must give the same answers, with the same
///     evictions; `nil` if there is none.
///   - plan: The number of cases, the seed and the time limit; `nil` uses the trait `.laws` of the
///     test, or the default.
///   - keepsFailures: `true` if failing cases are kept beside the test, unless the plan names
///     another folder.
///   - fileID: The file of the test, as issues name it.
///   - filePath: The file of the test, beside which cases are kept.
///   - line: The line of the test.
///   - column: The column of the test.
/// - Returns: The report of the check, for printing.
/// - Throws: `LawsBroken` outside Swift Testing, `LawPlanError` for an environment variable that is
///   not valid.
/// - Complexity: About a millisecond per case and some seconds for all small streams, in release
///   builds.
@discardableResult
public func checkLaws(
  of descriptor: PolicyDescriptor, reference: PolicyDescriptor? = nil,
  plan: LawPlan? = nil, keepsFailures: Bool = true,
  fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column
) throws -> LawReport {
  // This is not `#_sourceLocation`, because a test of XCTest need not import Testing.
  let sourceLocation = SourceLocation(
    fileID: fileID, filePath: filePath, line: line, column: column)
  var plan = plan ?? LawsTrait.plan
  if keepsFailures, plan.corpus == nil {
    plan.corpus = TestEnvironment.corpus(beside: filePath)
  }
  plan = try plan.changed(by: TestEnvironment.environment)
  let report = LawCheck(of: descriptor, reference: reference, plan: plan).run()
  guard !report.holds else { return report }
  guard Test.current != nil else { throw LawsBroken(report: report) }
  if let failure = report.failure {
    let name = "\(failure.policy).\(failure.law.name)"
    Attachment.record("\(failure.script)\n", named: "\(name).case", sourceLocation: sourceLocation)
    if let trace = failure.script.trace {
      Attachment.record(
        trace.text, named: "\(name).\(trace.ending)", sourceLocation: sourceLocation)
    }
  }
  LawIssue.sink(LawIssue(text: "\(report)", sourceLocation: sourceLocation))
  return report
}

/// An issue that `checkLaws` records in a test of Swift Testing.
package struct LawIssue: Sendable {
  package let text: String
  package let sourceLocation: SourceLocation

  /// The function that receives issues.
  ///
  /// It is `Issue.record`, unless a test of `checkLaws` itself sets another function.
  ///
  /// A test that expects an issue collects it with such a function, so that the issue does not
  /// appear in the summary of the test run.
  @TaskLocal package static var sink: @Sendable (LawIssue) -> Void = { issue in
    Issue.record(Comment(rawValue: issue.text), sourceLocation: issue.sourceLocation)
  }
}

/// A policy that does not keep its laws.
public struct LawsBroken: Error, CustomStringConvertible {
  public let report: LawReport

  public var description: String { "\(report)" }
}

/// The environment in which a test runs.
enum TestEnvironment {
  static var environment: [String: String] { ProcessInfo.processInfo.environment }

  /// Returns the folder for failing cases beside a source file; `nil` if the folder of the file
  /// cannot be written.
  static func corpus(beside file: String) -> String? {
    let folder = (file as NSString).deletingLastPathComponent
    return FileManager.default.isWritableFile(atPath: folder) ? "\(folder)/.scroll-laws" : nil
  }
}
