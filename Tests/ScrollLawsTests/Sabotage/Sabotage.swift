import ScrollCaching
import ScrollReferences
import Testing

/// One realistic bug in a policy or cache that is otherwise right.
///
/// The list was written before the laws were tuned, from what goes wrong in cache code, not
/// from what the laws look at. Most bugs are planted in the references.
struct Sabotage: Sendable, CustomTestStringConvertible {
  /// What should see the bug.
  enum Catcher: Sendable {
    /// A law on behavior alone.
    case laws
    /// Only comparison with the policy that it would be without the bug.
    case reference
  }

  /// In words, unique: `lru forgets to forget`.
  let name: String
  /// What the code does instead of what it should, in one sentence.
  let bug: String
  let expected: Catcher
  /// The policy with the bug, under the name of the one that it would be without.
  ///
  /// It may name victims that are none; the rest traps nowhere.
  let descriptor: PolicyDescriptor

  var testDescription: String { name }

  init(_ bug: some PlantedBug, _ expected: Catcher, _ name: String, _ sentence: String) {
    self.name = name
    self.bug = sentence
    self.expected = expected
    descriptor = bug.descriptor
  }

  /// All of them, family by family.
  static let all: [Sabotage] =
    cache + lru + fifo + clock + sieve + s3fifo + arc + lfu + gdsf + distance + distanceCost
    + corelibs + nsCacheLRU + nsCacheARC
}
