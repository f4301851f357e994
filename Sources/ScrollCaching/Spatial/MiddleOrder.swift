import BasicContainers
import ScrollCore

/// All items in the order of their middles, and the items of each image in that order.
///
/// Items come in the order of their starts; in a waterfall the order of their middles may differ.
/// An item's *rank* is its place in the order of middles; of equal middles, the item with the
/// smaller number comes first, which does not affect evictions.
///
/// - Complexity: O(n log n) to make, O(n) if the middles ascend already.
struct MiddleOrder: ~Copyable {
  /// The middle of the item of each rank, ascending.
  let middles: RigidArray<Double>
  /// The item of each rank.
  let items: RigidArray<Int32>
  /// The image that the item of each rank shows.
  let images: RigidArray<ImageID>
  /// The offsets of the images' ranks: those of image `i` are `ranks[firsts[i]..<firsts[i + 1]]`,
  /// ascending.
  private var firsts: RigidArray<Int32>
  private let ranks: RigidArray<Int32>

  /// Creates the order of a placement's items, for a cache of `imageCount` images.
  /// - Precondition: The placement has the same number of images.
  init(_ placement: ItemPlacement, imageCount: Int) {
    precondition(
      placement.imageCount == imageCount,
      "the layout has \(placement.imageCount) images, the cache \(imageCount)")
    let middle = zip(placement.starts, placement.ends).map { ($0 + $1) / 2 }
    var order = Array(middle.indices)
    if !zip(middle, middle.dropFirst()).allSatisfy(<=) {
      order.sort { (middle[$0], $0) < (middle[$1], $1) }
    }
    var firsts = RigidArray<Int32>(repeating: 0, count: imageCount + 1)
    for image in placement.images { firsts[Int(image.index) + 1] += 1 }
    for image in 0..<imageCount { firsts[image + 1] += firsts[image] }

    var middles = RigidArray<Double>(capacity: order.count)
    var items = RigidArray<Int32>(capacity: order.count)
    var images = RigidArray<ImageID>(capacity: order.count)
    var ranks = RigidArray<Int32>(repeating: 0, count: order.count)
    var next = RigidArray<Int32>(repeating: 0, count: imageCount)
    for (rank, item) in order.enumerated() {
      let image = placement.images[item]
      middles.append(middle[item])
      items.append(Int32(item))
      images.append(image)
      let place = firsts[Int(image.index)] + next[Int(image.index)]
      ranks[Int(place)] = Int32(rank)
      next[Int(image.index)] += 1
    }
    self.middles = middles
    self.items = items
    self.images = images
    self.firsts = firsts
    self.ranks = ranks
  }

  /// Grows the order to `count` images, of which no item shows the new ones; the number of images
  /// never decreases.
  mutating func grow(toImageCount count: Int) {
    firsts.grow(to: count + 1, filling: Int32(items.count))
  }

  /// Returns a figure of each item in the order of their middles.
  func sorted(_ figures: [Double]) -> RigidArray<Double> {
    var sorted = RigidArray<Double>(capacity: figures.count)
    for rank in 0..<items.count { sorted.append(figures[Int(items[rank])]) }
    return sorted
  }

  /// Returns the number of items that show an image.
  func itemCount(of image: ImageID) -> Int {
    Int(firsts[Int(image.index) + 1] - firsts[Int(image.index)])
  }

  /// Returns the rank of one item of an image; `number` counts the image's items from 0 and is
  /// below `itemCount(of:)`.
  func rank(ofItem number: Int, of image: ImageID) -> Int {
    Int(ranks[Int(firsts[Int(image.index)]) + number])
  }

  /// Returns the rank of an image's item that is nearest to the point where the user looks; `nil`
  /// without items.
  ///
  /// Distances fall up to the center and rise after it, so the nearest item is one of the two
  /// beside it.
  ///
  /// - Complexity: O(log items of the image).
  func nearestRank(of image: ImageID, to focus: Focus) -> Int? {
    let start = Int(firsts[Int(image.index)]), end = Int(firsts[Int(image.index) + 1])
    guard end - start > 1 else { return start < end ? Int(ranks[start]) : nil }
    var (low, high) = (start, end)
    while low < high {
      let probe = (low + high) / 2
      if middles[Int(ranks[probe])] < focus.center { low = probe + 1 } else { high = probe }
    }
    if low == start { return Int(ranks[low]) }
    let before = Int(ranks[low - 1])
    guard low < end else { return before }
    let after = Int(ranks[low])
    return focus.distance(to: middles[before]) <= focus.distance(to: middles[after])
      ? before : after
  }
}
