import Foundation
public import ScrollCaching
public import ScrollLaws
package import Testing

/// Checks that a policy or cache model keeps every law that its descriptor claims.
///
/// One line in a test of Swift Testing or XCTest is a whole suite:
///
///     @Test func laws() throws { try checkLaws(of: MyPolicy.descriptor) }
///
/// `checkLaw(_:of:reference:plan:keepsFailures:fileID:filePath:line:column:)` makes a test case of
/// each law instead.
///
/// In a test of Swift Testing a broken law is recorded as an issue, with the smallest case as
/// an attachment; elsewhere it is thrown. Cases that failed once are kept in a folder
/// `.scroll-laws` beside the test, to be committed: they are tried first the next time.
/// The environment may change the plan: `SCROLL_LAWS_CASES`, `SCROLL_LAWS_SEED`,
/// `SCROLL_LAWS_SECONDS`, `SCROLL_LAWS_CORPUS`.
///
/// - Parameters:
///   - descriptor: the policy or model to check.
///   - reference: a slow and obvious policy that must answer the same, eviction for
///     eviction; nil if there is none.
///   - plan: how many cases, from which seed, for how long; nil is that of the trait `.laws` of
///     the test, or the default.
///   - keepsFailures: whether failing cases are kept beside the test, unless the plan names
///     another folder.
///   - fileID: the file of the test, as issues name it.
///   - filePath: the file of the test, beside which cases are kept.
///   - line: the line of the test.
///   - column: the column of the test.
/// - Returns: what was examined, to be printed if you like.
/// - Throws: `LawsBroken` outside Swift Testing, `LawPlanError` for an environment that cannot
///   be read.
/// - Complexity: about a millisecond a case and some seconds for all small worlds, in release
///   builds.
@discardableResult
public func checkLaws(
  of descriptor: PolicyDescriptor, reference: PolicyDescriptor? = nil,
  plan: LawPlan? = nil, keepsFailures: Bool = true,
  fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column
) throws -> LawReport {
  // Not `#_sourceLocation`: a test of XCTest need not import Testing.
  let sourceLocation = SourceLocation(
    fileID: fileID, filePath: filePath, line: line, column: column)
  var plan = plan ?? LawsTrait.plan
  if keepsFailures, plan.corpus == nil {
    plan.corpus = Surroundings.corpus(beside: filePath)
  }
  plan = try plan.changed(by: Surroundings.environment)
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

  /// The receiver of issues: `Issue.record` unless a test of `checkLaws` binds another one.
  ///
  /// A test that expects an issue collects it here, so that the issue is no part of the run's
  /// summary.
  @TaskLocal package static var sink: @Sendable (LawIssue) -> Void = { issue in
    Issue.record(Comment(rawValue: issue.text), sourceLocation: issue.sourceLocation)
  }
}

/// A policy that does not keep its laws.
public struct LawsBroken: Error, CustomStringConvertible {
  public let report: LawReport

  public var description: String { "\(report)" }
}

/// Where a test runs.
enum Surroundings {
  static var environment: [String: String] { ProcessInfo.processInfo.environment }

  /// The folder of kept cases beside a source file; nil where that file is not at hand.
  static func corpus(beside file: String) -> String? {
    let folder = (file as NSString).deletingLastPathComponent
    return FileManager.default.isWritableFile(atPath: folder) ? "\(folder)/.scroll-laws" : nil
  }
}
