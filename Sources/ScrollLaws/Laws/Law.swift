public import ScrollCaching

/// Something that must hold of a cache, whatever happens to it.
///
/// A law has a name, a statement for people, the kind of policies and models that it is
/// claimed for, and a check on one script. Which of them apply to a policy follows from its
/// descriptor: nothing is registered anywhere.
public struct Law: Sendable {
  /// Kebab-case.
  public let name: String
  /// What must hold, in a sentence.
  public let statement: String
  /// Of whom it must hold, in words.
  public let claimants: String
  /// What it is checked on.
  public let arena: Arena
  let isClaimed: @Sendable (PolicyDescriptor) -> Bool
  let check: @Sendable (Trial) -> Verdict

  init(
    _ name: String, _ statement: String, of claimants: String, on arena: Arena = .operations,
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

  /// Whether it must hold of a policy or model.
  public func isClaimed(by descriptor: PolicyDescriptor) -> Bool { isClaimed(descriptor) }
}

/// What laws are checked on.
public enum Arena: String, Sendable, CaseIterable {
  /// Everything that can happen to a cache, scroll sessions among it.
  case operations
  /// Requests for images of equal size.
  case stream
  /// Requests that go one item on, one back, or stay.
  case walk

  /// What it is, for people.
  var statement: String {
    switch self {
    case .operations: "everything that can happen to a cache"
    case .stream: "requests for images of equal size, with room for some of them"
    case .walk: "requests for images of equal size that go one item on, one back, or stay"
    }
  }
}

/// What came of checking a law on a script.
enum Verdict {
  /// The script gave it nothing to check.
  case idle
  case holds
  case broken(String)

  /// Broken where something is wrong; otherwise held, or idle if nothing was there to check.
  init(_ wrong: String?, exercised: Bool = true) {
    self = wrong.map(Verdict.broken) ?? (exercised ? .holds : .idle)
  }
}
