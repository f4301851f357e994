import BasicContainers
package import ScrollCore

/// Several queues of images with the total weight of each, where an image is in at most one queue.
///
/// Segmented policies consist of such queues, ghost lists included: a ghost is an image in a queue
/// that holds no residents. An image keeps its cost while it moves between queues. Nothing is
/// allocated after `init`, except to grow. While all images cost the same, as in a replay that
/// counts images, their costs are not stored, which saves a read from memory for each move.
///
/// - Complexity: every operation O(1), except those that spare pins: O(pinned).
package struct WeighedQueues: ~Copyable {
  var order: ItemList
  /// The queue of each image, `outside` if it is in none.
  ///
  /// It is separate from the costs, because it is read for every image that is stored.
  var queueOf: RigidArray<UInt8>
  /// The cost of each image; empty while every image cost `onlyCost`.
  private var costs: RigidArray<Int>
  /// The cost of all images so far; -1 before the first.
  private var onlyCost = -1
  var totals: RigidArray<Int>

  static var outside: UInt8 { .max }

  /// Creates empty queues.
  /// - Precondition: There are fewer than 255.
  package init(imageCount: Int, queues: Int) {
    precondition(queues < Int(Self.outside), "\(queues) queues are too many")
    order = ItemList(imageCount: imageCount, queues: queues)
    queueOf = RigidArray(repeating: Self.outside, count: imageCount)
    costs = RigidArray(capacity: imageCount)
    totals = RigidArray(repeating: 0, count: queues)
  }

  /// Grows the queues to `count` images; the number of images never decreases.
  package mutating func grow(toImageCount count: Int) {
    order.grow(toImageCount: count)
    queueOf.grow(to: count, filling: Self.outside)
    if costs.isEmpty {
      costs = RigidArray(capacity: count)
    } else {
      costs.grow(to: count, filling: 0)
    }
  }

  /// Returns the queue of an image; `nil` if it is in none.
  package func queue(of image: ImageID) -> Int? {
    let queue = queueOf[Int(image.index)]
    return queue == Self.outside ? nil : Int(queue)
  }

  /// Returns the sum of the costs in a queue.
  package func cost(ofQueue queue: Int) -> Int { totals[queue] }

  /// Returns the cost of an image, or its cost when it was last in a queue.
  func cost(of image: ImageID) -> Int {
    costs.isEmpty ? onlyCost : costs[Int(image.index)]
  }

  /// Stores the cost of an image, if it is not that of all images so far.
  private mutating func setCost(_ cost: Int, of image: ImageID) {
    if costs.isEmpty, cost == onlyCost { return }
    storeCost(cost, of: image)
  }

  @inline(never) private mutating func storeCost(_ cost: Int, of image: ImageID) {
    if costs.isEmpty {
      guard onlyCost >= 0 else {
        onlyCost = cost
        return
      }
      for _ in 0..<queueOf.count { costs.append(onlyCost) }
    }
    costs[Int(image.index)] = cost
  }

  /// Returns the image that has been in the queue longest.
  package func oldest(queue: Int) -> ImageID? { order.oldest(queue: queue) }

  /// Returns the oldest image of a queue that is not pinned.
  func oldest(queue: Int, sparing pins: borrowing PinSet) -> ImageID? {
    order.oldest(queue: queue, sparing: pins)
  }

  /// Returns the oldest image of a queue that is neither pinned nor passed over; `nil` if there is
  /// none.
  ///
  /// Images that are passed over become the newest of the queue.
  mutating func oldest(
    queue: Int, sparing pins: borrowing PinSet, passingOver unseen: inout UnseenMarks
  ) -> ImageID? {
    var firstPassed: ImageID?
    while let candidate = oldest(queue: queue, sparing: pins), candidate != firstPassed {
      guard unseen.passesOver(candidate) else { return candidate }
      firstPassed = firstPassed ?? candidate
      moveToNewest(candidate, queue: queue)
    }
    return nil
  }

  /// Adds an image as the newest of a queue.
  /// - Precondition: The image is in no queue.
  package mutating func append(_ image: ImageID, cost: Int, queue: Int) {
    queueOf[Int(image.index)] = UInt8(truncatingIfNeeded: queue)
    setCost(cost, of: image)
    totals[queue] += cost
    order.append(image, queue: queue)
  }

  /// Removes an image from its queue.
  /// - Precondition: The image is in one.
  package mutating func remove(_ image: ImageID) {
    let queue = queueOf[Int(image.index)]
    precondition(queue != Self.outside, "\(image) is on no queue")
    totals[Int(queue)] -= cost(of: image)
    queueOf[Int(image.index)] = Self.outside
    order.remove(image)
  }

  /// Makes an image the newest of a queue, its current one or another.
  /// - Precondition: The image is in a queue.
  package mutating func moveToNewest(_ image: ImageID, queue: Int) {
    let old = queueOf[Int(image.index)]
    if Int(old) != queue {
      precondition(old != Self.outside, "\(image) is on no queue")
      let cost = cost(of: image)
      totals[Int(old)] -= cost
      totals[queue] += cost
      queueOf[Int(image.index)] = UInt8(truncatingIfNeeded: queue)
    }
    order.moveToNewest(image, queue: queue)
  }

  /// Drops the oldest images of a queue until its weight is at most `limit`.
  package mutating func trim(queue: Int, to limit: Int) {
    while totals[queue] > limit, let image = oldest(queue: queue) { remove(image) }
  }
}
