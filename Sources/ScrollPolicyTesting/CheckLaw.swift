public import ScrollCaching
public import ScrollLaws

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
