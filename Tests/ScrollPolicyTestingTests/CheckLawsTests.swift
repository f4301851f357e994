import Foundation
import ScrollCaching
import ScrollCore
import ScrollLaws
import ScrollPolicyTesting
import Synchronization
import Testing

/// The issues that a test expects.
private final class FoundIssues: Sendable {
  let issues = Mutex<[LawIssue]>([])
}

/// Tests of the one line that checks the laws in a test of Swift Testing.
struct CheckLawsTests {
  /// Returns a plan as `checkLaws` itself would change it.
  static func plan(cases: Int = 200, laws: [String]? = nil) throws -> LawPlan {
    let plan = LawPlan(cases: cases, smallWorlds: false, laws: laws)
    return try plan.changed(by: environment)
  }

  static var environment: [String: String] { ProcessInfo.processInfo.environment }

  /// Returns the issues that `checkLaws` would record in a body, which the test summary then
  /// does not report.
  func issues(_ body: () throws -> Void) rethrows -> [LawIssue] {
    let found = FoundIssues()
    let collect: @Sendable (LawIssue) -> Void = { issue in
      found.issues.withLock { $0.append(issue) }
    }
    try LawIssue.$sink.withValue(collect, operation: body)
    return found.issues.withLock { $0 }
  }

  @Test func `a policy that keeps its laws passes, with statistics`() throws {
    let plan = try Self.plan()
    let report = try checkLaws(
      of: NewestFirstPolicy.descriptor(isSound: true), plan: plan, keepsFailures: false)
    #expect(report.holds)
    #expect(report.statistics.cases == plan.cases)
    #expect(report.plan.corpus == nil)
  }

  @Test func `a broken policy records one issue, with the law, the case and the snippet`() throws {
    let plan = try Self.plan()
    let broken = NewestFirstPolicy.descriptor()
    let expected = "\(LawCheck(of: broken, plan: plan).run())"
    #expect(expected.hasPrefix("'newest-first' breaks 'stack'\n"))
    let line = #line + 2
    let issues = try issues {
      let report = try checkLaws(of: broken, plan: plan, keepsFailures: false)
      #expect(!report.holds && "\(report)" == expected)
    }
    #expect(issues.map(\.text) == [expected])
    #expect(issues.map(\.sourceLocation.line) == [line])
    #expect(issues.map(\.sourceLocation.fileID) == [#fileID])
  }

  @Test func `a comparison with a reference counts as one more law`() throws {
    let plan = try Self.plan()
    let (lru, fifo) = (
      try PolicyCatalog.builtIn.choose("lru").entry, try PolicyCatalog.builtIn.choose("fifo").entry
    )
    let sound = NewestFirstPolicy.descriptor(isSound: true)
    #expect(try checkLaws(of: sound, reference: lru, plan: plan, keepsFailures: false).holds)
    let issues = try issues {
      try checkLaws(of: sound, reference: fifo, plan: plan, keepsFailures: false)
    }
    #expect(issues.count == 1)
    let text = try #require(issues.first).text
    #expect(text.hasPrefix("'newest-first' breaks 'reference'\n"))
    #expect(text.contains("\"), reference: reference)"))
  }

  @Test func `an unknown law records an issue`() throws {
    let issues = try issues {
      try checkLaws(
        of: NewestFirstPolicy.descriptor(isSound: true), plan: Self.plan(laws: ["fairness"]),
        keepsFailures: false)
    }
    #expect(issues.count == 1)
    #expect(issues.first?.text.hasPrefix("there is no law 'fairness'; there are ") == true)
  }

  @Test func `a failing case is kept in a hidden folder beside the test`() throws {
    var plan = try Self.plan()
    plan.corpus = nil
    let environment = ProcessInfo.processInfo.environment["SCROLL_LAWS_CORPUS"] ?? ""
    guard environment.isEmpty else { return }
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "beside-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "Tests.swift").path

    try checkLaws(
      of: NewestFirstPolicy.descriptor(isSound: true), plan: plan, filePath: file)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])

    let issues = try issues {
      try checkLaws(of: NewestFirstPolicy.descriptor(), plan: plan, filePath: file)
    }
    #expect(issues.count == 1)
    #expect(issues.first?.text.contains("  kept in   \(folder.path)/.scroll-laws/") == true)
    let kept = try FileManager.default.contentsOfDirectory(
      atPath: folder.appending(path: ".scroll-laws").path)
    #expect(kept.count == 2 && kept.allSatisfy { $0.hasPrefix("newest-first.stack.") })
  }
}

/// Tests of the function that the snippet of a failure calls.
struct CheckLawTests {
  static let picture = """
    images 3
    limits n=2
    0 1 2 1 2 1 2
    """

  @Test func `checkLaw throws exactly if the case breaks the law`() throws {
    let error = #expect(throws: LawFailure.self) {
      try checkLaw("stack", of: NewestFirstPolicy.descriptor(), on: Script(Self.picture))
    }
    #expect(error?.law.name == "stack")
    #expect(try error?.script == Script(Self.picture))
    try checkLaw(
      "stack", of: NewestFirstPolicy.descriptor(isSound: true), on: Script(Self.picture))
  }

  @Test func `a screen that grows at one edge does not break the mirror law`() throws {
    let ring = try PolicyCatalog.builtIn.choose("viewport-ring").entry
    try checkLaw(
      "mirror", of: ring,
      on: Script(
        """
        images 3
        limits c=1
        rows 128
        columns 3
        setting dropsOnLeave=true
        2 @2
        """))
  }

  @Test func `an unknown law and an unreadable picture are errors`() {
    #expect(throws: LawCheckError.unknownLaw("fairness")) {
      try checkLaw("fairness", of: NewestFirstPolicy.descriptor(), on: Script(Self.picture))
    }
    #expect(throws: ScriptError.missing("limits")) {
      try checkLaw("bytes", of: NewestFirstPolicy.descriptor(), on: Script("images 3"))
    }
  }

  @Test func `an unknown setting in a case is an error`() throws {
    let lru = try PolicyCatalog.builtIn.choose("lru").entry
    let error = #expect(throws: SettingError.self) {
      try checkLaw("bytes", of: lru, on: Script("images 2\nlimits n=1\nsetting led=2\n0 1"))
    }
    #expect(error.map { "\($0)" } == "'lru' has no setting 'led'; it takes countLimit")
    try checkLaw(
      "strict-cache", of: lru, on: Script("images 3\nlimits n=2\nsetting countLimit=1\n0 1 2 0"))
  }
}
