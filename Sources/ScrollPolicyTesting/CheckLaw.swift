public import ScrollCaching
public import ScrollLaws
public import Testing

/// Checks one law on one case: what a failure's snippet calls.
///
/// - Parameters:
///   - law: name of the law.
///   - descriptor: the policy or model to check.
///   - script: the case, usually as a picture.
///   - reference: a policy to compare with, for the law `reference`.
/// - Throws: `LawFailure` if the law is broken, `LawCheckError` if there is no such law.
public func checkLaw(
  _ law: String, of descriptor: PolicyDescriptor, on script: Script,
  reference: PolicyDescriptor? = nil
) throws {
  try LawCheck(of: descriptor, reference: reference).check(law, on: script)
}

/// Checks that a policy or cache model keeps one law.
///
/// A test with an argument for each law is a test case for each:
///
///     @Test(.laws(seed: 7, cases: 500), arguments: Law.claimed(by: MyPolicy.descriptor))
///     func law(_ law: Law) throws { try checkLaw(law, of: MyPolicy.descriptor) }
///
/// The test navigator lists the laws, and runs each by itself. With a reference the arguments are
/// `Law.claimed(by: MyPolicy.descriptor, hasReference: true)`.
///
/// - Parameters:
///   - law: the law.
///   - descriptor: the policy or model to check.
///   - reference: a policy that must answer the same; nil if there is none.
///   - plan: as in `checkLaws`.
///   - keepsFailures: whether failing cases are kept beside the test.
///   - fileID: the file of the test, as issues name it.
///   - filePath: the file of the test, beside which cases are kept.
///   - line: the line of the test.
///   - column: the column of the test.
/// - Returns: what was examined.
/// - Throws: as `checkLaws` does.
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

/// The seed, the number of cases and the small worlds of every examination in a test or suite.
///
/// A plan that is given to `checkLaws` counts more, and so does the environment.
public struct LawsTrait: TestTrait, SuiteTrait, TestScoping {
  let seed: UInt64?
  let cases: Int?
  let smallWorlds: Bool?

  /// The plan of examinations that have none of their own.
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
  ///   - seed: what the random cases are drawn from; nil keeps that of the suite, or the default.
  ///   - cases: how many random cases; nil keeps that of the suite, or the default.
  ///   - smallWorlds: whether all small worlds are tried as well; nil keeps that of the suite, or the
  ///     default.
  /// - Returns: the trait.
  public static func laws(
    seed: UInt64? = nil, cases: Int? = nil, smallWorlds: Bool? = nil
  ) -> LawsTrait {
    LawsTrait(seed: seed, cases: cases, smallWorlds: smallWorlds)
  }
}
