import ScrollCore

/// The next operations to do to an empty cache, which tell models apart best.
///
/// Step by step: of some drawn continuations the one after which the models fall into most classes
/// is taken, the shortest of equal ones; where none splits a class, the first is taken, so that the
/// cache gets elsewhere.
///
/// - Complexity: O(models not told apart x operations) for each continuation.
package struct Proposal: Sendable {
  /// The most operations that are proposed.
  package static let most = 200
  /// Continuations that are tried for each step.
  static let continuations = 24
  /// Steps without a split after which nothing more is proposed.
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
    var draw = OperationDraw(separation.header, verbs, seed: random.next())
    var (taken, best, useful) = ([CacheOperation](), separation, 0)
    var idle = 0
    while taken.count < most, best.classes.count < goal, idle < Self.patience {
      var chosen: (draw: OperationDraw, operations: [CacheOperation], state: Separation)?
      for _ in 0..<Self.continuations {
        var next = draw.reseeded(random.next())
        let operations = Array((taken + next.step()).prefix(most))
        guard operations.count > taken.count else { continue }
        var state = best
        state.refine(by: operations)
        if let chosen {
          let isMore = state.classes.count > chosen.state.classes.count
          let isShorter =
            state.classes.count == chosen.state.classes.count
            && state.classes.count > best.classes.count
            && operations.count < chosen.operations.count
          guard isMore || isShorter else { continue }
        }
        chosen = (next, operations, state)
      }
      guard let chosen else { break }
      idle = chosen.state.classes.count > best.classes.count ? 0 : idle + 1
      draw = chosen.draw
      taken = chosen.operations
      best = chosen.state
      if idle == 0 { useful = taken.count }
    }
    operations = Array(taken.prefix(useful))
    classes = best.classes.count
  }
}
