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

/// Operations that may be proposed, and what they tell apart.
struct ProposalPath {
  /// Continuations that are tried for each step.
  static let continuations = 24

  private(set) var operations: [CacheOperation]
  private(set) var state: Separation
  /// Draws what may come next.
  private var draw: OperationDraw

  init(operations: [CacheOperation], state: Separation, draw: OperationDraw) {
    self.operations = operations
    self.state = state
    self.draw = draw
  }

  var classes: Int { state.classes.count }

  /// A few operations further; nil where there is no room for more.
  func step(atMost most: Int, _ random: inout SeededRandom) -> ProposalPath? {
    var chosen: ProposalPath?
    for _ in 0..<Self.continuations {
      var next = self
      next.draw = draw.reseeded(random.next())
      next.extend(atMost: most)
      guard next.operations.count > operations.count else { continue }
      next.state.refine(by: next.operations)
      if let chosen {
        let isShorter =
          next.classes == chosen.classes && next.classes > classes
          && next.operations.count < chosen.operations.count
        guard next.classes > chosen.classes || isShorter else { continue }
      }
      chosen = next
    }
    return chosen
  }

  /// Many operations further, up to the last that splits a class; nil where none does.
  func leap(atMost most: Int, goal: Int, _ random: inout SeededRandom) -> ProposalPath? {
    guard operations.count < most else { return nil }
    var chosen: ProposalPath?
    for _ in 0..<Separation.sequences where (chosen?.classes ?? 0) < goal {
      var next = self
      next.draw = draw.reseeded(random.next())
      var steps: [ProposalPath] = []
      for _ in 0..<Separation.length
      where next.operations.count < min(most, operations.count + Separation.length) {
        next.extend(atMost: most)
        steps.append(next)
      }
      next.state.refine(by: next.operations)
      guard next.classes > (chosen?.classes ?? classes) else { continue }
      chosen = Self.first(of: steps, telling: next.classes)
    }
    return chosen
  }

  private mutating func extend(atMost most: Int) {
    operations = Array((operations + draw.step()).prefix(most))
  }

  /// The shortest of growing paths that tells so many classes apart, as the longest does.
  private static func first(of steps: [ProposalPath], telling classes: Int) -> ProposalPath? {
    var (low, high) = (0, steps.count - 1)
    while low <= high {
      let middle = (low + high) / 2
      var path = steps[middle]
      path.state.refine(by: path.operations)
      if path.classes < classes { low = middle + 1 } else { high = middle - 1 }
    }
    guard var path = steps.indices.contains(low) ? steps[low] : nil else { return nil }
    path.state.refine(by: path.operations)
    return path
  }
}
