import ScrollCaching
import Testing

/// One realistic bug in a policy or cache that is otherwise right.
///
/// The list was written before the laws were tuned, from what goes wrong in cache code, not
/// from what the laws look at. The implementations are slow and obvious; without their bug
/// they are the built-in policy, eviction for eviction, which a test shows.
struct Sabotage: Sendable, CustomTestStringConvertible {
  /// What should see the bug.
  enum Catcher: Sendable {
    /// A law on behaviour alone.
    case laws
    /// Only comparison with the policy that it would be without the bug.
    case reference
  }

  /// In words, unique: `lru forgets to forget`.
  let name: String
  /// What the code does instead of what it should, in one sentence.
  let bug: String
  /// The built-in policy that it would be without the bug.
  let reference: String
  let expected: Catcher
  /// `sabotaged-` and the name, with the settings and facts of the reference.
  ///
  /// A setting has another default where the bug needs it to matter: `lead` is 2 where sides
  /// are mistaken. The policy may name victims that are none; the rest traps nowhere.
  let descriptor: PolicyDescriptor

  var testDescription: String { name }

  /// All of them, family by family.
  static let all: [Sabotage] =
    CacheBugs.sabotages + LRUBugs.sabotages + FIFOBugs.sabotages + ClockBugs.sabotages
    + SieveBugs.sabotages + S3FIFOBugs.sabotages + ARCBugs.sabotages + LFUBugs.sabotages
    + GDSFBugs.sabotages + DistanceBugs.sabotages + DistanceCostBugs.sabotages
    + CorelibsBugs.sabotages + NSCacheLRUBugs.sabotages + NSCacheARCBugs.sabotages
}
