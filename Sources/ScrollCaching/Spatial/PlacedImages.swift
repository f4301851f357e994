import BasicContainers
import ScrollCore

/// The residents of a spatial cache where their items are: finds the one to be rid of first.
///
/// Each resident with an item stands in a `BoundTree` at one of its items. Which one does not
/// matter, because an image has the score of the item that speaks most for keeping it, so that
/// any item's score bounds its own from above: whoever comes up in a search is judged by all its
/// items and moves to the best one. Residents without items stand in a queue and go before all
/// others, in the order in which they were stored.
///
/// - Complexity: O(log items) per insertion and removal; see `BoundTree` for a search.
struct PlacedImages<Rule: PlaceRule>: ~Copyable {
  /// Which points of an item a rule looks at.
  enum Landmarks {
    /// Start and end.
    case edges
    /// The middle, twice.
    case middles
  }

  /// Of a node and the bound below it.
  private struct Candidate: BitwiseCopyable {
    var node: Int
    var bound: Rule.Score
  }

  /// From where the residents are looked at.
  var rule: Rule
  private let order: MiddleOrder
  /// Of the item of each rank.
  private let starts: RigidArray<Double>, ends: RigidArray<Double>
  private var tree: BoundTree
  /// The rank at which each resident stands; -1 for the others.
  private var ranks: RigidArray<Int32>
  /// When each resident was stored.
  private var admissions: RigidArray<Int>
  private var admissionCount = 0
  /// Residents that no item shows.
  private var unplaced: ItemList
  /// Nodes that a search has still to look at.
  private var pending = UniqueArray<Candidate>()

  /// No residents yet, of the images and items of a set-up.
  init(_ setup: PolicySetup, by landmarks: Landmarks, rule: Rule) {
    self.rule = rule
    let order = MiddleOrder(setup)
    switch landmarks {
    case .edges:
      let placement = setup.placement ?? ItemPlacement(line: setup.imageCount)
      starts = order.sorted(placement.starts)
      ends = order.sorted(placement.ends)
    case .middles:
      starts = order.middles.clone()
      ends = order.middles.clone()
    }
    tree = BoundTree(places: order.middles.count)
    self.order = order
    ranks = RigidArray(repeating: -1, count: setup.imageCount)
    admissions = RigidArray(repeating: 0, count: setup.imageCount)
    unplaced = ItemList(imageCount: setup.imageCount)
  }

  /// Adds an image that was stored just now.
  mutating func insert(_ image: ImageID, weight: Double = 0) {
    guard order.itemCount(of: image) > 0 else { return unplaced.append(image) }
    admissions[Int(image.index)] = admissionCount
    admissionCount += 1
    enter(image, at: order.rank(ofItem: 0, of: image), weight: weight)
  }

  /// Takes an image out.
  /// - Precondition: it is in.
  mutating func remove(_ image: ImageID) {
    let rank = Int(ranks[Int(image.index)])
    guard rank >= 0 else { return unplaced.remove(image) }
    tree.leave(rank)
    ranks[Int(image.index)] = -1
  }

  /// Takes out the image with the highest score, among equals the one that was stored first.
  ///
  /// With `isEligible` it goes only if its score is; images without items always are.
  mutating func removeFirst(
    sparing pins: borrowing PinSet, where isEligible: (Rule.Score) -> Bool = { _ in true }
  ) -> ImageID? {
    if let image = unplaced.oldest(sparing: pins) {
      unplaced.remove(image)
      return image
    }
    guard let highest = highest(sparing: pins), isEligible(highest.score) else { return nil }
    remove(highest.image)
    return highest.image
  }

  private mutating func enter(_ image: ImageID, at rank: Int, weight: Double) {
    ranks[Int(image.index)] = Int32(rank)
    tree.enter(rank, start: starts[rank], end: ends[rank], weight: weight)
  }
}

extension PlacedImages {
  private mutating func highest(
    sparing pins: borrowing PinSet
  ) -> (image: ImageID, score: Rule.Score)? {
    var best: (image: ImageID, score: Rule.Score)?
    look(at: BoundTree.root)
    while let candidate = pending.popLast() {
      if let best, !Rule.reaches(candidate.bound, best.score) { continue }
      guard candidate.node >= tree.leaves else {
        descend(from: candidate.node)
        continue
      }
      let rank = candidate.node - tree.leaves
      let image = order.images[rank]
      if pins.contains(image) { continue }
      let score =
        order.itemCount(of: image) == 1 ? candidate.bound : settle(image, standingAt: rank)
      if let found = best {
        guard score > found.score || (score == found.score && isOlder(image, than: found.image))
        else { continue }
      }
      best = (image, score)
    }
    return best
  }

  /// Notes a node, unless nothing is below it.
  private mutating func look(at node: Int) {
    let below = tree[node]
    guard !below.isEmpty else { return }
    pending.append(Candidate(node: node, bound: bound(of: below)))
  }

  private func bound(of node: BoundTree.Node) -> Rule.Score {
    rule.score(start: node.highestStart, end: node.lowestEnd, weight: node.weight)
  }

  /// The child with the higher bound is looked at first.
  private mutating func descend(from node: Int) {
    look(at: 2 * node)
    look(at: 2 * node + 1)
    let last = pending.count - 1
    guard last > 0, pending[last].node == 2 * node + 1, pending[last - 1].node == 2 * node,
      pending[last].bound < pending[last - 1].bound
    else { return }
    pending.swapAt(last, last - 1)
  }

  /// Judges an image by all its items; moves it to the one that speaks most for keeping it.
  private mutating func settle(_ image: ImageID, standingAt rank: Int) -> Rule.Score {
    let weight = tree[tree.leaves + rank].weight
    var (place, lowest) = (rank, rule.score(start: starts[rank], end: ends[rank], weight: weight))
    for number in 0..<order.itemCount(of: image) {
      let other = order.rank(ofItem: number, of: image)
      let score = rule.score(start: starts[other], end: ends[other], weight: weight)
      if score < lowest { (place, lowest) = (other, score) }
    }
    if place != rank {
      tree.leave(rank)
      enter(image, at: place, weight: weight)
    }
    return lowest
  }

  private func isOlder(_ image: ImageID, than other: ImageID) -> Bool {
    admissions[Int(image.index)] < admissions[Int(other.index)]
  }
}
