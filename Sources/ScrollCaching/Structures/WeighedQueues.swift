import BasicContainers
package import ScrollCore

/// Several queues of images that know how much is in each: an image is on at most one.
///
/// What segmented policies are made of, ghost lists included: a ghost is an image on a queue
/// that stands for no residents. An image keeps its cost while it moves between queues.
/// Nothing is allocated after `init`, except to grow.
///
/// - Complexity: every verb O(1), except those that spare pins: O(pinned).
package struct WeighedQueues: ~Copyable {
  var order: ItemList
  /// The queue of each image, `outside` where it is on none.
  ///
  /// Apart from the costs, because it is read for every image that is stored.
  var queueOf: RigidArray<UInt8>
  var costs: RigidArray<Int>
  var totals: RigidArray<Int>

  static var outside: UInt8 { .max }

  /// Empty queues.
  /// - Precondition: there are fewer than 255.
  package init(imageCount: Int, queues: Int) {
    precondition(queues < Int(Self.outside), "\(queues) queues are too many")
    order = ItemList(imageCount: imageCount, queues: queues)
    queueOf = RigidArray(repeating: Self.outside, count: imageCount)
    costs = RigidArray(repeating: 0, count: imageCount)
    totals = RigidArray(repeating: 0, count: queues)
  }

  /// Images are `0..<count` from now on, never fewer than before.
  package mutating func grow(toImageCount count: Int) {
    order.grow(toImageCount: count)
    queueOf.grow(to: count, filling: Self.outside)
    costs.grow(to: count, filling: 0)
  }

  /// The queue that an image is on; nil if on none.
  package func queue(of image: ImageID) -> Int? {
    let queue = queueOf[Int(image.index)]
    return queue == Self.outside ? nil : Int(queue)
  }

  /// The sum of the costs in a queue.
  package func cost(ofQueue queue: Int) -> Int { totals[queue] }

  /// What an image weighs, or weighed when it was last on a queue.
  package func cost(of image: ImageID) -> Int { costs[Int(image.index)] }

  /// The image that has been in the queue longest.
  package func oldest(queue: Int) -> ImageID? { order.oldest(queue: queue) }

  /// The oldest image of a queue that is not pinned.
  package func oldest(queue: Int, sparing pins: borrowing PinSet) -> ImageID? {
    order.oldest(queue: queue, sparing: pins)
  }

  /// The oldest image of a queue that is neither pinned nor passed over, or nil.
  ///
  /// Those that are passed over become its newest.
  package mutating func oldest(
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
  /// - Precondition: it is on no queue.
  package mutating func append(_ image: ImageID, cost: Int, queue: Int) {
    queueOf[Int(image.index)] = UInt8(truncatingIfNeeded: queue)
    costs[Int(image.index)] = cost
    totals[queue] += cost
    order.append(image, queue: queue)
  }

  /// Takes an image out of its queue.
  /// - Precondition: it is on one.
  package mutating func remove(_ image: ImageID) {
    let queue = queueOf[Int(image.index)]
    precondition(queue != Self.outside, "\(image) is on no queue")
    totals[Int(queue)] -= costs[Int(image.index)]
    queueOf[Int(image.index)] = Self.outside
    order.remove(image)
  }

  /// Makes an image the newest of a queue, of its own or of another.
  /// - Precondition: it is on a queue.
  package mutating func moveToNewest(_ image: ImageID, queue: Int) {
    let old = queueOf[Int(image.index)]
    if Int(old) != queue {
      precondition(old != Self.outside, "\(image) is on no queue")
      let cost = costs[Int(image.index)]
      totals[Int(old)] -= cost
      totals[queue] += cost
      queueOf[Int(image.index)] = UInt8(truncatingIfNeeded: queue)
    }
    order.moveToNewest(image, queue: queue)
  }

  /// Drops the oldest of a queue until it weighs no more than `limit`.
  package mutating func trim(queue: Int, to limit: Int) {
    while totals[queue] > limit, let image = oldest(queue: queue) { remove(image) }
  }
}
