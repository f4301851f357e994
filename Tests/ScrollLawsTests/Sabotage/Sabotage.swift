import ScrollCaching
import ScrollReferences
import Testing

/// One realistic bug in a policy or cache that is otherwise right.
///
/// The list was written before the laws were tuned, from common faults in cache code, not from the
/// checks of the laws. Most bugs are planted in the references.
struct Sabotage: Sendable, CustomTestStringConvertible {
  /// The check that must find the bug.
  enum Catcher: Sendable {
    /// A law on behavior alone.
    case laws
    /// Only a comparison with the policy without the bug.
    case reference
  }

  /// The unique name of the bug, in words: `lru forgets to forget`.
  let name: String
  /// The wrong behavior of the code, in one sentence.
  let bug: String
  let expected: Catcher
  /// The policy with the bug, under the name of the policy without it.
  ///
  /// It may name images that are no victims; otherwise it never traps.
  let descriptor: PolicyDescriptor

  var testDescription: String { name }

  init(_ bug: some PlantedBug, _ expected: Catcher, _ name: String, _ sentence: String) {
    self.name = name
    self.bug = sentence
    self.expected = expected
    descriptor = bug.descriptor
  }

  /// All bugs, family by family.
  static let all: [Sabotage] =
    cache + lru + fifo + clock + sieve + s3fifo + arc + lfu + gdsf + distance + distanceCost
    + corelibs + nsCacheLRU + nsCacheARC
}
