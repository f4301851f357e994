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
