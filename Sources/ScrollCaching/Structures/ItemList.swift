public import BasicContainers
public import ScrollCore

/// Several queues of images in one array of links, where an image is in at most one queue.
///
/// Each queue is a ring through a sentinel at `imageCount + queue`, with its newest behind the
/// sentinel and its oldest before it. Nothing is allocated after `init`, except to grow.
///
/// - Complexity: every operation O(1), except those that spare pins: O(pinned).
public struct ItemList: ~Copyable {
  @usableFromInline struct Link {
    @usableFromInline var newer: Int32, older: Int32
    @inlinable init(newer: Int32, older: Int32) {
      self.newer = newer
      self.older = older
    }
  }

  @usableFromInline var links: RigidArray<Link>
  @usableFromInline var imageCount: Int32

  /// Creates empty queues.
  /// - Parameters:
  ///   - imageCount: The number of images; their ids are `0..<imageCount`.
  ///   - queues: The number of queues that share the links.
  @inlinable public init(imageCount: Int, queues: Int = 1) {
    self.imageCount = Int32(imageCount)
    links = RigidArray(repeating: Link(newer: 0, older: 0), count: imageCount + queues)
    for queue in 0..<queues {
      let sentinel = Int32(imageCount + queue)
      links[Int(sentinel)] = Link(newer: sentinel, older: sentinel)
    }
  }

  /// Returns a copy that shares no state.
  package func copy() -> ItemList {
    var copy = ItemList(imageCount: Int(imageCount), queues: 0)
    copy.links = links.clone()
    return copy
  }

  /// Grows the queues to `count` images; the number of images never decreases.
  ///
  /// - Complexity: O(images + queues).
  public mutating func grow(toImageCount count: Int) {
    let first = Int(imageCount)
    guard count > first else { return }
    move(toImageCount: count, queues: links.count - first)
  }

  /// Moves every sentinel behind more images, and creates empty queues for new sentinels.
  mutating func move(toImageCount count: Int, queues: Int) {
    let first = Int(imageCount), old = links.count - first
    var moved = RigidArray<Link>(repeating: Link(newer: 0, older: 0), count: count + queues)
    for image in 0..<first { moved[image] = links[image] }
    for queue in 0..<queues {
      let sentinel = Int32(count + queue)
      guard queue < old, let oldest = oldest(queue: queue), let newest = newest(queue: queue) else {
        moved[Int(sentinel)] = Link(newer: sentinel, older: sentinel)
        continue
      }
      moved[Int(sentinel)] = Link(newer: oldest.index, older: newest.index)
      moved[Int(oldest.index)].older = sentinel
      moved[Int(newest.index)].newer = sentinel
    }
    imageCount = Int32(count)
    links = moved
  }

  @inlinable func sentinel(_ queue: Int) -> Int32 { imageCount + Int32(queue) }

  @inlinable func image(_ index: Int32) -> ImageID? {
    index < imageCount ? ImageID(index) : nil
  }

  @inlinable public func isEmpty(queue: Int = 0) -> Bool {
    let sentinel = sentinel(queue)
    return links[Int(sentinel)].newer == sentinel
  }

  /// Returns the image that has been in the queue longest.
  @inlinable public func oldest(queue: Int = 0) -> ImageID? {
    image(links[Int(sentinel(queue))].newer)
  }

  /// Returns the oldest image that is not pinned.
  @inlinable public func oldest(queue: Int = 0, sparing pins: borrowing PinSet) -> ImageID? {
    var candidate = oldest(queue: queue)
    guard !pins.isEmpty else { return candidate }
    while let image = candidate, pins.contains(image) { candidate = newer(than: image) }
    return candidate
  }

  /// Returns the image that has been in the queue for the shortest time.
  @inlinable public func newest(queue: Int = 0) -> ImageID? {
    image(links[Int(sentinel(queue))].older)
  }

  /// Returns the next newer image of the same queue; `nil` at its newest.
  @inlinable public func newer(than image: ImageID) -> ImageID? {
    self.image(links[Int(image.index)].newer)
  }

  /// Returns the next older image of the same queue; `nil` at its oldest.
  @inlinable public func older(than image: ImageID) -> ImageID? {
    self.image(links[Int(image.index)].older)
  }

  /// Adds an image as the newest of a queue.
  /// - Precondition: The image is in no queue.
  @inlinable public mutating func append(_ image: ImageID, queue: Int = 0) {
    let sentinel = sentinel(queue)
    insert(image.index, between: links[Int(sentinel)].older, and: sentinel)
  }

  /// Adds an image as the oldest of a queue.
  /// - Precondition: The image is in no queue.
  @inlinable public mutating func prepend(_ image: ImageID, queue: Int = 0) {
    let sentinel = sentinel(queue)
    insert(image.index, between: sentinel, and: links[Int(sentinel)].newer)
  }

  /// Adds an image as the next newer of another, in the same queue.
  /// - Precondition: The image is in no queue, the other is in one.
  @inlinable public mutating func insert(_ image: ImageID, after other: ImageID) {
    insert(image.index, between: other.index, and: links[Int(other.index)].newer)
  }

  /// Removes an image from its queue.
  /// - Precondition: The image is in one.
  @inlinable public mutating func remove(_ image: ImageID) {
    let link = links[Int(image.index)]
    links[Int(link.older)].newer = link.newer
    links[Int(link.newer)].older = link.older
  }

  /// Makes an image the newest of a queue.
  /// - Precondition: The image is in a queue, this or another.
  @inlinable public mutating func moveToNewest(_ image: ImageID, queue: Int = 0) {
    remove(image)
    append(image, queue: queue)
  }

  @inlinable mutating func insert(_ image: Int32, between older: Int32, and newer: Int32) {
    links[Int(image)] = Link(newer: newer, older: older)
    links[Int(older)].newer = image
    links[Int(newer)].older = image
  }
}
