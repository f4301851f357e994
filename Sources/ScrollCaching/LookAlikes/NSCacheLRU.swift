public import ScrollCore

/// NSCache on Apple's systems, the simple reading: least recently used, limits at once.
///
/// An image is stored first; then the oldest go until both limits hold, the newcomer last of
/// all, so that one over the limit empties the cache and goes itself. Looking one up or
/// storing it again makes it the newest. A limit that is 0 or negative is none; a changed
/// limit acts at once. A memory warning of either level drops everything, and so does going
/// to the background, since decoded bitmaps are no NSDiscardableContent: both oldest first.
/// The delegate hears of every value that leaves.
///
/// Evidence: an approximation. It agrees with everything about order and limits that people
/// reported from Apple's systems (one read protects; oldest first and just enough; a value
/// over the limit is added and then evicted; the delegate is told of replaced and removed
/// values; the background empties it), but so does `NSCacheARC`, and Apple promises none of
/// it: "not a strict limit". Choices: pinned images stay, in the background and under
/// pressure too; a negative cost counts 0.
///
/// - Complexity: O(1) per verb and image that leaves, besides pinned ones.
public final class NSCacheLRU: CacheModel {
  private var holdings: Holdings
  private var order: ItemList
  private var limits = CacheLimits()

  public init(_ setup: PolicySetup) {
    holdings = Holdings(imageCount: setup.imageCount)
    order = ItemList(imageCount: setup.imageCount)
    setLimits(setup.limits)
  }

  public func lookup(_ request: Request) -> Bool {
    guard holdings.contains(request.image) else { return false }
    order.moveToNewest(request.image)
    return true
  }

  public func contains(_ image: ImageID) -> Bool { holdings.contains(image) }

  public func store(_ request: Request, as admission: Admission) -> StoreOutcome {
    remove(request.image, because: .replaced)
    holdings.add(request.image, cost: max(0, request.cost))
    order.append(request.image)
    evict()
    return .stored
  }

  private func evict() {
    while let reason = excess, let victim = order.oldest(sparing: holdings.pins) {
      remove(victim, because: reason)
    }
  }

  /// Which limit is exceeded, if any.
  private var excess: RemovalReason? {
    if let limit = limits.cost, holdings.totalCost > limit { return .cost }
    if let limit = limits.count, holdings.count > limit { return .count }
    return nil
  }

  public func remove(_ image: ImageID, because reason: RemovalReason) {
    guard holdings.contains(image) else { return }
    order.remove(image)
    holdings.drop(image, because: reason, tellingDelegate: true)
  }

  public func removeAll(because reason: RemovalReason) {
    for index in holdings.images { remove(ImageID(index), because: reason) }
  }

  private func dropUnpinned(because reason: RemovalReason) {
    while let victim = order.oldest(sparing: holdings.pins) { remove(victim, because: reason) }
  }

  public func pin(_ image: ImageID) { holdings.pins.insert(image) }
  public func unpin(_ image: ImageID) { holdings.pins.remove(image) }

  public func setLimits(_ limits: CacheLimits) {
    self.limits.cost = limits.cost.flatMap { $0 > 0 ? $0 : nil }
    self.limits.count = limits.count.flatMap { $0 > 0 ? $0 : nil }
    evict()
  }

  public func pressureChanged(to level: PressureLevel, at time: SimTime) {
    if level != .normal { dropUnpinned(because: .pressure) }
  }

  public func didEnterBackground(at time: SimTime) { dropUnpinned(because: .background) }
  public var residentCount: Int { holdings.count }
  public var totalCost: Int { holdings.totalCost }
  public func drainRemovals(_ body: (Removal) -> Void) { holdings.drain(body) }
}

extension NSCacheLRU {
  static let descriptor = PolicyDescriptor(
    "nscache-lru", "NSCache on Apple's systems, read as LRU with limits that act at once.",
    facts: PolicyDescriptor.Facts(
      discussion: """
        Stores first, then evicts the oldest until both limits hold, the newcomer last. \
        Memory warnings and the background drop everything. Source: what was observed on \
        Apple's systems (count and cost limits, order, delegate calls). Evidence: an \
        approximation that agrees with all of it and is proved by none; see nscache-arc.
        """,
      refusal: .nothing,
      claims: [.keepsNewcomers, .inclusion, .leastRecentlyUsed, .conservative, .bestOnWalks]),
    model: { NSCacheLRU($0) })
}
