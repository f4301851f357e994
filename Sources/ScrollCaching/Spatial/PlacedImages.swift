import BasicContainers
import ScrollCore

/// The residents of a spatial cache by the positions of their items, with a search for the next
/// victim.
///
/// Each resident with an item is in a `BoundTree` at one of its items. Any item will do: the score
/// of an image is the lowest score of its items, so the score of any item is an upper bound. An
/// image that a search examines is scored by all its items and moves to the best one. Residents
/// without items are in a queue and are evicted before all others, in the order in which they were
/// stored.
///
/// - Complexity: O(log items) per insertion and removal; see `BoundTree` for a search.
struct PlacedImages<Rule: PlaceRule>: ~Copyable {
  /// The points of an item that a rule uses.
  enum ItemPoints {
    /// The start and the end.
    case edges
    /// The middle, twice.
    case middles
  }

  /// A node with the bound of the entries below it.
  struct Candidate: BitwiseCopyable {
    var node: Int
    var bound: Rule.Score
  }

  /// The rule that scores the residents, for the current viewport.
  var rule: Rule
  var order: MiddleOrder
  let landmarks: ItemPoints
  /// The start and the end of the item of each rank.
  var starts: RigidArray<Double>, ends: RigidArray<Double>
  var tree: BoundTree
  /// The rank of each resident in the tree; -1 for the others.
  var ranks: RigidArray<Int32>
  /// The number of stores before each resident's store.
  var admissions: RigidArray<Int>
  var admissionCount = 0
  /// The residents that no item shows.
  var unplaced: ItemList
  /// A Boolean value that indicates whether the set-up has no items, because positions are reported
  /// image by image.
  let isTold: Bool
  /// The reported positions, and the weight of each resident; empty otherwise.
  var told: ReportedPlaces
  var weights: RigidArray<Double>
  /// The nodes that a search still has to examine.
  var pending = UniqueArray<Candidate>()

  /// Creates an empty set of residents for the images and items of a set-up.
  init(_ setup: PolicySetup, by landmarks: ItemPoints, rule: Rule) {
    self.rule = rule
    self.landmarks = landmarks
    let placement = setup.items
    let order = MiddleOrder(placement, imageCount: setup.imageCount)
    isTold = placement.count == 0
    told = ReportedPlaces(imageCount: isTold ? setup.imageCount : 0)
    weights = RigidArray(repeating: 0, count: isTold ? setup.imageCount : 0)
    starts = landmarks == .edges ? order.sorted(placement.starts) : order.middles.clone()
    ends = landmarks == .edges ? order.sorted(placement.ends) : order.middles.clone()
    tree = BoundTree(places: isTold ? setup.imageCount : order.middles.count)
    self.order = order
    ranks = RigidArray(repeating: -1, count: setup.imageCount)
    admissions = RigidArray(repeating: 0, count: setup.imageCount)
    unplaced = ItemList(imageCount: setup.imageCount)
  }

  /// Adds an image that was just stored.
  mutating func insert(_ image: ImageID, weight: Double = 0) {
    insert(image, weight: weight, stored: admissionCount)
    admissionCount += 1
  }

  /// Adds an image that was just stored; `number` is the number of images that were stored before
  /// it.
  mutating func insert(_ image: ImageID, weight: Double, stored number: Int) {
    admissions[Int(image.index)] = number
    if isTold {
      weights[Int(image.index)] = weight
      return stand(image)
    }
    guard order.itemCount(of: image) > 0 else { return unplaced.append(image) }
    enter(image, at: order.rank(ofItem: 0, of: image), weight: weight)
  }

  /// Moves every resident to the current positions of its items.
  ///
  /// - Precondition: the items show the same images as before.
  /// - Complexity: O(images + items), O(items log items) where middles do not ascend, plus
  ///   O(residents log items).
  mutating func move(to placement: ItemPlacement) {
    if isTold { return }
    var residents: [(image: ImageID, weight: Double)] = []
    for index in 0..<ranks.count where ranks[index] >= 0 {
      residents.append((ImageID(index), tree[tree.leaves + Int(ranks[index])].weight))
    }
    order = MiddleOrder(placement, imageCount: ranks.count)
    starts = landmarks == .edges ? order.sorted(placement.starts) : order.middles.clone()
    ends = landmarks == .edges ? order.sorted(placement.ends) : order.middles.clone()
    tree = BoundTree(places: order.middles.count)
    for (image, weight) in residents {
      precondition(order.itemCount(of: image) > 0, "\(image) is on no item any more")
      enter(image, at: order.rank(ofItem: 0, of: image), weight: weight)
    }
  }

  /// Removes an image.
  /// - Precondition: The image is resident.
  mutating func remove(_ image: ImageID) {
    let rank = Int(ranks[Int(image.index)])
    ranks[Int(image.index)] = Self.absent
    guard rank >= 0 else { return unplaced.remove(image) }
    tree.leave(rank)
  }

  /// Removes the image with the highest score; of several, the one stored first.
  ///
  /// With `isEligible`, the image is removed only if its score is eligible; images without items
  /// always are.
  mutating func removeFirst(
    sparing pins: borrowing PinSet, where isEligible: (Rule.Score) -> Bool = { _ in true }
  ) -> ImageID? {
    if let image = unplaced.oldest(sparing: pins) {
      remove(image)
      return image
    }
    guard let highest = highest(sparing: pins), isEligible(highest.score) else { return nil }
    remove(highest.image)
    return highest.image
  }

  /// Puts an image at one of its items.
  mutating func enter(_ image: ImageID, at rank: Int, weight: Double) {
    ranks[Int(image.index)] = Int32(rank)
    tree.enter(rank, start: starts[rank], end: ends[rank], weight: weight)
  }
}

extension PlacedImages {
  /// Returns the image with an item that has the highest score; of several, the one stored first.
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

  /// Adds a node to the search, unless nothing is below it.
  private mutating func look(at node: Int) {
    let below = tree[node]
    guard !below.isEmpty else { return }
    pending.append(Candidate(node: node, bound: bound(of: below)))
  }

  private func bound(of node: BoundTree.Node) -> Rule.Score {
    rule.score(start: node.highestStart, end: node.lowestEnd, weight: node.weight)
  }

  /// Continues the search with a node's children, the one with the higher bound first.
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

  /// Scores an image by all its items, and moves it to the one with the lowest score.
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

/// Images whose positions are reported image by image, each with its own place in the tree.
///
/// An image is in the tree with one of its items. Neighbors in the tree are images that arrived one
/// after the other, which in a scroll are near each other.
extension PlacedImages {
  /// The mark of images that are not in the tree.
  static var absent: Int32 { -1 }
  static var withoutItems: Int32 { -2 }

  /// Grows the set to `count` images; the number of images never decreases.
  /// - Precondition: Positions of items are reported image by image.
  mutating func grow(toImageCount count: Int) {
    precondition(isTold || count == ranks.count, "a layout of \(ranks.count) images has no others")
    told.grow(toImageCount: count)
    weights.grow(to: count, filling: 0)
    tree.grow(toPlaces: count)
    ranks.grow(to: count, filling: Self.absent)
    admissions.grow(to: count, filling: 0)
    unplaced.grow(toImageCount: count)
  }

  /// Records the items that show an image from now on, resident or not.
  mutating func didPlace(_ image: ImageID, at items: [Range<Double>]) {
    guard isTold else { return }
    let rank = ranks[Int(image.index)]
    if rank >= 0 { tree.leave(Int(rank)) }
    if rank == Self.withoutItems { unplaced.remove(image) }
    told.place(image, at: items)
    if rank != Self.absent { stand(image) }
  }

  /// Puts a resident at its items, or among those without items, in the order of storing.
  mutating func stand(_ image: ImageID) {
    let index = Int(image.index)
    guard told.itemCount(of: image) == 0 else {
      ranks[index] = image.index
      return enter(image, with: told.span(ofItem: 0, of: image))
    }
    ranks[index] = Self.withoutItems
    var older = unplaced.newest()
    while let other = older, admissions[Int(other.index)] > admissions[index] {
      older = unplaced.older(than: other)
    }
    if let older { unplaced.insert(image, after: older) } else { unplaced.prepend(image) }
  }

  /// Scores an image by all its items, and leaves it at the one with the lowest score.
  mutating func settleTold(_ image: ImageID) -> Rule.Score {
    let leaf = tree[tree.leaves + Int(image.index)]
    var lowest = rule.score(start: leaf.highestStart, end: leaf.lowestEnd, weight: leaf.weight)
    var better: ReportedPlaces.Span?
    for number in 0..<told.itemCount(of: image) {
      let span = landmark(of: told.span(ofItem: number, of: image))
      let score = rule.score(start: span.start, end: span.end, weight: leaf.weight)
      if score < lowest { (lowest, better) = (score, told.span(ofItem: number, of: image)) }
    }
    if let better {
      tree.leave(Int(image.index))
      enter(image, with: better)
    }
    return lowest
  }

  private mutating func enter(_ image: ImageID, with item: ReportedPlaces.Span) {
    let span = landmark(of: item)
    tree.enter(
      Int(image.index), start: span.start, end: span.end, weight: weights[Int(image.index)])
  }

  /// Returns the points of an item that the rule uses.
  private func landmark(of span: ReportedPlaces.Span) -> ReportedPlaces.Span {
    guard landmarks == .middles else { return span }
    let middle = (span.start + span.end) / 2
    return ReportedPlaces.Span(start: middle, end: middle)
  }
}

/// The positions of images that are reported one after the other.
///
/// - Complexity: every operation O(items of the image).
struct ReportedPlaces {
  /// An interval of the axis; not a number if there is none.
  struct Span: BitwiseCopyable, Equatable {
    var start: Double, end: Double

    static var none: Span { Span(start: .nan, end: .nan) }
  }

  /// The first item of each image.
  private var firsts: [Span]
  /// The items of the images with several.
  private var several: [Int32: [Span]] = [:]

  /// Creates a table without positions.
  init(imageCount: Int) { firsts = Array(repeating: .none, count: imageCount) }

  mutating func grow(toImageCount count: Int) {
    firsts += Array(repeating: .none, count: max(0, count - firsts.count))
  }

  /// Records the items that show an image from now on.
  mutating func place(_ image: ImageID, at items: [Range<Double>]) {
    let spans = items.map { Span(start: $0.lowerBound, end: $0.upperBound) }
    firsts[Int(image.index)] = spans.first ?? .none
    if several[image.index] != nil || spans.count > 1 {
      several[image.index] = spans.count > 1 ? spans : nil
    }
  }

  /// Returns the number of items that show an image.
  func itemCount(of image: ImageID) -> Int {
    if firsts[Int(image.index)].start.isNaN { return 0 }
    return several.isEmpty ? 1 : several[image.index]?.count ?? 1
  }

  /// Returns the `number`th item of an image, below `itemCount`.
  func span(ofItem number: Int, of image: ImageID) -> Span {
    number == 0 ? firsts[Int(image.index)] : several[image.index]?[number] ?? .none
  }
}
