import BasicContainers
public import ScrollCore

/// NSCache as swift-corelibs-foundation has it on Linux: the cheapest image goes first.
///
/// Entries stand in ascending cost, a new one before all others of its cost. Looking one up
/// changes nothing. Storing an image that is in replaces it: with the same cost it keeps its
/// place, with another it is placed anew. After every store, and at no other time, the first
/// entries go until the total cost is within its limit, then until their number is. A limit
/// that is 0 or negative is none; a changed limit waits for the next store; a negative cost
/// counts 0. Memory warnings and the background change nothing. The delegate is called for
/// evictions only, not of replaced or removed values.
///
/// From it follows: among equal costs the newcomer is the first to go, so that the first
/// images that fitted stay for ever and nothing after them is kept; large images stay and
/// thumbnails thrash; images of cost 0 all go before the first that makes room.
///
/// Evidence: recorded. The real class and this one agree on random sequences of operations,
/// which a test repeats wherever the real one is at hand. The real one walks a list to find a
/// place, this one has a heap. Choice: a pinned image, which the real one does not know, is
/// taken out of the order until it is unpinned and then has its old place.
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
    "nscache-corelibs", "NSCache in Foundation on Linux: the cheapest image leaves first.",
    facts: PolicyDescriptor.Facts(
      discussion: """
        Ascending cost, the newest first among equals; looking up changes nothing. Limits act \
        at the next store: cost first, then count; the newcomer is a candidate like any \
        other. No reaction to memory warnings or the background. Source: the behavior of \
        swift-corelibs-foundation 6.3. Evidence: recorded, and compared with the real class \
        on random sequences.
        """,
      limits: .afterStores, zeroIsNoLimit: true, refusal: .nothing,
      claims: [.inclusion, .cheapestFirst]),
    model: { NSCacheCorelibs($0) })
}

/// Images in ascending cost, the one placed last first among equals.
///
/// A 4-ary heap that knows where each image is. An image keeps its key while it is out, so
/// that it can come back to its old place. Nothing is allocated after `init`.
///
/// - Complexity: every verb O(log n), `contains` O(1).
struct CostOrder: ~Copyable {
  private struct Key {
    var cost = 0
    /// Counts placements.
    var placement = 0

    func isBefore(_ other: Key) -> Bool {
      cost < other.cost || cost == other.cost && placement > other.placement
    }
  }

  private var heap: RigidArray<ImageID>
  /// Where each image is in the heap; -1 for those that are out.
  private var positions: RigidArray<Int32>
  private var keys: RigidArray<Key>
  private var placements = 0

  init(imageCount: Int) {
    heap = RigidArray(capacity: imageCount)
    positions = RigidArray(repeating: -1, count: imageCount)
    keys = RigidArray(repeating: Key(), count: imageCount)
  }

  func contains(_ image: ImageID) -> Bool { positions[Int(image.index)] >= 0 }

  /// Gives an image a place before all others of its cost, without putting it there.
  /// - Precondition: it is out.
  mutating func place(_ image: ImageID, cost: Int) {
    placements += 1
    keys[Int(image.index)] = Key(cost: cost, placement: placements)
  }

  /// Puts an image at its place.
  /// - Precondition: it is out.
  mutating func insert(_ image: ImageID) {
    heap.append(image)
    siftUp(image, from: heap.count - 1)
  }

  /// Takes an image out, if it is in.
  mutating func remove(_ image: ImageID) {
    let position = Int(positions[Int(image.index)])
    guard position >= 0 else { return }
    positions[Int(image.index)] = -1
    let last = heap.removeLast()
    guard last != image else { return }
    siftUp(last, from: position)
    siftDown(last, from: Int(positions[Int(last.index)]))
  }

  /// Takes the first image out.
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
