import BasicContainers
public import ScrollCore

/// NSCache as implemented in swift-corelibs-foundation on Linux, which evicts the cheapest image
/// first.
///
/// Entries are in ascending order of cost, a new one before all others of its cost. A look-up
/// changes nothing. Storing a resident replaces it: with the same cost it keeps its place, with
/// another cost it gets a new place. After every store, and at no other time, the first entries are
/// evicted until the total cost is within its limit, then until their number is. A limit that is 0
/// or negative means no limit; a changed limit waits for the next store; a negative cost counts 0.
/// Memory warnings and the background change nothing. The delegate is called for evictions only,
/// not of replaced or removed values.
///
/// This has three consequences. Of images with equal costs, the newcomer is evicted first, so the
/// first images that fit stay for ever and no later ones are kept. Large images stay, and
/// thumbnails are evicted again and again. All images of cost 0 are evicted before the first one
/// that makes room.
///
/// Evidence: recorded. The real class and this one agree on random sequences of operations; a test
/// repeats the comparison where the real class is available. The real one walks a list to find a
/// place, this one has a heap. Choice: the real one has no pins; here a pinned image is removed
/// from the order until it is unpinned and then returns to its old place.
///
/// - Complexity: O(log images) per store and eviction.
public final class NSCacheCorelibs: HoldingModel {
  var holdings: Holdings
  /// The residents that are not pinned.
  private var order: CostOrder
  private var costLimit: Int, countLimit: Int

  public init(_ setup: PolicySetup) {
    holdings = Holdings(imageCount: setup.imageCount)
    order = CostOrder(imageCount: setup.imageCount)
    (costLimit, countLimit) = (setup.limits.cost ?? 0, setup.limits.count ?? 0)
  }

  public func store(_ request: Request, as admission: Admission) -> StoreOutcome {
    let image = request.image
    let cost = max(0, request.cost)
    let replaced = holdings.contains(image) ? holdings.charge(of: image) : nil
    if replaced != nil {
      holdings.drop(image, because: .replaced, notifyingDelegate: false)
    }
    holdings.add(image, cost: cost)
    if replaced != cost {
      order.remove(image)
      order.place(image, cost: cost)
      if !holdings.pins.contains(image) { order.insert(image) }
    }
    evict()
    return .stored
  }

  private func evict() {
    var excess = costLimit > 0 ? holdings.totalCost - costLimit : 0
    while excess > 0, let victim = order.popFirst() {
      excess -= holdings.charge(of: victim)
      holdings.drop(victim, because: .cost, notifyingDelegate: true)
    }
    var surplus = countLimit > 0 ? holdings.count - countLimit : 0
    while surplus > 0, let victim = order.popFirst() {
      surplus -= 1
      holdings.drop(victim, because: .count, notifyingDelegate: true)
    }
  }

  public func remove(_ image: ImageID, because reason: RemovalReason) {
    guard holdings.contains(image) else { return }
    order.remove(image)
    holdings.drop(image, because: reason, notifyingDelegate: false)
  }

  public func pin(_ image: ImageID) {
    holdings.pins.insert(image)
    order.remove(image)
  }

  public func unpin(_ image: ImageID) {
    holdings.pins.remove(image)
    if holdings.contains(image), !order.contains(image) { order.insert(image) }
  }

  public func setLimits(_ limits: CacheLimits) {
    (costLimit, countLimit) = (limits.cost ?? 0, limits.count ?? 0)
  }
}

extension NSCacheCorelibs {
  static let descriptor = PolicyDescriptor(
    "nscache-corelibs", "NSCache in Foundation on Linux: evicts the cheapest image first.",
    facts: PolicyDescriptor.Facts(
      discussion: """
        Ascending cost, the newest first among equals; looking up changes nothing. Limits act at \
        the next store: cost first, then count; the new image is a candidate like any other. No \
        reaction to memory warnings or the background. Source: the behavior of \
        swift-corelibs-foundation 6.3. Evidence: recorded, and compared with the real class on \
        random sequences.
        """,
      limits: .afterStores, zeroIsNoLimit: true, refusal: .nothing,
      claims: [.inclusion, .cheapestFirst]),
    model: { NSCacheCorelibs($0) })
}

/// The images in ascending order of cost; of equal costs, the image placed last is first.
///
/// The order is a 4-ary heap with the position of each image. An image keeps its key while it is
/// outside the heap, so it can return to its old place. Nothing is allocated after `init`.
///
/// - Complexity: every operation O(log n), `contains` O(1).
struct CostOrder: ~Copyable {
  private struct Key {
    var cost = 0
    /// The number of placements so far, which orders equal costs.
    var placement = 0

    func isBefore(_ other: Key) -> Bool {
      cost < other.cost || cost == other.cost && placement > other.placement
    }
  }

  private var heap: RigidArray<ImageID>
  /// The position of each image in the heap; -1 for images outside it.
  private var positions: RigidArray<Int32>
  private var keys: RigidArray<Key>
  private var placements = 0

  init(imageCount: Int) {
    heap = RigidArray(capacity: imageCount)
    positions = RigidArray(repeating: -1, count: imageCount)
    keys = RigidArray(repeating: Key(), count: imageCount)
  }

  func contains(_ image: ImageID) -> Bool { positions[Int(image.index)] >= 0 }

  /// Gives an image a place before all others of its cost, without inserting it.
  /// - Precondition: The image is not in the heap.
  mutating func place(_ image: ImageID, cost: Int) {
    placements += 1
    keys[Int(image.index)] = Key(cost: cost, placement: placements)
  }

  /// Inserts an image at its place.
  /// - Precondition: The image is not in the heap.
  mutating func insert(_ image: ImageID) {
    heap.append(image)
    siftUp(image, from: heap.count - 1)
  }

  /// Removes an image, if it is in the heap.
  mutating func remove(_ image: ImageID) {
    let position = Int(positions[Int(image.index)])
    guard position >= 0 else { return }
    positions[Int(image.index)] = -1
    let last = heap.removeLast()
    guard last != image else { return }
    siftUp(last, from: position)
    siftDown(last, from: Int(positions[Int(last.index)]))
  }

  /// Removes and returns the first image.
  mutating func popFirst() -> ImageID? {
    guard !heap.isEmpty else { return nil }
    let first = heap[0]
    remove(first)
    return first
  }

  private func isBefore(_ image: ImageID, _ other: ImageID) -> Bool {
    keys[Int(image.index)].isBefore(keys[Int(other.index)])
  }

  private mutating func set(_ image: ImageID, at position: Int) {
    heap[position] = image
    positions[Int(image.index)] = Int32(position)
  }

  private mutating func siftUp(_ image: ImageID, from start: Int) {
    var position = start
    while position > 0, isBefore(image, heap[(position - 1) / 4]) {
      set(heap[(position - 1) / 4], at: position)
      position = (position - 1) / 4
    }
    set(image, at: position)
  }

  private mutating func siftDown(_ image: ImageID, from start: Int) {
    var position = start
    while position * 4 + 1 < heap.count {
      var child = position * 4 + 1
      for sibling in child + 1..<max(child + 1, min(child + 4, heap.count))
      where isBefore(heap[sibling], heap[child]) {
        child = sibling
      }
      guard isBefore(heap[child], image) else { break }
      set(heap[child], at: position)
      position = child
    }
    set(image, at: position)
  }
}
