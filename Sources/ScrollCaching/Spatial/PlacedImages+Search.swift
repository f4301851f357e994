import BasicContainers
import ScrollCore

extension PlacedImages {
  /// The image with the highest score, among equals the one that was stored first; only images
  /// with items are looked at.
  mutating func highest(
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
      let image = isTold ? ImageID(rank) : order.images[rank]
      if pins.contains(image) { continue }
      let score = itemCount(of: image) == 1 ? candidate.bound : settle(image, standingAt: rank)
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

  private func itemCount(of image: ImageID) -> Int {
    isTold ? told.itemCount(of: image) : order.itemCount(of: image)
  }

  /// Judges an image by all its items; moves it to the one that speaks most for keeping it.
  private mutating func settle(_ image: ImageID, standingAt rank: Int) -> Rule.Score {
    if isTold { return settleTold(image) }
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
