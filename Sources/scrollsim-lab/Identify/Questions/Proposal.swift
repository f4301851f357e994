import ScrollCore
import ScrollSimCommands
package import ScrollTraces

/// The next operations to do to an empty cache, which tell models apart best.
///
/// Step by step: of some drawn continuations the one after which the models fall into most classes
/// is taken, the shortest of equal ones; where none splits a class, the first is taken, so that the
/// cache gets elsewhere. After some steps without a split long continuations are drawn from where
/// the last split was, and the best of those is taken, as far as it splits.
///
/// - Complexity: O(models not told apart x operations) for each continuation.
package struct Proposal: Sendable {
  /// The most operations that are proposed.
  package static let most = 200
  /// Steps without a split after which longer continuations are tried.
  static let patience = 12

  package let operations: [CacheOperation]
  /// How many classes of models these operations tell apart.
  package let classes: Int

  /// Looks for operations.
  /// - Parameters:
  ///   - separation: models, all in one class.
  ///   - verbs: what can be asked of the cache.
  ///   - most: the most operations.
  ///   - goal: how many classes there can be.
  ///   - seed: of what is drawn.
  package init(
    telling separation: Separation, asking verbs: [CacheVerb], atMost most: Int, goal: Int,
    seed: UInt64
  ) {
    var random = SeededRandom(seed: seed)
    let draw = OperationDraw(separation.header, verbs, seed: random.next())
    var best = ProposalPath(operations: [], state: separation, draw: draw)
    var (path, idle) = (best, 0)
    while best.classes < goal {
      if idle < Self.patience, let next = path.step(atMost: most, &random) {
        (path, idle) = (next, idle + 1)
      } else if let next = best.leap(atMost: most, goal: goal, &random) {
        path = next
      } else {
        break
      }
      if path.classes > best.classes { (best, idle) = (path, 0) }
    }
    operations = best.operations
    classes = best.classes
  }
}
