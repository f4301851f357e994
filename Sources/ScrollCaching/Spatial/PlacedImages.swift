import BasicContainers
import ScrollCore

/// The residents of a spatial cache where their items are: finds the one to be rid of first.
///
/// Each resident with an item stands in a `BoundTree` at one of its items. Which one does not
/// matter, because an image has the score of the item that speaks most for keeping it, so that
/// any item's score bounds its own from above: an item that comes up in a search is judged by all
/// its items and moves to the best one. Residents without items stand in a queue and go before all
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

  /// A node and the bound below it.
  struct Candidate: BitwiseCopyable {
    var node: Int
    var bound: Rule.Score
  }

  /// From where the residents are looked at.
  var rule: Rule
  var order: MiddleOrder
  let landmarks: Landmarks
  /// Of the item of each rank.
  var starts: RigidArray<Double>, ends: RigidArray<Double>
  var tree: BoundTree
  /// The rank at which each resident stands; -1 for the others.
  var ranks: RigidArray<Int32>
  /// When each resident was stored.
  var admissions: RigidArray<Int>
  var admissionCount = 0
  /// Residents that no item shows.
  var unplaced: ItemList
  /// Whether the set-up has no items, because where images lie is told of one after the other.
  let isTold: Bool
  /// What was told, and what each resident weighs; empty otherwise.
  var told: ToldPlaces
  var weights: RigidArray<Double>
  /// Nodes that a search has still to look at.
  var pending = UniqueArray<Candidate>()

  /// No residents yet, of the images and items of a set-up.
  init(_ setup: PolicySetup, by landmarks: Landmarks, rule: Rule) {
    self.rule = rule
    self.landmarks = landmarks
    let placement = setup.items
    let order = MiddleOrder(placement, imageCount: setup.imageCount)
    isTold = placement.count == 0
    told = ToldPlaces(imageCount: isTold ? setup.imageCount : 0)
    weights = RigidArray(repeating: 0, count: isTold ? setup.imageCount : 0)
    starts = landmarks == .edges ? order.sorted(placement.starts) : order.middles.clone()
    ends = landmarks == .edges ? order.sorted(placement.ends) : order.middles.clone()
    tree = BoundTree(places: isTold ? setup.imageCount : order.middles.count)
    self.order = order
    ranks = RigidArray(repeating: -1, count: setup.imageCount)
    admissions = RigidArray(repeating: 0, count: setup.imageCount)
    unplaced = ItemList(imageCount: setup.imageCount)
  }

  /// Adds an image that was stored just now.
  mutating func insert(_ image: ImageID, weight: Double = 0) {
    insert(image, weight: weight, stored: admissionCount)
    admissionCount += 1
  }

  /// Adds an image after `number` others were stored.
  mutating func insert(_ image: ImageID, weight: Double, stored number: Int) {
    admissions[Int(image.index)] = number
    if isTold {
      weights[Int(image.index)] = weight
      return stand(image)
    }
    guard order.itemCount(of: image) > 0 else { return unplaced.append(image) }
    enter(image, at: order.rank(ofItem: 0, of: image), weight: weight)
  }

  /// Puts every resident where its items are now.
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

  /// Takes an image out.
  /// - Precondition: it is in.
  mutating func remove(_ image: ImageID) {
    let rank = Int(ranks[Int(image.index)])
    ranks[Int(image.index)] = Self.absent
    guard rank >= 0 else { return unplaced.remove(image) }
    tree.leave(rank)
  }

  /// Takes out the image with the highest score, among equals the one that was stored first.
  ///
  /// With `isEligible` it goes only if its score is; images without items always are.
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
