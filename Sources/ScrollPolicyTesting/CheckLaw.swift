public import ScrollCaching
public import ScrollLaws
public import Testing

/// Checks one law on one case.
///
/// The snippet in the description of a failure calls this function.
///
/// - Parameters:
///   - law: The name of the law.
///   - descriptor: The policy or model to check.
///   - script: The case, usually as a picture.
///   - reference: A policy to compare with, for the law `reference`.
/// - Throws: `LawFailure` if the law is broken, `LawCheckError` if there is no such law.
public func checkLaw(
  _ law: String, of descriptor: PolicyDescriptor, on script: Script,
  reference: PolicyDescriptor? = nil
) throws {
  try LawCheck(of: descriptor, reference: reference).check(law, on: script)
}

/// Checks that a policy or cache model keeps one law.
///
/// A parameterized test has a test case for each law:
///
///     @Test(.laws(seed: 7, cases: 500), arguments: Law.claimed(by: MyPolicy.descriptor))
///     func law(_ law: Law) throws { try checkLaw(law, of: MyPolicy.descriptor) }
///
/// The test navigator lists the laws, and can run each of them alone. With a reference the
/// arguments are `Law.claimed(by: MyPolicy.descriptor, hasReference: true)`.
///
/// - Parameters:
///   - law: The law.
///   - descriptor: The policy or model to check.
///   - reference: A policy that must give the same answers; `nil` if there is none.
///   - plan: The plan, as in `checkLaws`.
///   - keepsFailures: `true` if failing cases are kept beside the test.
///   - fileID: The file of the test, as issues name it.
///   - filePath: The file of the test, beside which cases are kept.
///   - line: The line of the test.
///   - column: The column of the test.
/// - Returns: The report of the check.
/// - Throws: The same errors as `checkLaws`.
@discardableResult
public func checkLaw(
  _ law: Law, of descriptor: PolicyDescriptor, reference: PolicyDescriptor? = nil,
  plan: LawPlan? = nil, keepsFailures: Bool = true,
  fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column
) throws -> LawReport {
  var plan = plan ?? LawsTrait.plan
  plan.laws = [law.name]
  return try checkLaws(
    of: descriptor, reference: reference, plan: plan, keepsFailures: keepsFailures, fileID: fileID,
    filePath: filePath, line: line, column: column)
}

extension Law: CustomTestStringConvertible, CustomTestArgumentEncodable {
  public var testDescription: String { name }

  public func encodeTestArgument(to encoder: some Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(name)
  }
}

/// A trait that sets the seed and the number of cases of every check in a test or suite, and
/// whether the checks include small streams.
///
/// A plan that is passed to `checkLaws` takes precedence over the trait, and environment variables
/// take precedence over both.
public struct LawsTrait: TestTrait, SuiteTrait, TestScoping {
  let seed: UInt64?
  let cases: Int?
  let smallWorlds: Bool?

  /// The plan of checks that have no plan of their own.
  @TaskLocal static var plan = LawPlan()

  public var isRecursive: Bool { true }

  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    var plan = Self.plan
    plan.seed = seed ?? plan.seed
    plan.cases = cases ?? plan.cases
    plan.smallWorlds = smallWorlds ?? plan.smallWorlds
    try await Self.$plan.withValue(plan) { try await function() }
  }
}

extension Trait where Self == LawsTrait {
  /// Sets the seed and the number of random cases of the laws in a test or suite.
  ///
  /// - Parameters:
  ///   - seed: The seed of the random cases; `nil` keeps the value of the suite, or the default.
  ///   - cases: The number of random cases; `nil` keeps the value of the suite, or the default.
  ///   - smallWorlds: `true` if all small streams are tried as well; `nil` keeps the value of the
  ///     suite, or the default.
  /// - Returns: The trait.
  public static func laws(
    seed: UInt64? = nil, cases: Int? = nil, smallWorlds: Bool? = nil
  ) -> LawsTrait {
    LawsTrait(seed: seed, cases: cases, smallWorlds: smallWorlds)
  }
}
