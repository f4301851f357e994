import ScrollCore
import ScrollSimCommands
package import ScrollTraces

/// A proposal of operations on an empty cache that distinguish models best.
///
/// The search draws some continuations in each step and takes the one that distinguishes the most
/// classes of models; of equally good ones it takes the shortest. If no continuation splits a
/// class, it takes the first, so that the cache reaches another state. After some steps without a
/// split, it returns to the operations up to the last split and draws long continuations of them.
/// It takes the best of these and cuts off the operations after the last split.
///
/// - Complexity: O(models not distinguished x operations) for each continuation.
package struct Proposal: Sendable {
  /// The largest number of operations that are proposed.
  static let most = 200
  /// The number of steps without a split after which longer continuations are tried.
  static let patience = 12

  package let operations: [CacheOperation]
  /// The number of classes of models that these operations distinguish.
  let classes: Int

  /// Searches for operations.
  /// - Parameters:
  ///   - separation: The models, all in one class.
  ///   - verbs: The operations that the cache supports.
  ///   - most: The largest number of operations.
  ///   - goal: The number of classes at which the search ends.
  ///   - seed: The seed of the draws.
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

/// Operations that may be proposed, and the classes that they distinguish.
struct ProposalPath {
  /// The number of continuations that are tried for each step.
  static let continuations = 24

  private(set) var operations: [CacheOperation]
  private(set) var state: Separation
  /// The generator of the operations that may come next.
  private var draw: OperationDraw

  init(operations: [CacheOperation], state: Separation, draw: OperationDraw) {
    self.operations = operations
    self.state = state
    self.draw = draw
  }

  var classes: Int { state.classes.count }

  /// Returns the path with a few more operations; nil if no more are allowed.
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

  /// Returns the path with many more operations, up to the last split; nil if none splits a class.
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

  /// Returns the shortest of several paths, each an extension of the previous one, that
  /// distinguishes as many classes as the longest.
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
