import BasicContainers
public import ScrollCore

/// Evicts the image with the fewest uses since it was stored.
///
/// An insert counts 1, every hit 1 more; the count is lost on eviction. Of images with equal
/// counts, the one that reached its count first is evicted first. Counts do not age: images that
/// were once popular stay.
///
/// All residents are in one queue, ordered by (count, time at which the count was reached), so the
/// victim is the oldest. Images with the same count are adjacent and form a class. Each class
/// stores its newest image; an image of the class below that is hit is inserted behind it. (K.
/// Shah, A. Mitra, D. Matani, "An O(1) Algorithm for Implementing the LFU Cache Eviction Scheme",
/// 2010 and arXiv:2110.11602, give every class its own queue instead.)
///
/// - Complexity: every operation O(1); O(pinned) for a victim. The table of classes grows with the
///   number of different counts, at most sqrt(2 x requests).
public struct LFUPolicy: EvictionPolicy, ~Copyable {
  /// The images with the same number of uses.
  struct Class {
    var uses: Int
    var newest: Int32
    var count: Int32
  }

  var order: ItemList
  var classes = UniqueArray<Class>()
  var freeClasses = UniqueArray<Int32>()
  /// The class of every resident.
  var classOf: RigidArray<Int32>
  var unseen: UnseenMarks

  public init(imageCount: Int, prefetchedCountsAs standing: PrefetchedImageRule = .unseen) {
    order = ItemList(imageCount: imageCount)
    classOf = RigidArray(repeating: 0, count: imageCount)
    unseen = UnseenMarks(imageCount: imageCount, standing)
  }

  public mutating func didHit(_ request: Request) {
    let image = request.image
    if unseen.clear(image) {
      didRemove(image)
      return insert(image)
    }
    let old = Int(classOf[Int(image.index)])
    let newest = ImageID(classes[old].newest)
    let uses = classes[old].uses + 1
    let above = order.newer(than: newest)
    if let above, classes[Int(classOf[Int(above.index)])].uses == uses {
      leaveClass(image)
      order.remove(image)
      join(Int(classOf[Int(above.index)]), image)
    } else if classes[old].count == 1 {
      // The image is alone in its class and joins no other, so the class gets the new count.
      classes[old].uses = uses
    } else {
      leaveClass(image)
      order.remove(image)
      found(uses: uses, image)
      order.insert(image, after: ImageID(classes[old].newest))
    }
  }

  public mutating func nextVictim(sparing pins: borrowing PinSet) -> ImageID? {
    var candidate = order.oldest()
    while let image = candidate, pins.contains(image) || unseen.passesOver(image) {
      candidate = order.newer(than: image)
    }
    guard let victim = candidate ?? order.oldest(sparing: pins) else { return nil }
    didRemove(victim)
    return victim
  }

  public mutating func didInsert(_ request: Request, as admission: Admission) {
    insert(request.image)
    unseen.didInsert(request.image, as: admission)
  }

  /// Inserts a new image behind all other images that were used once.
  private mutating func insert(_ image: ImageID) {
    if let oldest = order.oldest(), classes[Int(classOf[Int(oldest.index)])].uses == 1 {
      join(Int(classOf[Int(oldest.index)]), image)
    } else {
      found(uses: 1, image)
      order.prepend(image)
    }
  }

  public mutating func didRemove(_ image: ImageID) {
    leaveClass(image)
    order.remove(image)
    unseen.clear(image)
  }

  public mutating func grow(toImageCount count: Int) {
    order.grow(toImageCount: count)
    classOf.grow(to: count, filling: 0)
    unseen.grow(toImageCount: count)
  }

  /// Inserts an image behind the newest of a class.
  private mutating func join(_ place: Int, _ image: ImageID) {
    order.insert(image, after: ImageID(classes[place].newest))
    classes[place].newest = image.index
    classes[place].count += 1
    classOf[Int(image.index)] = Int32(truncatingIfNeeded: place)
  }

  /// Creates a class with one member.
  private mutating func found(uses: Int, _ image: ImageID) {
    let new = Class(uses: uses, newest: image.index, count: 1)
    if let free = freeClasses.popLast() {
      classes[Int(free)] = new
      classOf[Int(image.index)] = free
    } else {
      classOf[Int(image.index)] = Int32(truncatingIfNeeded: classes.count)
      classes.append(new)
    }
  }

  /// Removes an image from its class while it is still in the queue.
  private mutating func leaveClass(_ image: ImageID) {
    let place = classOf[Int(image.index)]
    classes[Int(place)].count -= 1
    if classes[Int(place)].count == 0 {
      freeClasses.append(place)
    } else if classes[Int(place)].newest == image.index,
      let older = order.older(than: image)
    {
      classes[Int(place)].newest = older.index
    }
  }
}

extension LFUPolicy {
  static let descriptor = PolicyDescriptor(
    "lfu", "Evicts the image with the fewest uses since it was stored.",
    settings: [PrefetchedImageRule.setting],
    facts: PolicyDescriptor.Facts(
      discussion: "Counts do not age, and eviction resets them.",
      claims: [.standard, .reusesIDs])
  ) {
    LFUPolicy(imageCount: $0.imageCount, prefetchedCountsAs: PrefetchedImageRule($0.settings))
  }
}
