public import ScrollCaching

/// A property that must hold for a cache after any operations.
///
/// A law has a name, a statement in words, the kind of policies and models that claim it, and a
/// check on one script. The descriptor of a policy determines the laws that the policy claims,
/// without a registration.
public struct Law: Sendable {
  /// The name, in kebab case.
  public let name: String
  /// The property, in a sentence.
  public let statement: String
  /// The policies and models that must keep the law, in words.
  public let claimants: String
  /// The kind of scripts on which the law is checked.
  public let arena: ScriptKind
  let isClaimed: @Sendable (PolicyDescriptor) -> Bool
  let check: @Sendable (Trial) -> Verdict

  init(
    _ name: String, _ statement: String, of claimants: String, on arena: ScriptKind = .operations,
    where isClaimed: @escaping @Sendable (PolicyDescriptor) -> Bool = { _ in true },
    check: @escaping @Sendable (Trial) -> Verdict
  ) {
    self.name = name
    self.statement = statement
    self.claimants = claimants
    self.arena = arena
    self.isClaimed = isClaimed
    self.check = check
  }

  /// Returns whether a policy or model must keep the law.
  public func isClaimed(by descriptor: PolicyDescriptor) -> Bool { isClaimed(descriptor) }
}

/// A kind of scripts on which laws are checked.
public enum ScriptKind: String, Sendable, CaseIterable {
  /// Any operations on a cache, scroll sessions included.
  case operations
  /// Requests for images of equal size.
  case stream
  /// Requests for images of equal size. Each goes one item forward or back from the last, or
  /// repeats it.
  case walk

  /// The kind in words.
  var statement: String {
    switch self {
    case .operations: "everything that can happen to a cache"
    case .stream: "requests for images of equal size, some of which fit"
    case .walk: "requests for images of equal size that go one item on, one back, or stay"
    }
  }
}

/// The result of checking a law on a script.
enum Verdict {
  /// The script gave the law nothing to check.
  case idle
  case holds
  case broken(String)

  /// Creates `broken` with the description of a fault.
  ///
  /// Without a fault creates `holds`, or `idle` if there was nothing to check.
  init(_ wrong: String?, exercised: Bool = true) {
    self = wrong.map(Verdict.broken) ?? (exercised ? .holds : .idle)
  }
}

extension Law {
  /// All laws, in the order in which reports name them.
  ///
  /// The law `reference` needs a reference policy.
  public static let all: [Law] = [
    .returns, .victims, .makesRoom, .pins, .allPinned, .residents, .bytes, .replacement,
    .reasons,
    .removal, .purge, .limit, .refusal, .refusalEvictsNothing, .newcomers, .cheapestFirst,
    .nearestStay, .placement, .mirror, .scale, .viewport, .prefetchStanding, .determinism,
    .strictCache,
    .replayAgrees, .reuse, .capacity, .forgetting,
    .notBelowMinBypass, .notBelowBelady, .competitive, .inclusion, .stack, .bestOnWalks,
    .reference,
  ]

  /// Returns the laws that a policy or model claims.
  public static func claimed(by descriptor: PolicyDescriptor, hasReference: Bool = false) -> [Law] {
    all.filter { $0.isClaimed(by: descriptor) && (hasReference || $0.name != reference.name) }
  }
}
